import type { Transport } from './transport';

export function createFetchTransport(_fetch: typeof globalThis.fetch): Transport {
  throw new Error('To come');
}
