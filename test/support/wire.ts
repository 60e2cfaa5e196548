/** A transport without a network. */
import type { Transport, WireRequest, WireResponse } from '../../src/api';

/** A transport that sends by this. */
export function transportBy(send: Transport['send']): Transport {
  return { send, close: () => Promise.resolve() };
}

/** A request with no more than it must have. */
export function wireRequest(url: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', url: new URL(url), headers: [], signal: new AbortController().signal, ...more };
}

/** An answer as a transport gives it. @param broken what its body breaks off with */
export function wireAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  pieces: readonly Uint8Array[],
  broken?: Error,
): WireResponse {
  async function* body() {
    for (const piece of pieces) yield await Promise.resolve(piece);
    if (broken) throw broken;
  }
  return { status, statusText: '', headers: Object.entries(headers), body: body() };
}
