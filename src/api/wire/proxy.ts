/** Which proxy a request takes, from settings as an editor has them. Pure. */

export interface ProxySettings {
  readonly proxy?: string;
  readonly noProxy?: string;
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
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const credentials = url.username === '' ? undefined : `${decode(url.username)}:${decode(url.password)}`;
  const authorization =
    proxyAuthorization?.trim() ||
    (credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`);
  return {
    origin: url.origin,
    name: url.host,
    headers: authorization === undefined ? {} : { 'proxy-authorization': authorization },
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a host is reached directly: the entries are host names that include their subdomains,
 * `*.host` for the subdomains alone, `*` for all, each optionally with a port.
 * @param noProxy entries separated by commas or spaces
 */
export function bypassesProxy(noProxy: string | undefined, url: URL): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return (noProxy ?? '').split(/[,\s]+/).some((entry) => {
    const [, name = '', entryPort] = /^(\[.*\]|[^:]*|.*:.*:.*)(?::(\d+))?$/.exec(entry) ?? [];
    const pattern = bare(name);
    if (pattern === '' || (entryPort !== undefined && entryPort !== port)) return false;
    if (pattern === '*') return true;
    const domain = pattern.replace(/^\*?\./, '');
    return host.endsWith(`.${domain}`) || (host === domain && !pattern.startsWith('*'));
  });
}

/** A host name to compare: lower case, no brackets, no final dot. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');
}
