import type { Query } from '../../api';
import type { HeaderList } from '../../api/model/exchange';

/** Writes requests as `.http` text. Pure. */

/** A request to write: relative to the addresses of an environment, so that it runs in each of them. */
export interface Written {
  /** What follows `###`. */
  readonly title?: string;
  readonly method: string;
  /** Relative to the API address, with or without `/v1`, with or without a query. */
  readonly path: string;
  readonly query?: Query;
  readonly headers?: HeaderList;
  /** Any value of JSON. */
  readonly body?: unknown;
}

/** Two braces begin a variable. Where no escape exists, this variable replaces one of them. */
const BRACE = '@brace = {';

/** One request, from its `###` to the end of its body. It means exactly what was given. */
export function writeRequest({ title, method, path, query, headers = [], body }: Written): string {
  const own = headers.map(([name, value]) => [name, headerValue(value)] as const);
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const text = body === undefined ? undefined : inertJson(JSON.stringify(body, undefined, 2));
  return [
    ...(title === undefined ? [] : [`### ${oneLine(title)}`]),
    ...(own.some(([, value]) => value.includes('{{brace}}')) ? [BRACE] : []),
    `${method} ${urlOf(path)}${queryText(path, query)}`,
    'Authorization: ApiKey {{apiKey}}',
    ...own.map(([name, value]) => `${name}: ${value}`),
    ...(text === undefined || isTyped ? [] : ['Content-Type: application/json']),
    ...(text === undefined ? [] : ['', text]),
    '',
  ].join('\n');
}

/** An absolute address with the variable of the environment's own address, where it is below one. */
export function withVariables(
  url: string,
  hosts: { readonly apiUrl: string; readonly filesUrl: string } | undefined,
): string {
  if (hosts === undefined) return url;
  const places = [
    [hosts.apiUrl, '{{apiUrl}}'],
    [hosts.filesUrl, '{{filesUrl}}'],
  ] as const;
  // The files address is without the version, so where both are one host the API address is the longer one.
  const isFile = /\/v1\/files(?:[/?]|$)/.test(url.slice(hosts.filesUrl.length));
  for (const [base, name] of isFile ? places.toReversed() : places) {
    if (url.startsWith(`${base}/`)) return name + url.slice(base.length);
  }
  return url;
}

/** Braces of JSON meet only within its strings, where an escape replaces the second. */
export function inertJson(text: string): string {
  return text.replaceAll('{{', '{\\u007b');
}

/** The file operations are served at an address of their own ("Addresses" in docs/api.md). */
function urlOf(path: string): string {
  const bare = `/${path.replace(/^\//, '')}`.replace(/^(?:\/v1(?=[/?]|$))+/, '');
  const place = /^\/files(?:[/?]|$)/.test(bare) ? '{{filesUrl}}/v1' : '{{apiUrl}}';
  return (
    place +
    bare
      .toWellFormed()
      .replaceAll('{{', '%7B%7B')
      .replace(/[\s\p{Cc}]/gu, encodeURIComponent)
  );
}

function queryText(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return values.map((each) => `${encode(name)}=${encode(String(each))}`);
  });
  if (pairs.length === 0) return '';
  return (path.includes('?') ? '&' : '?') + pairs.join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function headerValue(value: string): string {
  return oneLine(value).replaceAll('{{', '{{{brace}}');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}
