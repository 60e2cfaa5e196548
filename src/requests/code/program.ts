import { escapeName } from '../../api/wire/multipart';
import { isUntyped, type CodeRequest } from './codeRequest';

/** A request as the writers of programs get it: text is written as literals of the language already. */
export interface Program {
  /** As in `CodeRequest`. */
  readonly method: string;
  readonly url: string;
  /** Names are plain, values are expressions. The key is among them. */
  readonly headers: readonly Pair[];
  readonly content: ProgramContent | undefined;
  /** As `isUntyped`. */
  readonly isUntyped: boolean;
}

export type ProgramContent = { readonly kind: 'text'; readonly text: string } | ProgramForm;

/** A form with fields and one file. */
export interface ProgramForm {
  readonly kind: 'form';
  readonly fields: readonly Pair[];
  /** The value of each field's Content-Disposition, in the order of `fields`. */
  readonly fieldDispositions: readonly string[];
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  /** The whole value of the file part's Content-Disposition, its names escaped as browsers do. */
  readonly disposition: string;
}

export type Pair = readonly [name: string, value: string];

/** How a language writes text, and the key. */
export interface Language {
  readonly quote: (text: string) => string;
  /** An expression for the header's value that holds the key. */
  readonly keyHeader: string;
  readonly write: (program: Program) => string;
}

/** A request in the words of a language. */
export function programOf(request: CodeRequest, { quote, keyHeader, write }: Language): string {
  const key: readonly Pair[] = request.authorized ? [['Authorization', keyHeader]] : [];
  const { body } = request;
  return write({
    method: request.method,
    isUntyped: isUntyped(request),
    url: quote(strictAddress(request.url)),
    headers: [...key, ...request.headers.map(([name, value]) => [name, quote(value)] as const)],
    content:
      body === undefined
        ? undefined
        : body.kind === 'text'
          ? { kind: 'text', text: quote(body.text) }
          : {
              kind: 'form',
              fields: body.fields.map(([name, value]) => [quote(name), quote(value)] as const),
              fieldDispositions: body.fields.map(([name]) => quote(dispositionOf(name))),
              field: quote(body.file.fieldName),
              name: quote(body.file.name),
              type: quote(body.file.mimeType),
              path: quote(body.file.path),
              disposition: quote(dispositionOf(body.file.fieldName, body.file.name)),
            },
  });
}

/**
 * An address with every character escaped that RFC 3986 does not allow. The URL standard leaves some of them in queries,
 * such as braces, and the URI classes of Ruby and Java refuse these.
 */
function strictAddress(url: string): string {
  const origin = URL.parse(url)?.origin ?? '';
  const rest = url.slice(url.startsWith(origin) ? origin.length : 0);
  return url.slice(0, url.length - rest.length) + rest.replace(/[[\]{}|\\^`"<> ]/g, encodeURIComponent);
}

/** Names that came before among the pairs, in whatever case, are told apart: most languages overwrite a value that is set twice. */
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
function dispositionOf(fieldName: string, fileName?: string): string {
  const file = fileName === undefined ? '' : `; filename="${escapeName(fileName)}"`;
  return `form-data; name="${escapeName(fieldName)}"${file}`;
}
