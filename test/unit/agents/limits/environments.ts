import type { Environment } from '../../../../src/services/environments/environmentModel';

export function addresses(host: string) {
  const origin = `https://${host}`;
  return { apiUrl: `${origin}/v1`, filesUrl: origin, apiOrigin: origin, filesOrigin: origin };
}
const named = { id: 's', name: 'S', type: 'sandbox' } as const;
export const sandbox: Environment = { ...named, addresses: addresses('sandbox.example') };
const live = { id: 'p', name: 'P', type: 'production' } as const;
export const production: Environment = { ...live, addresses: addresses('api.example') };
export const twin: Environment = { ...sandbox, id: 't', addresses: addresses('api.example') };
export const all = [sandbox, production, twin];
