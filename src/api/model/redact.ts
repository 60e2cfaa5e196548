/**
 * Takes keys out of everything that is kept, shown or thrown. It is applied once, where an exchange, an
 * answer or an error is made, so that no sink behind it has to take care.
 */
import type { HeaderList } from './exchange';

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

/** From this length on a key is found anywhere and in every form; what is shorter also occurs by chance. */
const LONG = 8;

/**
 * Makes a redactor for these keys: plain, percent-encoded, quoted-printable, HTML-escaped, escaped as in JSON and in
 * programming languages (`\x73`, `\163`), in hexadecimal, in base64 and base64url, also broken over lines. A key of
 * fewer than 8 characters is found as a whole word only, and not in hexadecimal or base64: "test" as a key must not
 * empty every text that holds "latest". Takes linear time.
 * @param keys all keys that must not be kept, of whichever environment; empty ones are passed over
 */
export function createRedactor(keys: readonly string[]): Redactor {
  const known = [...new Set(keys)].filter((key) => key !== '').toSorted((a, b) => b.length - a.length);
  const plain = patternOf(known, (key) => [literal(key)]);
  const encoded = patternOf(known, (key) => [Array.from(key, usualForms).join('')]);
  const rarelyEncoded = patternOf(known, (key) => [Array.from(key, allForms).join(SOFT_BREAK)]);
  const bytes = patternOf(
    known.filter((key) => key.length >= LONG),
    (key) => [hexForm(key), ...base64Forms(key)],
  );
  // No form of a key is shorter than the key itself.
  const shortest = Math.min(...known.map(({ length }) => length));
  const text = (value: string) => {
    if (value.length < shortest) return value;
    // The slow patterns only where a text can hold what they look for.
    const escaped = RARE.test(value) ? rarelyEncoded : /[%\\&+]/.test(value) ? encoded : plain;
    const masked = mask(mask(value, escaped), bytes);
    return /[\r\n]|\\[rn]/.test(masked) ? maskBroken(masked, bytes) : masked;
  };
  return {
    text,
    json: (value) => (changes(value, text) ? mapJson(value, text) : value),
    headers: (list) => list.map(([name, value]) => [text(name), headerValue(name, value, text)] as const),
    url: (url) => text(url).replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, '$1'),
  };
}

function patternOf(keys: readonly string[], forms: (key: string) => string[]): RegExp | undefined {
  const sources = keys.flatMap((key) => forms(key).map((form) => wholeWord(key, form)));
  return sources.length === 0 ? undefined : new RegExp(sources.join('|'), 'gu');
}

function wholeWord(key: string, form: string): string {
  return key.length >= LONG ? form : `(?<![A-Za-z0-9])${form}(?![A-Za-z0-9])`;
}

function mask(text: string, pattern: RegExp | undefined): string {
  return pattern === undefined ? text : text.replace(pattern, MASK);
}

/**
 * Masks what matches once the breaks of its lines are left out. Without them, and not by a pattern that knows them: a
 * pattern would walk a run of breaks again from each place in it, and runs out of stack in one of megabytes.
 */
function maskBroken(text: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return text;
  const joined = text.replace(BREAKS, '');
  if (joined.search(pattern) < 0) return text;
  const breaks = text.matchAll(BREAKS);
  let next = breaks.next();
  let left = 0;
  /** Where in the text a character of the joined one is. */
  const place = (index: number): number => {
    for (; next.done !== true && next.value.index - left <= index; next = breaks.next()) {
      left += next.value[0].length;
    }
    return index + left;
  };
  const parts: string[] = [];
  let kept = 0;
  for (const { 0: match, index } of joined.matchAll(pattern)) {
    parts.push(text.slice(kept, place(index)), MASK);
    kept = place(index + match.length - 1) + 1;
  }
  return parts.join('') + text.slice(kept);
}

/** A pattern for exactly this text. */
function literal(text: string): string {
  return Array.from(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join('');
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
  return parts.length === 0 ? json : parts.join('') + json.slice(kept);
}

/** Where the query in a JSON string begins, if it has one, and where the string ends. @param start behind its quote */
function scanString(json: string, start: number): { query: number | undefined; end: number } {
  let query: number | undefined;
  let at = start;
  for (; at < json.length && json[at] !== '"'; at += 1) {
    if (json[at] === '?') query ??= at;
    if (json[at] !== '\\') continue;
    if (/^\\u003f$/i.test(json.slice(at, at + 6))) query ??= at;
    at += 1;
  }
  return { query, end: Math.min(at, json.length) };
}

/** What only quoted-printable and the escapes of programming languages hold. */
const RARE = /=(?:[\dA-Fa-f]{2}|[\r\n]|\\+[rn])|\\(?:[xU0-7]|u\{)|%(?:25){0,3}5[cC](?:[xU0-7]|u(?:\{|%))/;
/** A line break that quoted-printable puts anywhere, also inside a JSON string. */
const SOFT_BREAK = '(?:=(?:\\r?\\n|(?:\\\\{1,4}r)?\\\\{1,4}n))?';

/** A backslash, itself perhaps percent-encoded. */
const BACKSLASH = '(?:\\\\|%(?:25){0,3}5[cC])';
const ENTITIES: Record<string, string> = { '"': 'quot', "'": 'apos', '&': 'amp', '<': 'lt', '>': 'gt' };

/** A pattern for a character as it is, or escaped in any of the ways of the web. */
function usualForms(character: string): string {
  return `(?:${escapes(character).join('|')})`;
}

/** A pattern for a character in the usual forms, in quoted-printable, or in the escapes of programming languages. */
function allForms(character: string): string {
  const bytes = [...Buffer.from(character)];
  const code = hex(character.codePointAt(0) ?? 0, 1);
  const byHex = bytes.map((byte) => `${BACKSLASH}{1,4}x${hex(byte, 2)}`).join('');
  const byOctal = bytes.map((byte) => `${BACKSLASH}{1,4}0{0,2}${byte.toString(8)}`).join('');
  const byPoint = `${BACKSLASH}{1,4}(?:u\\{0{0,4}${code}\\}|U0{0,6}${code})`;
  const quoted = bytes.map((byte) => `=${hex(byte, 2)}`).join('');
  return `(?:${[byHex, byOctal, byPoint, ...escapes(character), quoted].join('|')})`;
}

function escapes(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('');
  const plain = `(?:\\u{${code.toString(16)}}|${percent})`;
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  const unicode = units.map((unit) => `${BACKSLASH}{1,4}u${hex(unit, 4)}`).join('');
  // Browsers read an entity without its semicolon too, where no further digit follows.
  const decimal = `#0{0,4}${code}(?:;|(?!\\d))`;
  const sixteen = `#[xX]0{0,4}${hex(code, 1)}(?:;|(?![\\da-fA-F]))`;
  const entity = `&(?:${decimal}|${sixteen}|${ENTITIES[character] ?? '#'};)`;
  // The longer escapes first: a lone backslash must not match before its doubled form does.
  const escaped = character === '\\' ? `${BACKSLASH}{2,8}` : `${BACKSLASH}{1,4}${plain}`;
  const special = /["/\\]/.test(character) ? [escaped] : character === ' ' ? ['\\+'] : [];
  return [...special, unicode, entity, plain];
}

/** Hexadecimal digits in either case, as a pattern. */
function hex(value: number, digits: number): string {
  const text = value.toString(16).padStart(digits, '0');
  return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The key's bytes in hexadecimal, in either case. */
function hexForm(key: string): string {
  return [...Buffer.from(key)].map((byte) => hex(byte, 2)).join('[ :-]?');
}

/** Line breaks and indents between the digits of base64 or hexadecimal, also inside a JSON string. */
const BREAKS = /[\r\n\t ]+|\\{1,4}[rnt]/g;

/**
 * Patterns for a key inside base64, at each of the three places where it can begin in a group of three
 * bytes: only the digits that the key alone decides are compared, and the ones it shares are masked along.
 */
function base64Forms(key: string): string[] {
  const bytes = Buffer.from(key);
  const shared = '[A-Za-z0-9+\\/_\\-]';
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const end = (offset + bytes.length) * 8;
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(end / 6));
    const digits = Array.from(own, (digit, index) => {
      if (digit === '+') return '(?:[+\\-]|%2[bB])';
      if (digit === '/') return '(?:\\\\{0,4}[\\/_]|%2[fF])';
      // Behind a backslash it looks like the end of an escaped break, and is left out with it.
      return index === 0 && /[rnt]/.test(digit) ? `${digit}?` : digit;
    });
    const before = offset > 0 ? `${shared}?` : '';
    const after = end % 6 > 0 ? `${shared}?` : '';
    return before + digits.join('') + after;
  });
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

/** Sets a property that may have any name. */
function set(object: object, name: string, value: unknown): void {
  if (name !== '__proto__') {
    (object as Record<string, unknown>)[name] = value;
    return;
  }
  // Defined, not assigned: it is data like any other here.
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
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
  const open: { from: object; to: object }[] = [];
  const copy = (item: unknown): unknown => {
    if (typeof item === 'string') return map(item);
    if (typeof item !== 'object' || item === null) return item;
    const to: object = Array.isArray(item) ? [] : {};
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
