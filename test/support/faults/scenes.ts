/** Places where calls go wrong: a fault on the wire, or on the way there. */
import type { Exchange, Transport, UndiciTransportOptions } from '../../../src/api';
import { createUndiciTransport } from '../../../src/api';
import { type EasyClient, BOTH_TRANSPORTS, makeClient } from '../apiClient';
import { FAULTS, FAULTS_OF_RECORDS, NO_SUCH_HOST, type Fault } from './faults';
import { answering, startHttpServer, type HttpServer } from '../httpServer';
import { startProxyServer, type ProxyOptions } from '../proxyServer';
import { holdQuietPort } from '../quietPort';
import { startRawServer } from '../rawServer';
import { testCertificates, type Identity } from '../tls';

/** One place, for one call. */
export interface Scene {
  /** Of the service. */
  readonly url: string;
  open(): { readonly client: EasyClient; readonly exchanges: readonly Exchange[] };
  /** Requests that the service has seen. */
  requests(): number;
  close(): Promise<void>;
}

export interface Scenes {
  readonly transport: string;
  readonly make: () => Promise<Scene>;
}

export type SceneMakers = Readonly<Record<string, () => Promise<readonly Scenes[]> | readonly Scenes[]>>;

/** Faults of the service on the wire, over both transports. */
export const WIRE: SceneMakers = Object.fromEntries(
  Object.entries(FAULTS)
    .filter(([what]) => !(what in FAULTS_OF_RECORDS))
    .map(([what, fault]) => [
      what,
      () =>
        BOTH_TRANSPORTS.map(({ name, make }) => ({ transport: name, make: () => onTheWire(fault, make()) })),
    ]),
);

async function onTheWire({ respond, timeoutMs = 60_000 }: Fault, transport: Transport): Promise<Scene> {
  const server = await startRawServer(respond);
  return {
    url: server.url,
    open: () => makeClient(server.url, transport, { timeoutMs }),
    requests: () => server.heads.length,
    close: async () => {
      await transport.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Faults on the way: names, ports, certificates, proxies. Those of a proxy over the transport that gets its address. */
export const PLACES: SceneMakers = {
  'a host that there is not': () =>
    BOTH_TRANSPORTS.map(({ name, make }) => ({
      transport: name,
      make: () => nowhere(NO_SUCH_HOST, make()),
    })),
  'a port where nobody listens': () =>
    BOTH_TRANSPORTS.map(({ name, make }) => ({ transport: name, make: () => unheard(make()) })),
  'a certificate of an unknown issuer': () => withCertificate(testCertificates().good),
  'a certificate signed by itself': () => withCertificate(testCertificates().selfSigned),
  'a certificate that has expired': () => withCertificate(testCertificates().expired, true),
  'a certificate of another name': () => withCertificate(testCertificates().wrongName, true),
  'a proxy that is not there': () => behindProxy(undefined),
  'a proxy that wants a password': () => behindProxy({ authorization: 'Basic eDp5' }),
  'a proxy that refuses': () => behindProxy({ refuse: 403 }),
};

function nowhere(url: string, transport: Transport): Promise<Scene> {
  return Promise.resolve({
    url,
    open: () => makeClient(url, transport),
    requests: () => 0,
    close: () => transport.close(),
  });
}

async function unheard(transport: Transport): Promise<Scene> {
  const quiet = await holdQuietPort();
  const scene = await nowhere(`http://${quiet.host}`, transport);
  return {
    ...scene,
    close: async () => {
      await scene.close();
      await quiet[Symbol.asyncDispose]();
    },
  };
}

/** @param trusted whether the issuer is trusted, so that something else must be wrong */
function withCertificate(identity: Identity, trusted = false): readonly Scenes[] {
  const options: UndiciTransportOptions = trusted ? { ca: [testCertificates().ca] } : {};
  const others = trusted ? [] : BOTH_TRANSPORTS.filter(({ name }) => name !== 'undici');
  const makers = [{ name: 'undici', make: () => createUndiciTransport(options) }, ...others];
  return makers.map(({ name, make }) => ({ transport: name, make: () => secure(identity, make()) }));
}

async function secure(identity: Identity, transport: Transport): Promise<Scene> {
  const server = await service(identity);
  return {
    url: server.url,
    open: () => makeClient(server.url, transport),
    requests: () => server.seen.length,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** @param options of the proxy; undefined for one that is not there */
function behindProxy(options: ProxyOptions | undefined): readonly Scenes[] {
  const make = async (): Promise<Scene> => {
    const server = await service(testCertificates().good);
    const [address, proxy] = options ? await running(options) : await absent();
    const transport = createUndiciTransport({ ca: [testCertificates().ca], proxy: address });
    return {
      url: server.url,
      open: () => makeClient(server.url, transport),
      requests: () => server.seen.length,
      close: async () => {
        await transport.close();
        await proxy[Symbol.asyncDispose]();
        await server.close();
      },
    };
  };
  return [{ transport: 'undici', make }];
}

async function running(options: ProxyOptions): Promise<[address: string, AsyncDisposable]> {
  const proxy = await startProxyServer(options);
  return [proxy.url, proxy];
}

async function absent(): Promise<[address: string, AsyncDisposable]> {
  const quiet = await holdQuietPort();
  return [`http://${quiet.host}`, quiet];
}

function service(identity?: Identity): Promise<HttpServer> {
  return startHttpServer(answering(200, { success: true, message: '', data: {} }), identity);
}
