/** The other transport: a fetch, such as the editor's own, which knows PAC files, Kerberos and system proxies. */
import { causeOf } from './networkError';
import { blameProxy } from './fetchFailure';
import type { Transport, WireBody, WireRequest, WireResponse } from './transport';

/**
 * Makes a transport of a fetch. It leaves connections, proxies and certificates to that fetch.
 * @param fetch the one of the host, with matching request and stream classes
 */
export function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  const closing = new AbortController();
  return {
    async send(request, hooks) {
      const onSent = () => hooks.onSent?.();
      const streamed = request.body !== undefined;
      // fetch does not report when a connection is made. A body is only asked for when there is one; without
      // a body, only some failures prove that there was none.
      if (!streamed) request.signal.addEventListener('abort', onSent);
      const signal = AbortSignal.any([request.signal, closing.signal]);
      try {
        const response = await fetch(
          request.url,
          toInit(request, signal, onSent, (bytes) => hooks.onTaken?.(bytes)),
        );
        onSent();
        return toWireResponse(response);
      } catch (error) {
        const blamed = signal.aborted ? error : blameProxy(error, request.url);
        if (!streamed && !causeOf(blamed).neverConnected) onSent();
        throw blamed;
      }
    },
    close() {
      closing.abort(new Error('The transport is closed'));
      return Promise.resolve();
    },
  };
}

function toInit(
  request: WireRequest,
  signal: AbortSignal,
  onPull: () => void,
  onTaken: (bytes: number) => void,
): RequestInit {
  const { method, headers, body } = request;
  return {
    method,
    headers: body ? [...headers, ['content-length', String(body.length)]] : headers,
    redirect: 'manual',
    cache: 'no-store',
    // Nothing but what is given is ever sent along; and with credentials a 401 to a stream is an error.
    credentials: 'omit',
    signal,
    ...(body ? { body: pulled(body, onPull, onTaken), duplex: 'half' } : {}),
  };
}

/**
 * A stream whose first bytes are asked for only when there is a connection to write them to. A fetch may
 * take one chunk ahead (Node's clones the request, and so the stream): it gets an empty one.
 */
function pulled(
  body: WireBody,
  onPull: () => void,
  onTaken: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const chunks = body.chunks()[Symbol.iterator]();
  let ahead = true;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (ahead) {
          ahead = false;
          controller.enqueue(new Uint8Array());
          return;
        }
        onPull();
        const next = chunks.next();
        if (next.done) {
          controller.close();
          return;
        }
        controller.enqueue(next.value);
        onTaken(next.value.length);
      },
    },
    { highWaterMark: 0 },
  );
}

function toWireResponse(response: Response): WireResponse {
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: response.body ?? emptyBody(),
    decoded: true,
  };
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // Nothing to yield.
}
