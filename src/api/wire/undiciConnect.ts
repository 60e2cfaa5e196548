/** How undici's dispatchers reach a host: directly, or through a tunnel that a proxy opens (CONNECT). */
import { Socket } from 'node:net';
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import buildConnector from 'undici/lib/core/connect.js';
import type { Proxy } from './proxy';
import { ProxyFailure } from './transport';

export type Connector = BuildConnector.connector;

export interface ConnectSettings {
  readonly ca: (() => string[]) | undefined;
  readonly timeoutMs: number;
  readonly rejectUnauthorized?: boolean | undefined;
}

/** A connector whose certificates are read when it first needs them: reading the system's takes a while. */
export function directConnector({ ca, timeoutMs, rejectUnauthorized = true }: ConnectSettings): Connector {
  const make = (trusted?: string[]) =>
    buildConnector({
      timeout: timeoutMs,
      allowH2: false,
      rejectUnauthorized,
      ...(trusted && { ca: trusted }),
    });
  const plain = make();
  let secure: Connector | undefined;
  return (options, callback) => {
    const connect = options.protocol === 'https:' ? (secure ??= make(ca?.())) : plain;
    connect(options, callback);
  };
}

/** A connector that marks its failures as failures of the proxy. */
export function proxyConnector(proxy: Proxy, settings: ConnectSettings): Connector {
  const connect = directConnector(settings);
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) callback(new ProxyFailure(proxy.name, undefined, error), null);
      else callback(null, socket);
    });
  };
}

/**
 * A connector that has the proxy open a tunnel and does TLS with the service inside it.
 * @param toProxy reaches the proxy; its TLS settings concern the proxy alone
 * @param inside does TLS with the service; its settings concern the service alone
 * @param open the proxy's clients that are at work, for the owner to end
 */
export function tunnelConnector(
  proxy: Proxy,
  toProxy: Connector,
  inside: Connector,
  timeoutMs: number,
  open: Set<Dispatcher>,
): Connector {
  return (options, callback) => {
    const target = options.port ? (options.host ?? '') : `${options.host ?? ''}:443`;
    const client = new Client(proxy.origin, { connect: toProxy, headersTimeout: timeoutMs });
    open.add(client);
    const end = (error: Error | undefined, socket?: Socket) => {
      if (!open.delete(client)) return;
      // Its only socket, if there is one, belongs to the caller now.
      void client.destroy();
      if (socket) inside({ ...options, httpSocket: socket }, callback);
      else callback(error ?? new ProxyFailure(proxy.name, undefined), null);
    };
    client.dispatch(
      { method: 'CONNECT', path: target, headers: { host: target, ...proxy.headers } },
      {
        onRequestStart() {
          // Required of every handler.
        },
        onRequestUpgrade(_controller, status, _headers, socket) {
          if (status === 200 && socket instanceof Socket) {
            end(undefined, socket);
            return;
          }
          socket.on('error', () => undefined).destroy();
          end(new ProxyFailure(proxy.name, status));
        },
        onResponseError(_controller, error) {
          end(error instanceof ProxyFailure ? error : new ProxyFailure(proxy.name, undefined, error));
        },
      },
    );
  };
}
