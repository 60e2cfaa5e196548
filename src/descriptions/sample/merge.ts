import { isObject } from '../../util/objects';
import { decimalText, equals, orderOf } from '../check/numbers';
import type { Located, Resolver } from '../model/description';
import { branchesOf, TAG, type Branches, type Chosen } from './branches';
import { entriesOf, listOf } from '../resolve/parts';

type Schema = Readonly<Record<string, unknown>>;

/** What several schemas say together about one value, as far as an example needs it. */
export interface Merged {
  types: ReadonlySet<string> | undefined;
  /** From `enum` and `const`. */
  choices: readonly unknown[] | undefined;
  /** Written in the schema, best first; `default` too. They may not fit. */
  readonly examples: unknown[];
  readonly properties: Map<string, Located[]>;
  readonly required: Set<string>;
  additional: Located | undefined;
  readonly patternProperties: (readonly [pattern: string, part: Located])[];
  /** What the name of a field has to fit. */
  readonly propertyNames: Located[];
  readonly items: Located[];
  prefix: readonly Located[];
  contains: Located | undefined;
  isUnique: boolean;
  format: string | undefined;
  readonly patterns: string[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  minimum?: number;
  maximum?: number;
  above?: number;
  below?: number;
  multipleOf?: number;
  /** Limits as they are written, which may fit themselves. */
  readonly edges: unknown[];
  /** Alternatives of which none is chosen yet. */
  readonly branches: Branches[];
  /** The schemas themselves, as they are described. */
  readonly schemas: Set<unknown>;
}

/** The most schemas that are looked at for one value. */
const MOST = 500;

/**
 * Joins schemas that one value has to fit, with all that they refer to and all of `allOf`.
 * @param chosen which of their alternatives counts
 * @returns undefined where nothing fits, such as for `false`
 */
export function merge(parts: readonly Located[], resolver: Resolver, chosen: Chosen): Merged | undefined {
  const merged: Merged = {
    types: undefined,
    choices: undefined,
    examples: [],
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    patternProperties: [],
    propertyNames: [],
    items: [],
    prefix: [],
    contains: undefined,
    isUnique: false,
    format: undefined,
    patterns: [],
    edges: [],
    branches: [],
    schemas: new Set(),
  };
  const { schemas: seen } = merged;
  // What is only a part of the whole, in `allOf`, has examples of a part.
  const rest = parts.map((located) => ({ located, isWhole: parts.length === 1, from: located }));
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const { located, isWhole, from } = next;
    const { value: schema, at } = located;
    if (schema === false || seen.size > MOST) return undefined;
    if (!isObject(schema) || seen.has(schema)) continue;
    if (!(TAG in schema)) seen.add(schema);
    const ref = schema['$ref'] ?? schema['$dynamicRef'];
    const target = typeof ref === 'string' ? resolver.resolve(ref, at) : undefined;
    const isEntry = from === located;
    if (target !== undefined) rest.unshift({ located: target, isWhole, from: isEntry ? target : from });
    if (typeof ref === 'string' && resolver.dialect !== '3.1') continue;
    if (!addKeywords(merged, schema, at, isWhole)) return undefined;
    const all = listOf(schema['allOf']);
    const isAlone = isWhole && all.length === 1 && schema['properties'] === undefined;
    for (const value of all) rest.push({ located: { value, at }, isWhole: isAlone, from });
    for (const branches of branchesOf(schema, at, from, resolver)) {
      const choice = chosen.get(branches.key);
      if (choice === undefined) merged.branches.push(branches);
      else rest.push(...choice.map((located) => ({ located, isWhole, from: located })));
    }
  }
  return merged;
}

/** @returns false where nothing fits any more */
function addKeywords(merged: Merged, schema: Schema, at: string, isWhole: boolean): boolean {
  const here = (value: unknown): Located => ({ value, at });
  if (isWhole) merged.examples.push(...examplesIn(schema));
  const choices = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (Array.isArray(choices)) {
    const list: readonly unknown[] = choices;
    merged.choices = merged.choices?.filter((one) => list.some((other) => equals(one, other))) ?? list;
  }
  merged.types = narrowed(merged.types, schema['type']);
  for (const [name, value] of entriesOf(schema['properties'])) {
    merged.properties.set(name, [...(merged.properties.get(name) ?? []), here(value)]);
  }
  for (const name of listOf(schema['required'])) if (typeof name === 'string') merged.required.add(name);
  const additional = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
  if (additional !== undefined) merged.additional ??= here(additional);
  const patterns = entriesOf(schema['patternProperties']);
  for (const [pattern, part] of patterns) merged.patternProperties.push([pattern, here(part)]);
  if (schema['propertyNames'] !== undefined) merged.propertyNames.push(here(schema['propertyNames']));
  else if (patterns[0] !== undefined) merged.propertyNames.push(here({ pattern: patterns[0][0] }));
  if (schema['items'] !== undefined) merged.items.push(here(schema['items']));
  if (Array.isArray(schema['prefixItems'])) merged.prefix = schema['prefixItems'].map(here);
  if (schema['contains'] !== undefined) merged.contains = here(schema['contains']);
  if (schema['uniqueItems'] === true) merged.isUnique = true;
  if (typeof schema['format'] === 'string') merged.format ??= schema['format'];
  if (typeof schema['pattern'] === 'string') merged.patterns.push(schema['pattern']);
  addLimits(merged, schema);
  return merged.types?.size !== 0 && merged.choices?.length !== 0;
}

function addLimits(merged: Merged, schema: Schema): void {
  for (const name of ['minLength', 'minItems', 'minProperties'] as const) raise(merged, name, schema[name]);
  for (const name of ['maxLength', 'maxItems'] as const) lower(merged, name, schema[name]);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  // In 3.0 and before, `exclusiveMinimum: true` sharpens `minimum`.
  raise(merged, 'above', exclusiveMinimum === true ? minimum : exclusiveMinimum);
  lower(merged, 'below', exclusiveMaximum === true ? maximum : exclusiveMaximum);
  raise(merged, 'minimum', minimum);
  lower(merged, 'maximum', maximum);
  merged.edges.push(...[minimum, maximum, multipleOf].filter((edge) => edge !== undefined));
  raise(merged, 'multipleOf', (orderOf(multipleOf, 0) ?? 0) > 0 ? multipleOf : undefined);
}

type Limit =
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'minimum'
  | 'maximum'
  | 'above'
  | 'below'
  | 'multipleOf';

function raise(merged: Merged, name: Limit, value: unknown): void {
  const limit = Number(decimalText(value));
  if (Number.isFinite(limit)) merged[name] = Math.max(merged[name] ?? limit, limit);
}

function lower(merged: Merged, name: Limit, value: unknown): void {
  const limit = Number(decimalText(value));
  if (Number.isFinite(limit)) merged[name] = Math.min(merged[name] ?? limit, limit);
}

function narrowed(types: ReadonlySet<string> | undefined, wanted: unknown): ReadonlySet<string> | undefined {
  const list = typeof wanted === 'string' ? [wanted] : listOf(wanted).map(String);
  if (list.length === 0) return types;
  if (types === undefined) return new Set(list);
  // Of "number" and "integer" the narrower one counts.
  const wide = (all: Iterable<string>) =>
    new Set([...all].flatMap((each) => (each === 'number' ? [each, 'integer'] : [each])));
  return wide(types).intersection(wide(list));
}

/** `example`, `examples` and `default` of a schema, in the order in which they count. */
function examplesIn(schema: Schema): unknown[] {
  const examples = [schema['example'], schema['x-example'], ...listOf(schema['examples']), schema['default']];
  return examples.filter((each) => each !== undefined);
}
