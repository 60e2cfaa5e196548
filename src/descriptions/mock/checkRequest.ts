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
import { part, partsOfValue, mediaTypeOf } from '../resolve/parts';
import { locate } from '../sample/contents';
import { readForm, readParameter, type Pairs } from './readParameter';
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
  /** The fields of a form with parts, without its files; their names have an empty value. */
  readonly parts?: Pairs;
  /** Whether the answer may be one without a field that it must have. */
  readonly mayBeIncomplete?: boolean;
}

/** One thing that is wrong with a request, as the interface tells it. */
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
  const values = new Given(operation.path, request);
  for (const parameter of operation.parameters)
    faults.push(...faultsOfParameter(parameter, values, resolver));
  if (operation.body === undefined) return { faults, body: parseExactly(request.body) };
  const body = readBody(operation.body, request, resolver);
  return { ...body, faults: [...faults, ...body.faults] };
}

function faultsOfParameter(parameter: OperationParameter, given: Given, resolver: Resolver): RequestFault[] {
  const { name, required, in: place } = parameter;
  const schema = locate(parameter.schema);
  const holder = parameter.at === undefined ? undefined : resolver.resolve(parameter.at, parameter.at);
  const isJson = partsOfValue(part(holder, 'content')).length > 0;
  const text = isJson ? given.text(parameter) : given.of(parameter);
  const value = isJson ? parseExactly(String(text)) : readParameter(parameter, schema, text, resolver);
  if (value === undefined || text === undefined) {
    const message = t('This is missing.');
    return required ? [{ code: 'required', fieldName: name, message, in: place, name, path: [] }] : [];
  }
  if (schema === undefined) return [];
  return validate(schema, value, { resolver, direction: 'request' }).map((fault) => told(fault, parameter));
}

/** What a request gives for each place of a parameter. */
class Given {
  readonly #path: ReadonlyMap<string, string>;
  readonly #query: Pairs;
  readonly #headers: ReadonlyMap<string, string>;

  constructor(template: string, { path, query, headers }: MockRequest) {
    this.#path = valuesIn(template, path);
    this.#query = [...new URLSearchParams(query)];
    this.#headers = new Map(headers);
  }

  /** All of the query, in which an object has names of its own. */
  of(parameter: OperationParameter): string | Pairs | undefined {
    return parameter.in === 'query' ? this.#query : this.text(parameter);
  }

  text({ name, in: place }: OperationParameter): string | undefined {
    if (place === 'path') return this.#path.get(name);
    if (place === 'header') return this.#headers.get(name.toLowerCase());
    if (place === 'cookie') return this.#cookie(name);
    return this.#query.find(([key]) => key === name)?.[1];
  }

  #cookie(name: string): string | undefined {
    const cookies = (this.#headers.get('cookie') ?? '').split(';').map((text) => text.trim());
    return cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
  }
}

/** The texts that stand for the names in a path, decoded. */
function valuesIn(template: string, path: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const given = path.split('/');
  template
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .forEach((pattern, index) => {
      const names = pattern.split(/\{([^{}]*)\}/);
      let rest = given[index] ?? '';
      for (let at = 1; at < names.length; at += 2) {
        rest = rest.slice((names[at - 1] ?? '').length);
        const next = names[at + 1] ?? '';
        const end = next === '' ? rest.length : rest.indexOf(next, 1);
        values.set(names[at] ?? '', percentDecoded(rest.slice(0, end < 0 ? rest.length : end)));
        rest = rest.slice(end < 0 ? rest.length : end);
      }
    });
  return values;
}

function readBody(
  body: OperationBody,
  { headers, body: text, parts }: MockRequest,
  resolver: Resolver,
): CheckedRequest {
  const fault = (code: string, fieldName: string, message: string): CheckedRequest => ({
    faults: [
      fieldName === 'body'
        ? { code, fieldName, message, in: 'body', name: '', path: [] }
        : { code, fieldName, message, in: 'header', name: fieldName, path: [] },
    ],
  });
  if (text === '' && parts === undefined) {
    return body.required ? fault('required', 'body', t('This is missing.')) : { faults: [] };
  }
  const type = mediaTypeOf(headers.find(([name]) => name === 'content-type')?.[1] ?? '');
  const contents: readonly OperationContent[] = [body, ...(body.others ?? [])];
  const content = contents.find((each) => covers(mediaTypeOf(each.contentType), type));
  if (content === undefined) {
    const wanted = contents.map(({ contentType }) => contentType).join(', ');
    return fault('content_type', 'Content-Type', t('The content type must be one of: {0}.', wanted));
  }
  const value = valueOf(type, text, parts, content, resolver);
  if (value === undefined) return { faults: [] };
  if (value === NOT_JSON) return fault('json', 'body', t('The body is not valid JSON.'));
  const schema = locate(content.schema);
  if (schema === undefined) return { faults: [], body: value };
  const found = validate(schema, value, { resolver, direction: 'request' });
  return { faults: found.map((each) => told(each)), body: value };
}

const NOT_JSON = Symbol('not JSON');

/** A body as a value; undefined for what is neither JSON nor a form. */
function valueOf(
  type: string,
  text: string,
  parts: Pairs | undefined,
  content: OperationContent,
  resolver: Resolver,
): unknown {
  if (/[/+]json$/.test(type)) {
    const json = parseExactly(text);
    return json === undefined ? NOT_JSON : json;
  }
  const fields = type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(text)] : parts;
  return fields && readForm(locate(content.schema), fields, resolver);
}

/** @param parameter that the value belongs to */
function told({ path, message, keyword }: Fault, parameter?: OperationParameter): RequestFault {
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

/** Whether a media type of a description, which may be a range, covers one that was sent. */
function covers(described: string, sent: string): boolean {
  if (described === sent || described === '*/*') return true;
  return described.endsWith('/*') && sent.startsWith(described.slice(0, -1));
}
