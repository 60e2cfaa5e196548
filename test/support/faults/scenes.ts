/** Places where calls go wrong: a fault on the wire, or on the way there. */
import { type Exchange, type Transport, createUndiciTransport } from '../../../src/api';
import { type EasyClient, BOTH_TRANSPORTS, makeClient } from '../apiClient';
import { FAULTS, NO_SUCH_HOST, type Fault } from './faults';
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

/** A scene in each of these transports, every time with a new one. */
function over(
  make: (transport: Transport) => Promise<Scene>,
  transports: readonly { readonly name: string; readonly make: () => Transport }[] = BOTH_TRANSPORTS,
): readonly Scenes[] {
  return transports.map((each) => ({ transport: each.name, make: () => make(each.make()) }));
}

/** @param ends what ends with it, after the transport */
function scene(
  url: string,
  transport: Transport,
  requests: () => number,
  ends: readonly AsyncDisposable[],
  timeoutMs = 60_000,
): Scene {
  return {
    url,
    open: () => makeClient(url, transport, { timeoutMs }),
    requests,
    async close() {
      await transport.close();
      for (const end of ends) await end[Symbol.asyncDispose]();
    },
  };
}

/** Faults of the service on the wire, over both transports. */
export const WIRE: SceneMakers = Object.fromEntries(
  Object.entries(FAULTS).map(([what, fault]) => [
    what,
    () => over((transport) => onTheWire(fault, transport)),
  ]),
);

async function onTheWire({ respond, timeoutMs }: Fault, transport: Transport): Promise<Scene> {
  const server = await startRawServer(respond);
  return scene(server.url, transport, () => server.heads.length, [server], timeoutMs);
}

/** Faults on the way: names, ports, certificates, proxies. Those of a proxy over the transport that gets its address. */
export const PLACES: SceneMakers = {
  'a host that there is not': () =>
    over((transport) => Promise.resolve(scene(NO_SUCH_HOST, transport, () => 0, []))),
  'a port where nobody listens': () =>
    over(async (transport) => {
      const quiet = await holdQuietPort();
      return scene(`http://${quiet.host}`, transport, () => 0, [quiet]);
    }),
  'a certificate of an unknown issuer': () => withCertificate(testCertificates().good),
  'a certificate signed by itself': () => withCertificate(testCertificates().selfSigned),
  'a certificate that has expired': () => withCertificate(testCertificates().expired, true),
  'a certificate of another name': () => withCertificate(testCertificates().wrongName, true),
  'a proxy that is not there': () => behindProxy(undefined),
  'a proxy that wants a password': () => behindProxy({ authorization: 'Basic eDp5' }),
  'a proxy that refuses': () => behindProxy({ refuse: 403 }),
};

/** @param trusted whether the issuer is trusted, so that something else must be wrong */
function withCertificate(identity: Identity, trusted = false): readonly Scenes[] {
  const make = async (transport: Transport) => {
    const server = await service(identity);
    return scene(server.url, transport, () => server.seen.length, [server]);
  };
  const options = { ca: [testCertificates().ca] };
  return trusted ? over(make, [{ name: 'undici', make: () => createUndiciTransport(options) }]) : over(make);
}

/** @param options of the proxy; undefined for one that is not there */
function behindProxy(options: ProxyOptions | undefined): readonly Scenes[] {
  const make = async (): Promise<Scene> => {
    const server = await service(testCertificates().good);
    const [proxy, end] = options ? await running(options) : await absent();
    const transport = createUndiciTransport({ ca: [testCertificates().ca], proxy });
    return scene(server.url, transport, () => server.seen.length, [end, server]);
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

function service(identity: Identity): Promise<HttpServer> {
  return startHttpServer(answering(200, { success: true, message: '', data: {} }), identity);
}
