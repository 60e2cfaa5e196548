/** The version that is written. */
export const OPENAPI = '3.1.1';

/** A document that is written, as far as its writers know it. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly unknown[];
  readonly security?: readonly unknown[];
  /** Operations by path and method, and parameters of a path. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: Readonly<Record<string, unknown>>;
}

/** The files host is an address of its own ("Addresses" in docs/api.md). */
export const SERVERS = [
  {
    url: '/v1',
    description: 'Below the address of the API; operations on files below the files address.',
  },
];

/** How every request authenticates ("Conventions" in docs/api.md). */
export const SECURITY = [{ apiKey: [] }];
export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `ApiKey`, a space, and the API key.',
  },
};

/** How many operations a document holds. */
export function countOperations({ paths }: OpenApi): number {
  const methods = Object.values(paths).flatMap((item) => Object.keys(item));
  return methods.filter((name) => name !== 'parameters').length;
}
