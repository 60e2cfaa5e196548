import { percentDecoded } from '../../util/lenient';

export interface ProxySettings {
  /** Address of the proxy for every request, `http://[user:password@]host:port` or https. */
  readonly proxy?: string;
  /** Hosts that are reached directly, separated by commas or spaces. */
  readonly noProxy?: string;
  /** Value of the Proxy-Authorization header; wins over credentials in the address. */
  readonly proxyAuthorization?: string;
}

export interface Proxy {
  readonly origin: string;
  /** Host and port, for messages. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the address of a proxy; credentials in it become a header.
 * @returns undefined when the address is not one of an HTTP proxy
 */
export function readProxy({ proxy, proxyAuthorization }: ProxySettings): Proxy | undefined {
  const address = proxy?.trim() ?? '';
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  // A password with a slash in it: what is taken for the host is the user then.
  if (/@|%40/.test(url.pathname + url.search + url.hash)) return undefined;
  const credentials =
    url.username === '' ? undefined : `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  const authorization =
    proxyAuthorization?.trim() ||
    (credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`);
  return {
    origin: url.origin,
    name: url.host,
    headers: authorization === undefined ? {} : { 'proxy-authorization': authorization },
  };
}

/**
 * What may be shown of an address that is not one of an HTTP proxy: user and password can be anywhere in it, so only how
 * it begins.
 */
export function shownProxy(address: string): string {
  const scheme = /^[a-z][a-z\d+.-]{0,20}:\/\//i.exec(address.trim())?.[0] ?? '';
  return `${scheme}…`;
}

/**
 * Whether a host is reached directly: the entries are host names that include their subdomains,
 * `*.host` for the subdomains alone, `*` for all, each optionally with a port.
 * @param noProxy entries separated by commas or spaces
 */
export function bypassesProxy(noProxy: string | undefined, url: URL): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return (noProxy ?? '').split(/[,\s]/).some((entry) => {
    const [name, entryPort] = nameAndPort(entry);
    const pattern = bare(name);
    if (entryPort !== undefined && entryPort !== port) return false;
    if (pattern === '*') return true;
    const domain = pattern.replace(/^\*?\./, '');
    return host.endsWith(`.${domain}`) || (host === domain && !pattern.startsWith('*'));
  });
}

/** An IPv6 address with a port is in brackets; without one it need not be. */
function nameAndPort(entry: string): readonly [name: string, port: string | undefined] {
  const colon = entry.lastIndexOf(':');
  const name = entry.slice(0, Math.max(colon, 0));
  const isName = !name.includes(':') || name.endsWith(']');
  return colon < 0 || !isName ? [entry, undefined] : [name, entry.slice(colon + 1)];
}

/** A host name to compare: lower case, no brackets, no final dot. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/[[\]]/g, '')
    .replace(/(?<=.)\.$/, '');
}
