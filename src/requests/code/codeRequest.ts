import { fileURLToPath } from 'node:url';
import type { Exchange, RequestBody } from '../../api/model/exchange';
import { escapeName } from '../../api/wire/multipart';
import { isJsonText } from '../../util/lenient';

/** What every kind of generated code needs of an exchange, made harmless once. */
export interface CodeRequest {
  /** Letters, digits, hyphens, dots and underscores; upper case. */
  readonly method: string;
  /** Absolute, percent-encoded. */
  readonly url: string;
  /** Without Authorization, and without what every tool computes by itself. Names may hold quotes. Values are one line. */
  readonly headers: readonly Pair[];
  /** Whether the request carried the key. */
  readonly authorized: boolean;
  /** Whether the body is text that was sent without a type. Most programs add one of their own. */
  readonly isUntyped: boolean;
  /** The body, where it is one. */
  readonly text?: string;
  readonly form?: CodeForm;
}

export type Pair = readonly [name: string, value: string];

export interface CodeForm {
  readonly fields: readonly Pair[];
  readonly file: {
    readonly fieldName: string;
    /** The name that is sent. */
    readonly name: string;
    readonly mimeType: string;
    /** Where the file lies, or its name where that is not a path on this machine. */
    readonly path: string;
  };
}

/** The environment variable that holds the key in all generated code. */
export const KEY_VARIABLE = 'PAYMENTS_API_KEY';

/** These are computed by whatever sends the request; repeating them breaks it when it is changed. */
const COMPUTED = new Set([
  'authorization',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'user-agent',
]);

/** Reads an exchange, of which nothing is trusted: it may come from somebody else's file. */
export function codeRequestOf(exchange: Exchange): CodeRequest {
  const { headers, body } = exchange.request;
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const kept = headers
    .filter(([name]) => isKept(name, body))
    .map(([name, value]) => [name, oneLine(value)] as const);
  // Other text was sent without a type.
  const isJson = body?.kind === 'json' && !typed && isJsonText(body.text);
  return {
    method: exchange.method.replace(/[^\w.-]|^[-.]+/g, '').toUpperCase() || 'GET',
    url: URL.parse(exchange.url)?.href ?? encodeURI(exchange.url.toWellFormed()),
    headers: isJson ? [...kept, ['Content-Type', 'application/json']] : kept,
    authorized: headers.some(([name]) => name.toLowerCase() === 'authorization'),
    isUntyped: body?.kind === 'json' && !typed && !isJson,
    ...(body?.kind === 'json' && { text: clean(body.text) }),
    ...(body?.kind === 'multipart' && { form: readForm(body) }),
  };
}

function isKept(name: string, body: RequestBody | undefined): boolean {
  const lower = name.toLowerCase();
  // Each multipart body has a new boundary, and with it a new content type.
  const remade = lower === 'content-type' && body?.kind !== 'json';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !COMPUTED.has(lower) && !remade;
}

function readForm({ fields, file }: Extract<RequestBody, { kind: 'multipart' }>): CodeForm {
  const { fieldName, name, mimeType, uri } = file;
  return {
    fields: Object.entries(fields).map(([field, value]) => [clean(field), clean(value)] as const),
    file: {
      fieldName: clean(fieldName),
      name: clean(name),
      mimeType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream',
      path: clean(localPath(uri) ?? name),
    },
  };
}

/** Undefined where it is no file on this machine. */
function localPath(uri = ''): string | undefined {
  try {
    return fileURLToPath(uri, { windows: /^file:\/\/(?:\/[A-Za-z](?::|%3A)|[^/])/i.test(uri) });
  } catch {
    return undefined;
  }
}

/** No language's source can hold a zero character or half of a surrogate pair. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** Text whose line breaks are spaces. */
export function oneLine(value: string): string {
  return clean(value).replace(/[\r\n]+/g, ' ');
}

/** A request as a language writes it. */
export interface Written extends CodeRequest {
  /** The address as a literal. */
  readonly address: string;
  /** The values are expressions; the header with the key comes first. */
  readonly headers: readonly Pair[];
  /** A literal. */
  readonly text?: string;
}

/**
 * Writes a request in a language.
 * @param quote writes text as a literal
 * @param key the expression for the value that holds the key
 */
export function writtenIn(request: CodeRequest, quote: (text: string) => string, key: string): Written {
  const { authorized, text, url } = request;
  const others = request.headers.map(([name, value]): Pair => [name, quote(value)]);
  return {
    ...request,
    address: quote(strictAddress(url)),
    headers: authorized ? [['Authorization', key], ...others] : others,
    ...(text !== undefined && { text: quote(text) }),
  };
}

/**
 * An address with every character escaped that RFC 3986 does not allow. The URL standard leaves some of them in queries,
 * such as braces, and the URI classes of Ruby and Java refuse these.
 */
function strictAddress(url: string): string {
  const origin = URL.parse(url)?.origin ?? '';
  const at = url.startsWith(origin) ? origin.length : 0;
  return url.slice(0, at) + url.slice(at).replace(/[[\]{}|\\^`"<> ]/g, encodeURIComponent);
}

/** Whether a name came before among the pairs, in whatever case: most languages overwrite a value that is set twice. */
export function isRepeated(pairs: readonly Pair[], index: number): boolean {
  const name = pairs[index]?.[0].toLowerCase();
  return pairs.slice(0, index).some(([other]) => other.toLowerCase() === name);
}

/** A line for each pair. */
export function lines(
  pairs: readonly Pair[],
  line: (name: string, value: string, index: number) => string,
): string {
  return pairs.map(([name, value], index) => `${line(name, value, index)}\n`).join('');
}

/** The headers of the content, which some languages keep apart, and the headers of the request. */
export function splitHeaders(headers: readonly Pair[]): { ofContent: Pair[]; ofRequest: Pair[] } {
  const isOfContent = ([name]: Pair) => /^content-/i.test(name);
  return {
    ofContent: headers.filter(isOfContent),
    ofRequest: headers.filter((header) => !isOfContent(header)),
  };
}

/** Names as browsers escape them (HTML, "Multipart form data"): all else is UTF-8 as it is. */
export function dispositionOf(fieldName: string, fileName?: string): string {
  const file = fileName === undefined ? '' : `; filename="${escapeName(fileName)}"`;
  return `form-data; name="${escapeName(fieldName)}"${file}`;
}
