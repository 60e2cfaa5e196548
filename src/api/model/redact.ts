/**
 * Takes keys out of everything that is kept, shown or thrown. It is applied once, where an exchange, an
 * answer or an error is made, so that no sink behind it has to take care.
 */
import type { HeaderList } from './exchange';
import { byteSearch } from './findKeyBytes';
import { keySearch, type Found } from './findKeys';

/** The replacement for a key. */
export const MASK = '••••';

export interface Redactor {
  /** Text of any kind without the keys, however they are encoded in it. */
  text(text: string): string;
  /** A copy of a JSON value without the keys, in strings and in names; the value itself when it holds none. */
  json(value: unknown): unknown;
  /** Headers without keys, credentials and cookies. */
  headers(list: HeaderList): HeaderList;
  /** An address without the keys and without user info. */
  url(url: string): string;
}

/**
 * Makes a redactor for these keys: as `keySearch` finds them, and their bytes in hexadecimal, in base64 and base64url,
 * also broken over lines. A key of fewer than 8 characters is found as a whole word only, and not in hexadecimal or
 * base64: "test" as a key must not empty every text that holds "latest". Takes linear time.
 * @param keys all keys that must not be kept, of whichever environment; empty ones are passed over
 */
export function createRedactor(keys: readonly string[]): Redactor {
  const known = [...new Set(keys)].filter((key) => key !== '');
  const searches = [keySearch(known), ...byteSearch(known)];
  // No form of a key is shorter than the key itself, and without keys all texts are shorter.
  const shortest = Math.min(...known.map(({ length }) => length));
  const text = (value: string) =>
    value.length < shortest ? value : searches.reduce((left, search) => mask(left, search(left)), value);
  return {
    text,
    json: (value) => (changes(value, text) ? mapJson(value, text) : value),
    headers: (list) => list.map(([name, value]) => [text(name), headerValue(name, value, text)] as const),
    url: (url) => text(url).replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, '$1'),
  };
}

function mask(text: string, found: readonly Found[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of found) {
    parts.push(text.slice(kept, start), MASK);
    kept = end;
  }
  return parts.join('') + text.slice(kept);
}

/** An address with `?…` in place of its query, which for a content link is what grants access. */
export function hideQuery(url: string): string {
  return url.replace(/\?[^#]*/, '?…');
}

/**
 * JSON text with `?…` in place of the query of every link in it: every string named `url`, as `contentLink.url` is
 * ("Read a file's details" in docs/api.md), for where it is shown to others. Works on the text, because what is
 * kept is the body as it came.
 */
export function hideLinkQueries(json: string): string {
  const parts: string[] = [];
  let kept = 0;
  // The name, each of its letters as it is or escaped: JSON knows no other way to write it.
  const named = /"(?:u|\\u0075)(?:r|\\u0072)(?:l|\\u006[Cc])"\s*:\s*"/g;
  for (let match = named.exec(json); match !== null; match = named.exec(json)) {
    // By hand: a pattern runs out of stack in a string of megabytes.
    const { query, end } = scanString(json, named.lastIndex);
    if (query !== undefined) {
      parts.push(json.slice(kept, query), '?…');
      kept = end;
    }
    named.lastIndex = end;
  }
  return parts.join('') + json.slice(kept);
}

/** Where the query in a JSON string begins, if it has one, and where the string ends. @param start behind its quote */
function scanString(json: string, start: number): { query: number | undefined; end: number } {
  let query: number | undefined;
  let at = start;
  for (; at < json.length && json[at] !== '"'; at += 1) {
    if (json[at] === '?') query ??= at;
    if (json[at] !== '\\') continue;
    if (/\\u003f/i.test(json.slice(at, at + 6))) query ??= at;
    at += 1;
  }
  return { query, end: Math.min(at, json.length) };
}

const SECRET_HEADERS = /^(?:cookie|set-cookie|proxy-authorization|x-api-key|api-key)$/i;
const LINK_HEADERS = /^(?:location|content-location|link|refresh)$/i;

function headerValue(name: string, value: string, text: (value: string) => string): string {
  if (/^authorization$/i.test(name)) return `${/^ApiKey(?= )/i.exec(value)?.[0] ?? ''} ${MASK}`.trim();
  if (SECRET_HEADERS.test(name)) return MASK;
  return text(value);
}

/** Headers with `?…` in place of the queries of links. */
export function hideLinkHeaders(list: HeaderList): HeaderList {
  return list.map(([name, value]) => [name, LINK_HEADERS.test(name) ? hideQuery(value) : value]);
}

/** Sets a property that may have any name. Only `__proto__` is not a property like any other; assignment is faster. */
function set(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether any string or name of a JSON value would be mapped to another one. Not recursive: a service may nest deeply. */
function changes(value: unknown, map: (text: string) => string): boolean {
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string') {
      if (map(item) !== item) return true;
    } else if (Array.isArray(item)) {
      for (const each of item) open.push(each);
    } else if (typeof item === 'object' && item !== null) {
      for (const name of Object.keys(item)) {
        if (map(name) !== name) return true;
        open.push((item as Record<string, unknown>)[name]);
      }
    }
  }
  return false;
}

/** Copies a JSON value with every string and name mapped. Not recursive: a service may nest deeply. */
function mapJson(value: unknown, map: (text: string) => string): unknown {
  const root: Record<string, unknown> = {};
  const open: { from: object; to: Record<string, unknown> }[] = [];
  const copy = (item: unknown): unknown => {
    if (typeof item === 'string') return map(item);
    if (typeof item !== 'object' || item === null) return item;
    const to = (Array.isArray(item) ? [] : {}) as Record<string, unknown>;
    open.push({ from: item, to });
    return to;
  };
  root['value'] = copy(value);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, item] of Object.entries(next.from)) {
      set(next.to, Array.isArray(next.to) ? name : map(name), copy(item));
    }
  }
  return root['value'];
}
