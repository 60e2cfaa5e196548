/** The default transport: parts of undici, with proxies, certificates and timeouts as the settings say. */
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { ReadableBody } from './readableBody';
import { type Proxy, type ProxySettings, bypassesProxy, readProxy, shownProxy } from './proxy';
import {
  ProxyFailure,
  type WireHooks,
  type Transport,
  type WireBody,
  type WireRequest,
  type WireResponse,
} from './transport';
import { directConnector, proxyConnector, tunnelConnector } from './undiciConnect';

export interface UndiciTransportOptions extends ProxySettings {
  /** Whether the proxy's certificate must be trusted. True by default; the certificate of the service is always checked. */
  readonly proxyStrictSSL?: boolean;
  /** Trusted certificates, PEM, in place of the built-in ones; a function is called at the first connection. */
  readonly ca?: string[] | (() => string[]);
  /** For name, connection, proxy and TLS together, in milliseconds. 10 s by default. */
  readonly connectTimeoutMs?: number;
}

/** Makes a transport with separate connections. Nothing process-wide is changed. */
export function createUndiciTransport(options: UndiciTransportOptions = {}): Transport {
  const routes = makeRoutes(options);
  return {
    send: async (request, hooks) => sendBy(routes.choose(request.url), request, hooks),
    close: () => routes.close(),
  };
}

interface Route {
  readonly agent: Dispatcher;
  /** The proxy that requests are handed to as they are, their whole address in the first line. */
  readonly forwardTo?: Proxy;
}

function makeRoutes(options: UndiciTransportOptions) {
  const { ca, connectTimeoutMs: timeoutMs = 10_000, noProxy } = options;
  const settings = { ca: typeof ca === 'function' ? ca : ca && (() => ca), timeoutMs };
  const tunnels = new Set<Dispatcher>();
  const agentFor = (connect: ReturnType<typeof directConnector>) =>
    new Agent({
      connect,
      allowH2: false,
      pipelining: 1,
      // Shorter than what servers allow, so that a request does not meet a connection that is being closed.
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 4000,
      // The deadline of an attempt is its caller's, and covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const service = directConnector(settings);
  const direct: Route = { agent: agentFor(service) };
  const agents = [direct.agent];

  const proxy = options.proxy ? readProxy(options) : undefined;
  const proxied = proxy && routesThrough(proxy);
  function routesThrough(via: Proxy) {
    const toProxy = proxyConnector(via, { ...settings, rejectUnauthorized: options.proxyStrictSSL });
    const tunnel: Route = { agent: agentFor(tunnelConnector(via, toProxy, service, timeoutMs, tunnels)) };
    const forward: Route = { agent: agentFor(toProxy), forwardTo: via };
    agents.push(tunnel.agent, forward.agent);
    return { tunnel, forward };
  }

  return {
    choose(url: URL): Route {
      if (!options.proxy || bypassesProxy(noProxy, url)) return direct;
      if (!proxied) throw new ProxyFailure(shownProxy(options.proxy), undefined);
      return url.protocol === 'https:' ? proxied.tunnel : proxied.forward;
    },
    async close(): Promise<void> {
      await Promise.all([...agents, ...tunnels].map((agent) => agent.destroy()));
    },
  };
}

/** Sends one request. */
function sendBy(
  { agent, forwardTo }: Route,
  { method, url, target, headers, body, signal }: WireRequest,
  hooks: WireHooks,
): Promise<WireResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
  let connection: Dispatcher.DispatchController | undefined;
  let received: ReadableBody | undefined;
  const fail = (error: unknown): void => {
    signal.removeEventListener('abort', abort);
    if (received) received.fail(error);
    else reject(error);
  };
  // A request that has no connection yet is only given up here; it is stopped when it gets one.
  const abort = (): void => {
    const reason = signal.reason as Error;
    connection?.abort(reason);
    fail(reason);
  };
  if (signal.aborted) {
    abort();
    return promise;
  }
  signal.addEventListener('abort', abort);
  const path = target ?? url.pathname + url.search;
  const flat = headers.flat();
  if (body) flat.push('content-length', String(body.length));
  if (forwardTo) flat.push(...Object.entries(forwardTo.headers).flat(), 'host', url.host);
  const options = {
    origin: forwardTo?.origin ?? url.origin,
    path: forwardTo ? url.origin + path : path,
    method,
    headers: flat,
    body: body ? toUndici(body) : null,
  };
  agent.dispatch(options, {
    onRequestStart(controller) {
      connection = controller;
      if (signal.aborted) controller.abort(signal.reason as Error);
      else hooks.onSent?.();
    },
    onBodySent(chunk: Uint8Array) {
      hooks.onTaken?.(chunk.length);
    },
    onResponseStart(controller, status, _headers, statusText = '') {
      if (status < 200) return;
      if (forwardTo && status === 407) {
        const refusal = new ProxyFailure(forwardTo.name, status);
        fail(refusal);
        controller.abort(refusal);
        return;
      }
      received = new ReadableBody(controller);
      resolve({ status, statusText, headers: pairs(controller.rawHeaders), body: received });
    },
    onResponseData(_controller, chunk) {
      received?.push(chunk);
    },
    onResponseEnd() {
      signal.removeEventListener('abort', abort);
      received?.end();
    },
    onResponseError(_controller, error) {
      fail(error);
    },
  });
  return promise;
}

/** A single piece is written at once; an iterable costs a turn of the event loop for each. */
function toUndici(body: WireBody): Uint8Array {
  const chunks = body.chunks();
  // Any iterable of bytes is taken, though the types name streams only.
  return Array.isArray(chunks) && chunks.length === 1 ? (chunks[0] as Uint8Array) : (chunks as Uint8Array);
}

function pairs(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  // Of HTTP/1 they are bytes, though the types name more.
  const texts = Array.from(raw as readonly Buffer[], (part) => part.toString('latin1'));
  return Array.from({ length: texts.length / 2 }, (_, i) => [texts[2 * i] ?? '', texts[2 * i + 1] ?? '']);
}
