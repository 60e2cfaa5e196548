import type { HeaderList, Service } from '../../api/model/exchange';
import type { Hosts } from '../../api/model/requestPlan';
import { t } from '../../util/text';
import { REQUEST_LINE } from './parse/syntax';

/** A request to write: relative to the addresses of an environment, so that it runs in each of them. */
export interface Written {
  /** What follows `###`. */
  readonly title?: string;
  readonly method: string;
  /** The address that it is relative to; the files address for paths below `/files` unless given. */
  readonly service?: Service | undefined;
  /** What follows that address, with or without `/v1`, with or without a query. */
  readonly target: string;
  readonly headers?: HeaderList;
  /** JSON or any other text. */
  readonly body?: string | undefined;
}

/** Two braces begin a variable. Where no escape exists, this one replaces each of them. */
const BRACE = '{{brace}}';
/** Before a line of a body that would be something else, such as `###`. */
const NOTHING = '{{nothing}}';

/** One request, from its `###` to the end of its body. It means exactly what was given. */
export function writeRequest({ title, method, service, target, headers = [], body }: Written): string {
  const lines = [
    `${method} ${urlOf(target, service)}`,
    'Authorization: ApiKey {{apiKey}}',
    ...headers.map((header) => headerLine(header, body)),
    ...(body === undefined ? [] : ['', inertBody(body)]),
    '',
  ];
  return [
    ...(title === undefined ? [] : [`### ${oneLine(title)}`]),
    ...(body?.includes('\r') === true ? [otherLineEnds()] : []),
    ...definitionsIn(lines.join('\n')),
    ...lines,
  ].join('\n');
}

/** A comment for a body whose lines cannot end as they did. */
export function otherLineEnds(): string {
  return `# ${t('Lines of the body end in LF here; they ended otherwise.')}`;
}

/** An absolute address with the variable of the environment's own address, where it is below one. */
export function withVariables(url: string, hosts: Hosts | undefined): string {
  if (hosts === undefined) return url;
  const places = [
    [hosts.apiUrl, '{{apiUrl}}'],
    [hosts.filesUrl, '{{filesUrl}}'],
  ] as const;
  // The files address is without the version, so where both are one host the API address is the longer one.
  const isFile = /^\/v1\/files(?:[/?]|$)/.test(url.slice(hosts.filesUrl.length));
  for (const [base, name] of isFile ? places.toReversed() : places) {
    if (url.startsWith(`${base}/`)) return name + url.slice(base.length);
  }
  return url;
}

/** Text that holds no variable but this one for its braces. It needs `definitionsIn`. */
export function inertText(text: string): string {
  return text.replaceAll('{{', BRACE + BRACE);
}

/** A body of any text, so that exactly its lines are sent. It needs `definitionsIn`. */
export function inertBody(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines
    .map((line, index) => {
      const isEdge = index === 0 || index === lines.length - 1;
      const isSpecial =
        /^\s*[#@<>?/]/.test(line) || REQUEST_LINE.test(line) || (isEdge && line.trim() === '');
      return (isSpecial ? NOTHING : '') + inertText(line);
    })
    .join('\n');
}

/** The definitions that made text needs; they stand above its request line. */
export function definitionsIn(text: string): string[] {
  return [...(text.includes(BRACE) ? ['@brace = {'] : []), ...(text.includes(NOTHING) ? ['@nothing ='] : [])];
}

/** Braces of JSON meet only within its strings, where an escape replaces the second. */
export function inertJson(text: string): string {
  return text.replaceAll('{{', '{\\u007b');
}

/** The file operations are served at an address of their own ("Addresses" in docs/api.md). */
function urlOf(target: string, service: Service | undefined): string {
  const bare = `/${target.replace(/^\//, '')}`.replace(/^(?:\/v1(?=[/?]|$))+/, '');
  const isFiles = service === undefined ? /^\/files(?:[/?]|$)/.test(bare) : service === 'files';
  return (
    (isFiles ? '{{filesUrl}}/v1' : '{{apiUrl}}') +
    bare
      .toWellFormed()
      .replaceAll('{{', '%7B%7B')
      .replace(/[\s\p{Cc}]/gu, encodeURIComponent)
  );
}

/**
 * A header of a request with that body. A form whose text the format would encode is written as other text. A name that
 * would begin a comment or more of the address cannot be written: a comment says that it is missing.
 */
export function headerLine(
  [name, value]: readonly [name: string, value: string],
  body: string | undefined,
): string {
  if (/^[#&]/.test(name)) {
    return `# ${t('Missing: {0}. Put the values in before you run the code.', t('the header {0}', name))}`;
  }
  const isForm = /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded/i.test(value);
  const isEncoded = !isForm || /^[\x21-\x7e]*$/.test(body ?? '');
  return `${name}: ${isEncoded ? '' : NOTHING}${inertText(oneLine(value))}`;
}

/** Text without line breaks, as a header has it. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}
