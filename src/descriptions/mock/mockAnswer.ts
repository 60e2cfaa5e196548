import type { ApiOperation } from '../../api/model/operations';
import { parseExactly } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { typeOf } from '../check/numbers';
import { fits, validate } from '../check/validate';
import type { Located, Resolver } from '../model/description';
import { sampleAnswer, type AnswerSample } from '../sample/answerOf';
import { locate } from '../resolve/parts';
import { sampleOf } from '../sample/make';
import { merge } from '../sample/merge';
import { checkRequest, type MockRequest, type RequestFault } from './checkRequest';
import { idsLike } from './newId';

type Json = Readonly<Record<string, unknown>>;

/** What was made by a `POST`, as it is kept. */
export interface MadeItem {
  /** The name of the field that holds its id. */
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
    const shown = faults.map(({ code, fieldName, message }) => ({ code, fieldName, message }));
    return { kind: 'refused', faults: shown };
  }
  const sample = answerTo(operation, resolver);
  const { status, headers, content } = sample;
  if (sample.body === undefined) return { kind: 'example', status, headers };
  const schema = locate(content?.schema);
  const items = operation.method === 'POST' ? itemsBeside(operation, operations) : [];
  const check = (value: unknown, id: string | number, least: number) => {
    const path = `${request.path.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
    const fitting = items.filter(
      (each) =>
        !checkRequest(each, { ...request, path, body: '' }, resolver).faults.some(
          (fault) => fault.in === 'path',
        ),
    );
    return (
      fitting.length >= least &&
      (schema === undefined || fits(schema, value, { resolver, direction: 'answer' }))
    );
  };
  let { value } = sample.body;
  let made: MadeItem | undefined;
  if (item !== undefined && operation.method === 'GET')
    value = withItem(withIdField(value, item.idField, schema, resolver), item, operation, schema, resolver);
  const sent = namedFields(body) ?? {};
  // One that leads to all operations of the item; where they contradict each other, to one of them.
  const tries = [...new Set([items.length, 1])].flatMap((least) =>
    [...idNamesOf(items)].map((idField) => ({ idField, least })),
  );
  for (const { idField, least } of tries) {
    const example = withIdField(value, idField, schema, resolver);
    const found = withNewId(example, idField, envelopesOf(operation, sent), (...of) => check(...of, least));
    if (found === undefined) continue;
    ({ value } = found);
    made = { idField, id: found.id, fields: JSON.stringify(sent) };
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

/** The operations of an item beside a collection, whatever the names in their paths are. */
function itemsBeside(operation: ApiOperation, operations: readonly ApiOperation[]): ApiOperation[] {
  const placeOf = ({ path }: ApiOperation) => path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');
  return operations.filter((other) => placeOf(other) === `${placeOf(operation)}/{}`);
}

/** The fields that hold the id of an item: named as its path parameter, else `id`. */
function idNamesOf(items: readonly ApiOperation[]): ReadonlySet<string> {
  const names = items.map(({ path }) => path.slice(path.lastIndexOf('{') + 1, path.lastIndexOf('}')));
  return new Set(names.length === 0 ? [] : [...names, 'id']);
}

/** An example that leaves its id out, with one where the schema has it. */
function withIdField(
  value: unknown,
  idField: string,
  schema: Located | undefined,
  resolver: Resolver,
): unknown {
  if (!isObject(value) || schema === undefined || holderOf(value, idField) !== undefined) return value;
  const described = merge([schema], resolver, new Map())?.properties.get(idField)?.[0];
  const made = described && sampleOf(described, { resolver, direction: 'answer' });
  return made === undefined ? value : { [idField]: made.value, ...value };
}

function withNewId(
  value: unknown,
  idField: string,
  isEnvelope: (name: string) => boolean,
  isFitting: (value: unknown, id: string | number) => boolean,
): { readonly value: unknown; readonly id: string | number } | undefined {
  const found = holderOf(value, idField, isEnvelope);
  if (found === undefined) return undefined;
  for (const id of idsLike(found.holder[idField])) {
    const changed = put(value, found.name, { ...found.holder, [idField]: id });
    if (isFitting(changed, id)) return { value: changed, id };
  }
  return undefined;
}

/** The object that holds an id, and its name where that is in an envelope: `data`, or what is known to be one. */
function holderOf(
  value: unknown,
  idField: string,
  isEnvelope: (name: string) => boolean = () => false,
): { readonly holder: Json; readonly name?: string } | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, idField)) return { holder: value };
  // What has an id of its own is in no envelope of another name.
  const names = Object.hasOwn(value, 'id') ? [] : Object.keys(value).filter(isEnvelope);
  for (const name of ['data', ...names]) {
    const holder = value[name];
    if (isObject(holder) && Object.hasOwn(holder, idField)) return { holder, name };
  }
  return undefined;
}

/** Recognizes envelopes: they are named after the collection, or as the one that was sent. */
function envelopesOf({ path }: ApiOperation, sent: Json): (name: string) => boolean {
  const plain = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
  const collection = plain(path.split('/').findLast((part) => /^[^{}]+$/.test(part)) ?? '');
  const isPlural = (many: string, one: string) =>
    [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(many);
  return (name) =>
    isPlural(collection, plain(name)) ||
    isPlural(plain(name), collection) ||
    unwrapped(sent, name) !== undefined;
}

/** What was sent in an envelope; undefined where there is more beside it. */
function unwrapped(sent: Json, name: string): Json | undefined {
  return Object.keys(sent).length === 1 ? namedFields(sent[name]) : undefined;
}

/** A value with another object in it, or in the place of all of it. */
function put(value: unknown, name: string | undefined, holder: Json): unknown {
  return name !== undefined && isObject(value) ? { ...value, [name]: holder } : holder;
}

/** An example with what was sent in its place. A field that makes it another thing than described stays out. */
function withItem(
  value: unknown,
  { idField, id, fields }: MadeItem,
  operation: ApiOperation,
  schema: Located | undefined,
  resolver: Resolver,
): unknown {
  const given = namedFields(parseExactly(fields)) ?? {};
  const { holder, name } = holderOf(value, idField, envelopesOf(operation, given)) ?? { holder: value };
  if (!isObject(holder)) return value;
  // What is in an envelope was sent in one, too.
  const sent = (name === undefined ? undefined : unwrapped(given, name)) ?? given;
  const build = (own: Json) =>
    put(value, name, { ...holder, ...own, ...(Object.hasOwn(holder, idField) && { [idField]: id }) });
  if (schema === undefined) return build(sent);
  const depth = name === undefined ? 0 : 1;
  const wrong = new Set(
    validate(schema, build(sent), { resolver, direction: 'answer' }).map(({ path }) => path[depth]),
  );
  return build(Object.fromEntries(Object.entries(sent).filter(([key]) => !wrong.has(key))));
}

/** The fields of a value that was read exactly: a number is no object with fields. */
function namedFields(value: unknown): Json | undefined {
  return typeOf(value) === 'object' ? (value as Json) : undefined;
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
