import type { Environment } from '../../../../src/services/environments/environmentModel';

export const addresses = (host: string) => ({
  apiUrl: `https://${host}/v1`,
  filesUrl: `https://${host}`,
  apiOrigin: `https://${host}`,
  filesOrigin: `https://${host}`,
});
export const sandbox: Environment = {
  id: 's',
  name: 'S',
  type: 'sandbox',
  addresses: addresses('sandbox.example'),
};
export const production: Environment = {
  id: 'p',
  name: 'P',
  type: 'production',
  addresses: addresses('api.example'),
};
export const twin: Environment = { ...sandbox, id: 't', addresses: addresses('api.example') };
export const all = [sandbox, production, twin];
