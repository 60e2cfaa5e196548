import type { ApiOperation } from '../../api/model/operations';
import { parseExactly } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { fits, validate } from '../check/validate';
import type { Located, Resolver } from '../model/description';
import { sampleAnswer, type AnswerSample } from '../sample/answerOf';
import { locate } from '../sample/contents';
import { sampleOf } from '../sample/make';
import { merge } from '../sample/merge';
import { checkRequest, type MockRequest, type RequestFault } from './checkRequest';
import { idsLike } from './newId';

type Json = Readonly<Record<string, unknown>>;

/** What was made by a `POST`, as it is kept. */
export interface MadeItem {
  /** The name of the field that its id stands in. */
  readonly idField: string;
  readonly id: string | number;
  /** The top-level fields that were sent, as JSON: numbers stay as they were written. */
  readonly fields: string;
}

/** How the Local Sandbox answers a described operation. It can be sent between threads. */
export type MockAnswer =
  | {
      readonly kind: 'refused';
      readonly faults: readonly Pick<RequestFault, 'code' | 'fieldName' | 'message'>[];
    }
  | {
      readonly kind: 'example';
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly contentType?: string;
      readonly body?: string;
      /** The body without a field that it must have; absent where it must have none. */
      readonly incomplete?: string;
      /** What the request made; its path is that of the request and its id. */
      readonly made?: MadeItem;
    };

/**
 * Answers a request with an example, or says what in it does not fit.
 * @param operations of the same description
 * @param item what was made at this path before
 */
export function mockAnswer(
  operation: ApiOperation,
  operations: readonly ApiOperation[],
  request: MockRequest,
  item: MadeItem | undefined,
  resolver: Resolver,
): MockAnswer {
  const { faults, body } = checkRequest(operation, request, resolver);
  if (faults.length > 0) {
    const told = faults.map(({ code, fieldName, message }) => ({ code, fieldName, message }));
    return { kind: 'refused', faults: told };
  }
  const sample = answerTo(operation, resolver);
  const { status, headers, content } = sample;
  if (sample.body === undefined) return { kind: 'example', status, headers };
  const schema = locate(content?.schema);
  const check = (value: unknown) =>
    schema === undefined || fits(schema, value, { resolver, direction: 'answer' });
  let { value } = sample.body;
  let made: MadeItem | undefined;
  if (item !== undefined && operation.method === 'GET') value = withItem(value, item, schema, resolver);
  const idNames = operation.method === 'POST' ? idNamesOf(operation, operations) : [];
  for (const idField of idNames) {
    const found = withNewId(withIdField(value, idField, schema, resolver), idField, check);
    if (found === undefined) continue;
    ({ value } = found);
    made = { idField, id: found.id, fields: JSON.stringify(isObject(body) ? body : {}) };
    break;
  }
  const { contentType } = sample.body;
  const incomplete =
    schema && request.mayBeIncomplete === true ? withoutRequired(schema, value, resolver) : undefined;
  return {
    kind: 'example',
    status,
    headers,
    contentType,
    body: textOf(value, contentType),
    ...(incomplete !== undefined && { incomplete: textOf(incomplete.value, contentType) }),
    ...(made !== undefined && { made }),
  };
}

/** Examples of large schemas take their time. */
const samples = new WeakMap<ApiOperation, AnswerSample>();

function answerTo(operation: ApiOperation, resolver: Resolver): AnswerSample {
  const sample = samples.get(operation) ?? sampleAnswer(operation, { resolver, direction: 'answer' });
  samples.set(operation, sample);
  return sample;
}

/** The fields that hold the id of an item beside a collection: named as its path parameter, else `id`. */
function idNamesOf({ path }: ApiOperation, operations: readonly ApiOperation[]): string[] {
  const collection = path.replace(/\/$/, '');
  const names = operations.flatMap((other) => {
    const rest = other.path.startsWith(`${collection}/`) ? other.path.slice(collection.length + 1) : '';
    const [, name] = /^\{([^{}]+)\}\/?$/.exec(rest) ?? [];
    return name === undefined ? [] : [name];
  });
  return names.length === 0 ? [] : [...new Set([...names, 'id'])];
}

/** An example that leaves its id out, with one where the schema has it. */
function withIdField(
  value: unknown,
  idField: string,
  schema: Located | undefined,
  resolver: Resolver,
): unknown {
  if (!isObject(value) || schema === undefined || holderOf(value, idField)[0] !== undefined) return value;
  const described = merge([schema], resolver, new Map())?.properties.get(idField)?.[0];
  const made = described && sampleOf(described, { resolver, direction: 'answer' });
  return made === undefined ? value : { [idField]: made.value, ...value };
}

function withNewId(
  value: unknown,
  idField: string,
  isFitting: (value: unknown) => boolean,
): { readonly value: unknown; readonly id: string | number } | undefined {
  const [holder, rebuild] = holderOf(value, idField);
  if (holder === undefined) return undefined;
  for (const id of idsLike(holder[idField])) {
    const changed = rebuild({ ...holder, [idField]: id });
    if (isFitting(changed)) return { value: changed, id };
  }
  return undefined;
}

/** The object that holds an id: the body itself, or what is in its envelope. */
function holderOf(
  value: unknown,
  idField: string,
): [holder: Json | undefined, rebuild: (holder: Json) => unknown] {
  const asItIs = (holder: Json) => holder;
  if (!isObject(value)) return [undefined, asItIs];
  if (Object.hasOwn(value, idField)) return [value, asItIs];
  const { data } = value;
  if (isObject(data) && Object.hasOwn(data, idField)) return [data, (holder) => ({ ...value, data: holder })];
  return [undefined, asItIs];
}

/** An example with what was sent in its place. A field that makes it another thing than described stays out. */
function withItem(
  value: unknown,
  { idField, id, fields }: MadeItem,
  schema: Located | undefined,
  resolver: Resolver,
): unknown {
  const [found, rebuild] = holderOf(value, idField);
  const holder = found ?? (isObject(value) ? value : undefined);
  if (holder === undefined) return value;
  const given = parseExactly(fields);
  const sent = isObject(given) ? given : {};
  const build = (own: Json) =>
    rebuild({ ...holder, ...own, ...(Object.hasOwn(holder, idField) && { [idField]: id }) });
  if (schema === undefined) return build(sent);
  const depth = holder === value ? 0 : 1;
  const wrong = new Set(
    validate(schema, build(sent), { resolver, direction: 'answer' }).map(({ path }) => path[depth]),
  );
  return build(Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name))));
}

/** A value without the first field that it must have, at the top or further down. */
function withoutRequired(
  schema: Located,
  value: unknown,
  resolver: Resolver,
): { readonly value: unknown } | undefined {
  const isWrong = (changed: unknown) =>
    validate(schema, changed, { resolver, direction: 'answer', limit: 1 }).length > 0;
  const remove = (
    part: unknown,
    rebuild: (part: unknown) => unknown,
    depth: number,
  ): { readonly value: unknown } | undefined => {
    if (depth > 4) return undefined;
    if (Array.isArray(part)) {
      const [first, ...others] = part as readonly unknown[];
      return remove(first, (changed) => rebuild([changed, ...others]), depth + 1);
    }
    if (!isObject(part)) return undefined;
    for (const name of Object.keys(part)) {
      const changed = rebuild(Object.fromEntries(Object.entries(part).filter(([key]) => key !== name)));
      if (isWrong(changed)) return { value: changed };
    }
    for (const [name, inner] of Object.entries(part)) {
      const found = remove(inner, (changed) => rebuild({ ...part, [name]: changed }), depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return remove(value, (changed) => changed, 0);
}

function textOf(value: unknown, contentType: string): string {
  return typeof value === 'string' && !/[/+]json/i.test(contentType) ? value : JSON.stringify(value);
}
