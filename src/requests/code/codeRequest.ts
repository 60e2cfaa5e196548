import { fileURLToPath } from 'node:url';
import type { Exchange, RequestBody } from '../../api/model/exchange';
import { isJsonText } from '../../util/lenient';

/** What every kind of generated code needs of an exchange, made harmless once. */
export interface CodeRequest {
  /** Letters, digits, hyphens, dots and underscores; upper case. */
  readonly method: string;
  /** Absolute, percent-encoded. */
  readonly url: string;
  /** Without Authorization, and without what every tool computes by itself. Values are one line. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether the request carried the key. */
  readonly authorized: boolean;
  readonly body?: { readonly kind: 'text'; readonly text: string } | CodeForm;
}

export interface CodeForm {
  readonly kind: 'multipart';
  readonly fields: readonly (readonly [name: string, value: string])[];
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
export function readRequest(exchange: Exchange): CodeRequest {
  const { headers, body } = exchange.request;
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const kept = headers
    .filter(([name]) => isKept(name, body))
    .map(([name, value]) => [name, oneLine(value)] as const);
  // Other text was sent without a type.
  const untypedJson = body?.kind === 'json' && !typed && isJsonText(body.text);
  return {
    method: exchange.method.replace(/[^\w.-]|^[-.]+/g, '').toUpperCase() || 'GET',
    url: URL.parse(exchange.url)?.href ?? encodeURI(exchange.url.toWellFormed()),
    headers: untypedJson ? [...kept, ['Content-Type', 'application/json']] : kept,
    authorized: headers.some(([name]) => name.toLowerCase() === 'authorization'),
    ...(body === undefined ? {} : { body: readBody(body) }),
  };
}

/** Whether the body is text that was sent without a type. Most programs add one of their own. */
export function isUntyped({ headers, body }: CodeRequest): boolean {
  return body?.kind === 'text' && !headers.some(([name]) => name.toLowerCase() === 'content-type');
}

function isKept(name: string, body: RequestBody | undefined): boolean {
  const lower = name.toLowerCase();
  // Each multipart body has a new boundary, and with it a new content type.
  const remade = lower === 'content-type' && body?.kind !== 'json';
  return /^[\w!#%&*+.^|~-]+$/.test(name) && !COMPUTED.has(lower) && !remade;
}

function readBody(body: RequestBody): NonNullable<CodeRequest['body']> {
  if (body.kind === 'json') return { kind: 'text', text: clean(body.text) };
  const { fieldName, name, mimeType, uri } = body.file;
  return {
    kind: 'multipart',
    fields: Object.entries(body.fields).map(([field, value]) => [clean(field), clean(value)] as const),
    file: {
      fieldName: clean(fieldName),
      name: clean(name),
      mimeType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream',
      path: clean(localPath(uri) ?? name),
    },
  };
}

function localPath(uri: string | undefined): string | undefined {
  if (uri?.startsWith('file:') !== true) return undefined;
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

function oneLine(value: string): string {
  return clean(value).replace(/[\r\n]+/g, ' ');
}
