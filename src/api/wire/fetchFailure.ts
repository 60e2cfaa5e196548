/** Which side made a fetch fail. `fetch` may use proxies that we do not know. */
import { wrapped } from './networkError';
import { ProxyFailure } from './transport';

/**
 * Distinguishes failures of a proxy from failures of the service by codes and addresses, as far as fetch shows them.
 * @param error what the fetch rejected with, before there was a response and without having been aborted
 * @param url that was asked for
 * @returns a ProxyFailure when it was the proxy, else the same error
 */
export function blameProxy(error: unknown, url: URL): unknown {
  for (const cause of wrapped(error)) {
    const { code, syscall, hostname, address, port }: SystemFacts = cause;
    // What is not ours to abort was aborted: Node's fetch gives up a tunnel so when the proxy does not open it.
    if (code === 'UND_ERR_ABORTED') return new ProxyFailure(undefined, undefined, error);
    if (syscall === 'getaddrinfo' && hostname !== undefined && hostname !== url.hostname) {
      return new ProxyFailure(hostname, undefined, error);
    }
    if (syscall === 'connect' && port !== undefined && port !== portOf(url)) {
      return new ProxyFailure(`${address ?? ''}:${port}`, undefined, error);
    }
  }
  return error;
}

/** What Node adds to the errors of its system calls, and undici to its own. */
type SystemFacts = Error & {
  readonly code?: string;
  readonly syscall?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
};

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
