import type {
  ApiOperation,
  OperationBody,
  OperationContent,
  OperationParameter,
} from '../../api/model/operations';
import { parseExactly } from '../../util/exactJson';
import { t } from '../../util/text';
import { validate } from '../check/validate';
import type { Fault, Resolver } from '../model/description';
import { contentFor, isJsonType, isOn, locate, part, partsOfValue, mediaTypeOf } from '../resolve/parts';
import { locatedAt } from '../resolve/references';
import { formDecoded, pairsIn, readForm, readParameter, type Pairs } from './readParameter';
import { percentDecoded } from '../../util/lenient';

/** A request as it came. It can be sent between threads. */
export interface MockRequest {
  readonly method: string;
  /** After `/v1`, as it was sent. */
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty for none. */
  readonly body: string;
  /** The fields of a form with parts; a file has an empty value. */
  readonly parts?: Pairs;
  /** The names of its files. */
  readonly files?: readonly string[];
  /** Whether the answer may be one without a field that it must have. */
  readonly mayBeIncomplete?: boolean;
}

/** One thing that is wrong with a request, as the interface lists it. */
export interface RequestFault {
  readonly code: string;
  readonly fieldName: string;
  readonly message: string;
  /** Which part of the request it is about. */
  readonly in: OperationParameter['in'] | 'body';
  /** The parameter; empty for a body. */
  readonly name: string;
  /** Steps to it in the parameter or body. */
  readonly path: readonly (string | number)[];
}

export interface CheckedRequest {
  readonly faults: readonly RequestFault[];
  /** The body as a value; undefined where there is none, or none that is read. */
  readonly body?: unknown;
}

/** Compares a request with its operation: parameters, media type, body. What the description does not name is let be. */
export function checkRequest(
  operation: ApiOperation,
  request: MockRequest,
  resolver: Resolver,
): CheckedRequest {
  const faults: RequestFault[] = [];
  const values = new Given(operation, request);
  for (const parameter of operation.parameters)
    faults.push(...faultsOfParameter(parameter, values, resolver));
  if (operation.body === undefined) return { faults, body: parseExactly(request.body) };
  const body = readBody(operation.body, request, resolver);
  return { ...body, faults: [...faults, ...body.faults] };
}

function faultsOfParameter(parameter: OperationParameter, given: Given, resolver: Resolver): RequestFault[] {
  const schema = locate(parameter.schema);
  const holder = locatedAt(parameter.at, resolver);
  const [contentType = ''] = partsOfValue(part(holder, 'content')).map(([type]) => type);
  const value = isJsonType(contentType)
    ? jsonOf(given.text(parameter))
    : readParameter(parameter, schema, given.of(parameter), resolver);
  const fault = (keyword: string, message: string) => [faultOf({ keyword, message, path: [] }, parameter)];
  if (value === undefined) return parameter.required ? fault('required', t('This is missing.')) : [];
  if (value === NOT_JSON) return fault('json', t('This is not valid JSON.'));
  if (schema === undefined || (value === '' && isOn(holder, 'allowEmptyValue'))) return [];
  return validate(schema, value, { resolver, direction: 'request' }).map((each) => faultOf(each, parameter));
}

/** What a request gives for each place of a parameter. */
class Given {
  /** Of the parameters in the query. */
  readonly #names: ReadonlySet<string>;
  readonly #path: ReadonlyMap<string, string>;
  readonly #query: Pairs;
  readonly #headers: ReadonlyMap<string, string>;

  constructor({ path: template, parameters }: ApiOperation, { path, query, headers }: MockRequest) {
    this.#names = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name));
    this.#path = valuesIn(template, path);
    this.#query = pairsIn(query);
    this.#headers = new Map(headers);
  }

  /** As it was sent; all of the query that is of no other parameter: an object has names of its own in it. */
  of(parameter: OperationParameter): string | Pairs | undefined {
    if (parameter.in === 'path') return this.#path.get(parameter.name);
    if (parameter.in !== 'query') return this.text(parameter);
    return this.#query.filter(([key]) => key === parameter.name || !this.#names.has(key));
  }

  /** Decoded. */
  text({ name, in: place }: OperationParameter): string | undefined {
    const segment = this.#path.get(name);
    if (place === 'path') return segment && percentDecoded(segment);
    if (place === 'header') return this.#headers.get(name.toLowerCase());
    if (place === 'cookie') return this.#cookie(name);
    const pair = this.#query.find(([key]) => key === name);
    return pair && formDecoded(pair[1]);
  }

  #cookie(name: string): string | undefined {
    const cookies = (this.#headers.get('cookie') ?? '').split(';').map((text) => text.trim());
    return cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
  }
}

/** The texts that stand for the names in a path, encoded. */
function valuesIn(template: string, path: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const given = path.split('/');
  template
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .forEach((pattern, index) => {
      const names = pattern.split(/\{([^{}]*)\}/);
      const segment = given[index] ?? '';
      // Between literals, which may be encoded, nothing tells where a text begins.
      const isWhole = names.length === 3 && names[0] === '' && names[2] === '';
      let rest = isWhole ? segment : percentDecoded(segment);
      for (let at = 1; at < names.length; at += 2) {
        rest = rest.slice((names[at - 1] ?? '').length);
        const next = names[at + 1] ?? '';
        // What follows the last name ends the segment; it may be part of the name, too.
        const end = at + 2 < names.length ? rest.indexOf(next, 1) : rest.length - next.length;
        values.set(names[at] ?? '', isWhole ? rest : rest.slice(0, end).replaceAll('%', '%25'));
        rest = rest.slice(end);
      }
    });
  return values;
}

function readBody(
  body: OperationBody,
  { headers, body: text, parts, files }: MockRequest,
  resolver: Resolver,
): CheckedRequest {
  const refused = (keyword: string, message: string, parameter?: Named): CheckedRequest => ({
    faults: [faultOf({ keyword, message, path: [] }, parameter)],
  });
  const given = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (text === '' && parts === undefined) {
    if (!body.required) return { faults: [] };
    // A form without fields is an empty text.
    if (mediaTypeOf(given) !== FORM) return refused('required', t('This is missing.'));
  }
  const contents: readonly OperationContent[] = [body, ...(body.others ?? [])];
  const content = contentFor(contents, given);
  if (content === undefined) {
    const wanted = contents.map(({ contentType }) => contentType).join(', ');
    const message = t('The content type must be one of: {0}.', wanted);
    return refused('content_type', message, { name: 'Content-Type', in: 'header' });
  }
  const value = valueOf(mediaTypeOf(given), text, parts, content, resolver);
  if (value === undefined) return { faults: [] };
  if (value === NOT_JSON) return refused('json', t('The body is not valid JSON.'));
  const schema = locate(content.schema);
  if (schema === undefined) return { faults: [], body: value };
  const ofFiles = new Set<unknown>(files);
  const found = validate(schema, value, { resolver, direction: 'request' }).filter(
    ({ path: [name], keyword }) => !OF_TEXTS.has(keyword) || !ofFiles.has(name),
  );
  return { faults: found.map((each) => faultOf(each)), body: value };
}

/** What is asked of a text is not asked of a file, which is not read. */
const OF_TEXTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern', 'format']);

const NOT_JSON = Symbol('not JSON');
const FORM = 'application/x-www-form-urlencoded';

/** Text as a value; undefined where there is none. */
function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const json = parseExactly(text);
  return json === undefined ? NOT_JSON : json;
}

/** A body as a value; undefined for what is neither JSON nor a form. */
function valueOf(
  type: string,
  text: string,
  parts: Pairs | undefined,
  content: OperationContent,
  resolver: Resolver,
): unknown {
  if (isJsonType(type)) return jsonOf(text);
  if (type === FORM) return readForm(content, pairsIn(text), resolver, true);
  return parts && readForm(content, parts, resolver, false);
}

type Named = Pick<OperationParameter, 'name' | 'in'>;

/** @param parameter that the value belongs to */
function faultOf({ path, message, keyword }: Fault, parameter?: Named): RequestFault {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  const place = parameter === undefined ? steps.replace(/^\./, '') : parameter.name + steps;
  return {
    code: keyword,
    fieldName: place === '' ? 'body' : place,
    message,
    in: parameter?.in ?? 'body',
    name: parameter?.name ?? '',
    path,
  };
}
