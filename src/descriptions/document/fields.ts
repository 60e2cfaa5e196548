import type { ApiOperation, OperationSchema } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import type { Located, Resolver } from '../model/description';
import { describedText } from '../operations/context';
import { contentFor, entriesOf, listOf, locate, says } from '../resolve/parts';

/** The most schemas that are looked at for one value, the most fields and values that are shown, and their length. */
const MOST = 500;
const MAX_SHOWN = 200;
const MAX_TEXT = 500;

/** A parameter, or a field of a body, as far as it helps whoever writes a request. */
export interface DescribedField {
  readonly name: string;
  /** Where a parameter is sent; absent for a field of a body. */
  readonly in?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Types and format, such as `string (date)`; empty where it says nothing. */
  readonly type: string;
  /** What it is, in the words of the description; empty for none. */
  readonly about: string;
  /** Values that it can have, as JSON: those of a list, else an example. */
  readonly values: readonly string[];
}

/** A value in a body: its fields, and what it can be. */
export interface DescribedPart {
  readonly fields: readonly DescribedField[];
  readonly values: readonly string[];
}

/** The parameters of an operation, the required ones first. */
export function parametersOf({ parameters }: ApiOperation, resolver: Resolver): DescribedField[] {
  const fields = parameters.slice(0, MAX_SHOWN).map(({ name, in: place, required, ...rest }) => {
    const { description = '', deprecated = false } = rest;
    const field = fieldOf(name, located(rest.schema), required, resolver);
    const about = description || field.about;
    return { ...field, in: place, about, deprecated: deprecated || field.deprecated };
  });
  return requiredFirst(fields);
}

/**
 * What may stand at a place of a body.
 * @param contentType of the request; the first one described counts unless it is another that is described
 * @param path names and indexes that lead to the place
 */
export function bodyPartOf(
  { body }: ApiOperation,
  contentType: string,
  path: readonly (string | number)[],
  resolver: Resolver,
): DescribedPart {
  const content = [...(body === undefined ? [] : [body, ...(body.others ?? [])])];
  const found = contentFor(content, contentType) ?? content[0];
  let here = schemasOf(located(found?.schema), resolver);
  for (const step of path)
    here = schemasOf(
      here.flatMap((schema) => partsAt(schema, step)),
      resolver,
    );
  const byName = new Map<string, Located[]>();
  for (const { value, at } of here)
    for (const [name, part] of entriesOf(value['properties']))
      byName.set(name, [...(byName.get(name) ?? []), { value: part, at }]);
  const required = new Set(here.flatMap(({ value, isSure }) => (isSure ? listOf(value['required']) : [])));
  const fields = [...byName]
    .filter(([, parts]) => !parts.some((part) => says(part, 'readOnly', resolver)))
    .slice(0, MAX_SHOWN)
    .map(([name, parts]) => fieldOf(name, parts, required.has(name), resolver));
  return { fields: requiredFirst(fields), values: valuesOf(here) };
}

/** A schema that a value may have to fit. */
interface Schema {
  readonly value: Readonly<Record<string, unknown>>;
  readonly at: string;
  /** It holds whichever alternative is chosen. */
  readonly isSure: boolean;
}

/** Schemas with all that they refer to, and all of their alternatives. */
function schemasOf(from: readonly Located[], resolver: Resolver): Schema[] {
  const found = new Map<unknown, Schema>();
  const rest = from.map((located) => ({ ...located, isSure: true }));
  for (let next = rest.shift(); next !== undefined && found.size < MOST; next = rest.shift()) {
    const { value, at, isSure } = next;
    if (!isObject(value) || found.has(value)) continue;
    found.set(value, { value, at, isSure });
    const ref = value['$ref'] ?? value['$dynamicRef'];
    const target = typeof ref === 'string' ? resolver.resolve(ref, at) : undefined;
    if (target !== undefined) rest.push({ ...target, isSure });
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      const list = listOf(value[keyword]);
      const holds = isSure && (keyword === 'allOf' || list.length === 1);
      rest.push(...list.map((part) => ({ value: part, at, isSure: holds })));
    }
    for (const keyword of ['then', 'else']) rest.push({ value: value[keyword], at, isSure: false });
  }
  return [...found.values()];
}

function partsAt({ value, at }: Schema, step: string | number): Located[] {
  const here = (part: unknown): Located[] => (isObject(part) ? [{ value: part, at }] : []);
  if (typeof step === 'number') return here(listOf(value['prefixItems'])[step] ?? value['items']);
  const properties = value['properties'];
  return isObject(properties) && Object.hasOwn(properties, step)
    ? here(properties[step])
    : here(value['additionalProperties']);
}

function fieldOf(
  name: string,
  parts: readonly Located[],
  required: boolean,
  resolver: Resolver,
): DescribedField {
  const schemas = schemasOf(parts, resolver);
  const types = schemas
    .flatMap(({ value }) => [value['type']].flat())
    .filter((type) => typeof type === 'string');
  const texts = (keyword: string) =>
    schemas.map(({ value }) => value[keyword]).filter((text) => typeof text === 'string');
  const [format] = texts('format');
  const type = [...new Set(types)].join(' | ') + (format === undefined ? '' : ` (${format})`);
  return {
    name,
    required,
    deprecated: schemas.some(({ value, isSure }) => isSure && value['deprecated'] === true),
    type: plainText(type, 100),
    about: describedText(texts('description')[0]) ?? '',
    values: valuesOf(schemas),
  };
}

/** Those of a list, else true and false, else what is written as an example. */
function valuesOf(schemas: readonly Schema[]): string[] {
  const all = (keyword: string) => schemas.flatMap(({ value }) => listOf(value[keyword]));
  const one = (keyword: string) =>
    schemas.flatMap(({ value }) => (Object.hasOwn(value, keyword) ? [value[keyword]] : []));
  const choices = [...all('enum'), ...one('const')];
  const isChoice = schemas.some(({ value }) => [value['type']].flat().includes('boolean'));
  const examples = [...one('default'), ...one('example'), ...all('examples')];
  const values = choices.length > 0 ? choices : isChoice ? [true, false] : examples.filter(isPlain);
  const texts = values.slice(0, MAX_SHOWN).map((value) => JSON.stringify(value));
  return [...new Set(texts)].filter((text) => text.length <= MAX_TEXT);
}

function isPlain(value: unknown): boolean {
  return !isObject(value) && !Array.isArray(value);
}

function located(schema: OperationSchema | undefined): Located[] {
  return [locate(schema) ?? []].flat();
}

function requiredFirst(fields: readonly DescribedField[]): DescribedField[] {
  return fields.toSorted((one, other) => Number(other.required) - Number(one.required));
}
