import type { ApiOperation } from '../../api/model/operations';
import { headerFault } from '../../api/rules/headerRules';
import type { RequestSample, SampledBody } from '../../descriptions/sample/requestOf';
import type { SampledPart } from '../../descriptions/sample/formParts';
import { t } from '../../util/text';
import { ENVIRONMENT_VARIABLES, isName } from './resolve';
import { definitionsIn, inertBody, inertJson, inertText, oneLine } from './write';

/** What is known here that a new request can be filled in with. */
export interface KnownValues {
  /** Id of a file of the account. */
  readonly fileId?: string | undefined;
  /** A file to upload, as the request names it: relative to the folder of the request. */
  readonly file?: string | undefined;
}

const BOUNDARY = 'boundary';
const MADE_UP = './document.pdf';
/** OpenAPI ignores parameters of these names: what they say is said elsewhere. */
const IGNORED = ['authorization', 'content-type', 'accept'];

/**
 * An operation as an `.http` request: its summary as a comment, its path parameters as variables, its body filled in.
 * Sent as it is, it does what the operation does; a file that is not known stays to be named.
 */
export function writeOperation(
  operation: ApiOperation,
  sample: RequestSample,
  known: KnownValues = {},
): string {
  const names = variableNames(operation);
  const headers = headerLines(sample);
  const body = bodyLines(sample.body, known);
  const values = sample.path.flatMap(({ name, value }) => {
    const variable = names.get(name);
    const id = name === 'fileId' ? known.fileId : undefined;
    const text = id === undefined ? oneLine(value) : encodeURIComponent(id.toWellFormed());
    return variable === undefined ? [] : [`@${variable} = ${text}`];
  });
  return [
    `# ${commentOf(operation)}`,
    ...(sample.body?.isInPlace === true
      ? [
          `# ${t('The example in the description does not fit its schema: this body is made from the schema.')}`,
        ]
      : []),
    ...values,
    ...definitionsIn([...headers, ...body].join('\n')),
    `${operation.method} ${addressOf(operation, names)}${queryOf(operation, sample)}`,
    'Authorization: ApiKey {{apiKey}}',
    ...headers,
    ...body,
    '',
  ].join('\n');
}

/** One line, which is no directive whatever the summary is. */
function commentOf({ summary, method, path }: ApiOperation): string {
  const [text = '', name = ''] = [summary, `${method} ${path}`].map((each) =>
    each
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/^[@ ]+/, '')
      .trim(),
  );
  return text === '' ? name : text;
}

function addressOf({ path, service }: ApiOperation, names: ReadonlyMap<string, string>): string {
  const base = service === 'files' ? '{{filesUrl}}/v1' : '{{apiUrl}}';
  const bare = path.replace(/^\/v1(?=\/|$)/, '').replaceAll('#', '%23');
  const parts = bare.split(/\{([^{}]*)\}/);
  // What the split has captured is at the odd places.
  const written = parts.map((part, index) =>
    index % 2 === 1 ? `{{${names.get(part) ?? part}}}` : part.replace(/[\s\p{Cc}{}]/gu, encodeURIComponent),
  );
  return base + written.join('');
}

function queryOf({ path }: ApiOperation, { query }: RequestSample): string {
  return query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`;
}

/** A variable for each parameter of the path, whose name may be none for a variable, or be taken. */
function variableNames({ path }: ApiOperation): ReadonlyMap<string, string> {
  const taken = new Set<string>([...ENVIRONMENT_VARIABLES, 'brace', 'nothing']);
  const names = new Map<string, string>();
  for (const [, name = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    if (names.has(name)) continue;
    const plain = name.replace(/[^\p{L}\p{N}_-]/gu, '_');
    const wanted = isName(plain) ? plain : `_${plain}`;
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = wanted + String(number);
    taken.add(free);
    names.set(name, free);
  }
  return names;
}

function headerLines({ headers }: RequestSample): string[] {
  return headers.flatMap(({ name, value, isNew }) => {
    const line = oneLine(value);
    const isSent = !IGNORED.includes(name.toLowerCase()) && headerFault(name, line) === undefined;
    return isSent ? [`${name}: ${isNew ? '{{$guid}}' : inertText(line)}`] : [];
  });
}

function bodyLines(body: SampledBody | undefined, { file = MADE_UP }: KnownValues): string[] {
  if (body === undefined) return [];
  const { contentType, content } = body;
  const type = `Content-Type: ${inertText(oneLine(contentType))}`;
  switch (content.kind) {
    case 'json':
      return [type, '', inertJson(content.text)];
    case 'form':
      return [type, '', content.pairs.join('\n&')];
    case 'text':
      return content.text === '' ? [type] : [type, '', inertBody(content.text)];
    case 'file':
      return [type, '', `< ${file}`];
    case 'multipart': {
      const boundary = boundaryFor(content.parts);
      const parts = content.parts.flatMap((part) => [`--${boundary}`, ...partLines(part, file)]);
      return [`${type}; boundary=${boundary}`, '', ...parts, `--${boundary}--`];
    }
  }
}

function partLines({ name, text, contentType }: SampledPart, file: string): string[] {
  const fileName = file.split('/').at(-1) ?? MADE_UP;
  const place = text === undefined ? `; filename="${inertText(fileName.replace(/["\r\n]/g, '_'))}"` : '';
  // As forms of browsers write it.
  const written = inertText(name.replace(/["\r\n]/g, encodeURIComponent));
  return [
    `Content-Disposition: form-data; name="${written}"${place}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    '',
    text === undefined ? `< ${file}` : inertBody(text),
  ];
}

/** One that no part holds. */
function boundaryFor(parts: readonly SampledPart[]): string {
  let boundary = BOUNDARY;
  while (parts.some(({ text }) => text?.includes(`--${boundary}`) === true)) boundary += '-';
  return boundary;
}
