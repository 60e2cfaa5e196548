/** The default transport: parts of undici, with proxies, certificates and timeouts as the settings say. */
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { ReadableBody } from './readableBody';
import { type Proxy, type ProxySettings, bypassesProxy, readProxy, shownProxy } from './proxy';
import {
  ProxyFailure,
  type SendHooks,
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
    send: (request, hooks) =>
      new Promise((resolve, reject) => {
        const route = routes.choose(request.url);
        new Sending(request, hooks, route, resolve, reject).start();
      }),
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

/** One request on its way, as undici calls back about it. */
class Sending implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest;
  readonly #hooks: SendHooks;
  readonly #route: Route;
  readonly #resolve: (response: WireResponse) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #body: ReadableBody | undefined;

  constructor(
    request: WireRequest,
    hooks: SendHooks,
    route: Route,
    resolve: (response: WireResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#hooks = hooks;
    this.#route = route;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(): void {
    const { method, url, target, headers, body, signal } = this.#request;
    const { agent, forwardTo } = this.#route;
    if (signal.aborted) {
      this.#fail(signal.reason);
      return;
    }
    signal.addEventListener('abort', this.#abort);
    const path = target ?? url.pathname + url.search;
    const flat = headers.flat();
    if (body) flat.push('content-length', String(body.length));
    if (forwardTo) flat.push(...Object.entries(forwardTo.headers).flat(), 'host', url.host);
    agent.dispatch(
      {
        origin: forwardTo?.origin ?? url.origin,
        path: forwardTo ? url.origin + path : path,
        method,
        headers: flat,
        body: body ? toUndici(body) : null,
      },
      this,
    );
  }

  /** A request that has no connection yet is only given up here; it is stopped when it gets one. */
  readonly #abort = (): void => {
    const reason = this.#request.signal.reason as Error;
    if (this.#controller) this.#controller.abort(reason);
    this.#fail(reason);
  };

  #fail(error: unknown): void {
    this.#request.signal.removeEventListener('abort', this.#abort);
    if (this.#body) this.#body.fail(error);
    else this.#reject(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { signal } = this.#request;
    if (signal.aborted) controller.abort(signal.reason as Error);
    else this.#hooks.onSent?.();
  }

  onBodySent(chunk: Uint8Array): void {
    this.#hooks.onTaken?.(chunk.length);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _: unknown,
    statusText = '',
  ): void {
    if (status < 200) return;
    const { forwardTo } = this.#route;
    if (forwardTo && status === 407) {
      const refusal = new ProxyFailure(forwardTo.name, status);
      this.#fail(refusal);
      controller.abort(refusal);
      return;
    }
    this.#body = new ReadableBody(controller);
    this.#resolve({ status, statusText, headers: pairs(controller.rawHeaders), body: this.#body });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#request.signal.removeEventListener('abort', this.#abort);
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }
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
