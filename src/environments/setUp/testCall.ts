import type { PaymentsClient } from '../../api';
import type { Addresses } from '../../api/model/addresses';
import { planGetFile, planRequest } from '../../api/rules/plan';
import { testId } from '../../services/environments/testCalls';
import { isPaymentsError, type PaymentsError } from '../../api/model/errors';

/**
 * Trying addresses and a key with reads that change nothing: the details of a file that cannot exist. A service
 * that says in its own words that there is none has understood address and key.
 */

/** What to look at: the key, an address, the way there, a proxy on it, the trust at its end, or the service. */
export type Trouble = 'key' | 'address' | 'network' | 'proxy' | 'certificate' | 'service';

/** What a test call found. */
export type Verdict =
  | { readonly kind: 'works'; readonly requestId: string | undefined }
  | { readonly kind: Trouble; readonly error: PaymentsError };

/**
 * Asks the files host, and the API host too where that is another.
 * @throws CancelledError when the signal aborts; anything else is a verdict
 */
export async function testConnection(
  client: Pick<PaymentsClient, 'send'>,
  { apiOrigin, filesOrigin }: Pick<Addresses, 'apiOrigin' | 'filesOrigin'>,
  signal: AbortSignal,
): Promise<Verdict> {
  const id = testId();
  const files = await read(() => client.send(planGetFile(id), { signal }));
  if (files.kind !== 'works' || apiOrigin === filesOrigin) return files;
  return read(() => client.send(planRequest({ method: 'GET', path: `/test-call/${id}` }), { signal }));
}

async function read(call: () => Promise<{ readonly requestId?: string }>): Promise<Verdict> {
  try {
    const { requestId } = await call();
    return { kind: 'works', requestId };
  } catch (error) {
    if (!isPaymentsError(error) || error.kind === 'cancelled') throw error;
    return verdictOf(error);
  }
}

/** Reads what a failed test call says about address and key. Pure. */
function verdictOf(error: PaymentsError): Verdict {
  const { kind, facts } = error;
  const found = (about: Trouble) => ({ kind: about, error }) as const;
  if (facts.status === 401 || facts.status === 403) return found('key');
  // It said so just now, or before: then nothing is sent to it.
  if (facts.status === 429 || (kind === 'preflight' && facts.retryAfterSeconds !== undefined))
    return found('service');
  switch (kind) {
    case 'api':
      // The documented error body: somebody there speaks this interface and took the key.
      return (facts.status ?? 0) >= 500 ? found('service') : { kind: 'works', requestId: error.requestId };
    case 'http':
    case 'decode':
      return found(facts.status !== undefined && facts.status >= 500 ? 'service' : 'address');
    case 'network':
    case 'tls':
    case 'timeout':
    case 'unknown-outcome':
      if (isProxyTrouble(error)) return found('proxy');
      return found(kind === 'tls' ? 'certificate' : 'network');
    case 'preflight':
    case 'configuration':
    case 'not-found':
    case 'cancelled':
      return found('address');
  }
}

/** Nobody was reached: it may be for want of a proxy, so its setting is named, but no proxy has done anything. */
const NOBODY_REACHED = /^(?:ENOTFOUND|EAI_|EHOST|ENET|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/;

function isProxyTrouble({ setting, causeCode = '' }: PaymentsError): boolean {
  return setting?.startsWith('http.proxy') === true && !NOBODY_REACHED.test(causeCode);
}
