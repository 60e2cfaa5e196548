import type { OperationContent, OperationSchema } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import type { Located, Resolver } from '../model/description';
import { placeIn } from './pointer';
import { follow } from './references';

/** A part of a value by its name; undefined where it has none. References are not followed. */
export function part(of: Located | undefined, name: string | number): Located | undefined {
  if (typeof of?.value !== 'object' || of.value === null || !Object.hasOwn(of.value, name)) return undefined;
  return { value: (of.value as Readonly<Record<string, unknown>>)[name], at: placeIn(of.at, name) };
}

/** A part, behind the references that lead to it. */
export function partBehind(
  of: Located | undefined,
  name: string | number,
  resolver: Resolver,
): Located | undefined {
  const found = part(of, name);
  return found && follow(resolver, found);
}

/** The parts of an object or a list, with their names. */
export function partsOfValue(of: Located | undefined): (readonly [string, Located])[] {
  const value = of?.value;
  if (of === undefined || (!isObject(value) && !Array.isArray(value))) return [];
  return Object.entries(value).map(([name, each]) => [
    name,
    { value: each as unknown, at: placeIn(of.at, name) },
  ]);
}

/** The schema of a row of a description. */
export function locate(schema: OperationSchema | undefined): Located | undefined {
  // Its references are whole addresses.
  return isObject(schema) ? { value: schema, at: '' } : undefined;
}

/** A value that should be a list, as one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a value that should be an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The text of a part; undefined where it is none. */
export function textOf(of: Located | undefined, name: string): string | undefined {
  const value = isObject(of?.value) ? of.value[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Whether a part is there and true. */
export function isOn(of: Located | undefined, name: string): boolean {
  return isObject(of?.value) && of.value[name] === true;
}

/** Whether a schema says something with a keyword: itself, or what it refers to, or a part of it in `allOf`. */
export function says({ value, at }: Located, keyword: string, resolver: Resolver): boolean {
  const all = new Map<unknown, string>([[value, at]]);
  // Those that are added here come next.
  for (const [schema, base] of all) {
    if (!isObject(schema)) continue;
    const { $ref: ref, allOf } = schema;
    const target = typeof ref === 'string' ? resolver.resolve(ref, base) : undefined;
    if (target !== undefined) all.set(target.value, target.at);
    // Before 3.1, nothing counts beside a reference.
    if (typeof ref === 'string' && resolver.dialect !== '3.1') continue;
    if (schema[keyword] === true) return true;
    for (const each of listOf(allOf)) all.set(each, base);
  }
  return false;
}

/** A content type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*/s, '').trim().toLowerCase();
}

/** Whether a content type is one of JSON. */
export function isJsonType(contentType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(contentType));
}

/**
 * The content that says most of a media type: itself, else its kind (`text/*`), else any. Of several, the one that shares
 * most of its parameters.
 */
export function contentFor(
  contents: readonly OperationContent[],
  given: string,
): OperationContent | undefined {
  const type = mediaTypeOf(given);
  const said = parametersOf(given);
  const shared = ({ contentType }: OperationContent) =>
    parametersOf(contentType).reduce((sum, each) => sum + (said.includes(each) ? 1 : -1), 0);
  return [type, `${type.split('/', 1)[0]}/*`, '*/*']
    .map((wanted) => contents.filter(({ contentType }) => mediaTypeOf(contentType) === wanted))
    .find(({ length }) => length > 0)
    ?.toSorted((one, other) => shared(other) - shared(one))[0];
}

function parametersOf(contentType: string): string[] {
  const [, ...parameters] = contentType.toLowerCase().split(';');
  return parameters.map((each) => each.trim());
}
