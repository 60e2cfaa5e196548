/** Places where calls go wrong: a fault on the wire, or on the way there. */
import type { Exchange, PaymentsClient, Transport, UndiciTransportOptions } from '../../src/api';
import { createUndiciTransport } from '../../src/api';
import { makeClient, TRANSPORTS } from './apiClient';
import { FAULTS, type Fault } from './faults';
import { sendJson, startHttpServer, type HttpServer } from './httpServer';
import { startProxyServer, type ProxyOptions } from './proxyServer';
import { startRawServer } from './rawServer';
import { testCertificates, type Identity } from './tls';

/** One place, for one call. */
export interface Scene {
  open(): { readonly client: PaymentsClient; readonly exchanges: readonly Exchange[] };
  /** Requests that the service has seen. */
  requests(): number;
  close(): Promise<void>;
}

export interface Scenes {
  readonly transport: string;
  readonly make: () => Promise<Scene>;
}

type SceneMakers = Readonly<Record<string, () => Promise<readonly Scenes[]> | readonly Scenes[]>>;

/** Faults of the service on the wire, over both transports. */
export const WIRE: SceneMakers = Object.fromEntries(
  Object.entries(FAULTS)
    // Only the shape of the file records is wrong in these: other operations do not look at it.
    .filter(([what]) => !['a record without its id', 'an envelope without message'].includes(what))
    .map(([what, fault]) => [
      what,
      () => TRANSPORTS.map(({ name, make }) => ({ transport: name, make: () => onTheWire(fault, make()) })),
    ]),
);

async function onTheWire({ respond, timeoutMs = 10_000 }: Fault, transport: Transport): Promise<Scene> {
  const server = await startRawServer(respond);
  return {
    open: () => makeClient(server.url, transport, { timeoutMs }),
    requests: () => server.heads.length,
    close: async () => {
      await transport.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Its first part is longer than names may be, so that it is refused without asking anyone. */
const NO_SUCH_HOST = `https://${'a'.repeat(64)}.invalid`;

/** Faults on the way: names, ports, certificates, proxies. Those of a proxy over the transport that is told of it. */
export const PLACES: SceneMakers = {
  'a host that there is not': () =>
    TRANSPORTS.map(({ name, make }) => ({
      transport: name,
      make: () => nowhere(NO_SUCH_HOST, make()),
    })),
  'a port where nobody listens': () =>
    TRANSPORTS.map(({ name, make }) => ({ transport: name, make: () => unheard(make()) })),
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
    open: () => makeClient(url, transport),
    requests: () => 0,
    close: () => transport.close(),
  });
}

async function unheard(transport: Transport): Promise<Scene> {
  const server = await service();
  await server.close();
  return nowhere(server.url, transport);
}

/** @param trusted whether the issuer is trusted, so that something else must be wrong */
function withCertificate(identity: Identity, trusted = false): readonly Scenes[] {
  const options: UndiciTransportOptions = trusted ? { ca: [testCertificates().ca] } : {};
  const others = trusted ? [] : TRANSPORTS.filter(({ name }) => name !== 'undici');
  const makers = [{ name: 'undici', make: () => createUndiciTransport(options) }, ...others];
  return makers.map(({ name, make }) => ({ transport: name, make: () => secure(identity, make()) }));
}

async function secure(identity: Identity, transport: Transport): Promise<Scene> {
  const server = await service(identity);
  return {
    open: () => makeClient(server.url, transport),
    requests: () => server.seen.length,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

function behindProxy(options: ProxyOptions | undefined): readonly Scenes[] {
  const make = async (): Promise<Scene> => {
    const server = await service(testCertificates().good);
    const proxy = await startProxyServer(options);
    if (options === undefined) await proxy.close();
    const transport = createUndiciTransport({ ca: [testCertificates().ca], proxy: proxy.url });
    return {
      open: () => makeClient(server.url, transport),
      requests: () => server.seen.length,
      close: async () => {
        await transport.close();
        await proxy.close();
        await server.close();
      },
    };
  };
  return [{ transport: 'undici', make }];
}

function service(identity?: Identity): Promise<HttpServer> {
  return startHttpServer((_request, response) => {
    sendJson(response, 200, { success: true, message: '', data: {} });
  }, identity);
}
