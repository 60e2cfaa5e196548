import {
  type ClientOptions,
  CoolDown,
  type ErrorFacts,
  type Exchange,
  PaymentsClient,
  type PaymentsError,
  type Transport,
  createFetchTransport,
  createUndiciTransport,
  isPaymentsError,
} from '../../src/api';
import type { CallOptions, RequestInput, TopUpInput } from '../../src/api/model/clientTypes';
import { planGetFile, planListPage, planRequest, planTopUp } from '../../src/api/rules/plan';

export const TEST_KEY = 'test_key_8fJ3+kd/92=a&b "q"';

interface NamedTransport {
  readonly name: string;
  readonly make: () => Transport;
}

/** Both ways to send: every behaviour is the same with each. */
export const BOTH_TRANSPORTS: readonly NamedTransport[] = [
  { name: 'undici', make: () => createUndiciTransport() },
  { name: 'fetch', make: () => createFetchTransport(fetch) },
];

/** Those that tests are to try: both, unless `TEST_TRANSPORT` names one. */
export const TRANSPORTS: readonly NamedTransport[] = BOTH_TRANSPORTS.filter(
  ({ name }) => name === (process.env['TEST_TRANSPORT'] ?? name),
);

/** A client with a method for each kind of request. */
export class EasyClient extends PaymentsClient {
  async request(input: RequestInput, call?: CallOptions) {
    return this.send(planRequest(input), call);
  }

  async getFile(fileId: string, call?: CallOptions) {
    return this.send(planGetFile(fileId), call);
  }

  async topUp(input: TopUpInput, call?: CallOptions) {
    return this.send(planTopUp(input), call);
  }

  /** The pages of a list, as long as each names another. */
  async *pages(input: Omit<RequestInput, 'method'>, call?: CallOptions) {
    const list = planRequest({ ...input, method: 'GET' });
    for (let cursor: string | undefined; ;) {
      const page = await this.send(planListPage(list, cursor), call);
      yield page;
      cursor = page.paging?.nextPage;
      if (cursor === undefined) return;
    }
  }
}

/** A server of a test, which a client may own. */
type Served = AsyncDisposable & { readonly url: string };

export interface TestClient<S = unknown> extends AsyncDisposable {
  readonly server: S;
  readonly client: EasyClient;
  readonly exchanges: readonly Exchange[];
}

/**
 * A client that waits a millisecond at most between attempts, with a list of its exchanges.
 * @param server its address, or the server itself, which then ends with the client
 */
export function makeClient<S extends string | Served>(
  server: S,
  transport: Transport,
  options: Partial<ClientOptions> = {},
): TestClient<S> {
  const url = typeof server === 'string' ? server : server.url;
  const exchanges: Exchange[] = [];
  const client = new EasyClient({
    environment: 'test-environment',
    environmentName: options.environment ?? 'test-environment',
    environmentType: 'sandbox',
    apiUrl: url,
    filesUrl: url,
    apiKey: TEST_KEY,
    transport,
    cooldown: new CoolDown(),
    timeoutMs: 60_000,
    maxRetries: 2,
    userAgent: 'payments-api-explorer/test',
    onExchange: (exchange) => exchanges.push(exchange),
    backoff: { baseMs: 1, capMs: 1, random: () => 1 },
    ...options,
  });
  const end = async () => {
    await transport.close();
    if (typeof server !== 'string') await server[Symbol.asyncDispose]();
  };
  return { server, client, exchanges, [Symbol.asyncDispose]: end };
}

/** What a call fails with, which must be a failure of ours. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<PaymentsError & { readonly facts: ErrorFacts }> {
  try {
    await call;
  } catch (error) {
    if (isPaymentsError(error)) return error as PaymentsError & { readonly facts: ErrorFacts };
    throw error;
  }
  throw new Error('The call succeeded');
}

/** A small file to upload. */
export const FILE = {
  content: Buffer.from('%PDF-1.4'),
  ...{ name: 'a.pdf', mimeType: 'application/pdf', purpose: 'payment_evidence' },
};

export const UPLOAD_DATA = {
  id: 'file_1.pdf',
  purpose: 'payment_evidence',
  mimeType: 'application/pdf',
  uploadedAt: '2026-01-02T03:04:05.000Z',
};

export const FILE_DATA = {
  ...UPLOAD_DATA,
  name: 'invoice.pdf',
  contentLink: { url: 'https://files.example/v1/files/file_1.pdf/content?signature=abc', expiryDate: null },
  expiryDate: null,
};

/** A successful envelope. */
export function ok(data: unknown): { success: true; message: string; data: unknown } {
  return { success: true, message: 'Done', data };
}
