import { isDeepStrictEqual } from 'node:util';
import type { ApiOperation } from '../../api/model/operations';
import { isObject } from '../../util/objects';
import { absolutePlace } from '../resolve/references';
import type { Description } from './describe';

/** An operation as a description names it. */
export type OperationName = Pick<ApiOperation, 'method' | 'path'>;

/** What became of the operations of a document when it was read again. */
export type DescriptionChanges = Readonly<Record<'added' | 'changed' | 'gone', readonly OperationName[]>>;

/** Compares the operations of a document, with everything that they refer to. Their order says nothing. */
export function changesBetween(before: Description, after: Description): DescriptionChanges {
  const keyOf = ({ method, path }: OperationName) => `${method} ${path}`;
  const nameOf = ({ method, path }: OperationName): OperationName => ({ method, path });
  const old = new Map(before.operations.map((operation) => [keyOf(operation), operation]));
  const now = new Map(after.operations.map((operation) => [keyOf(operation), operation]));
  const isSame = comparer(before, after);
  const changed = [...now].filter(([key, operation]) => {
    const earlier = old.get(key);
    return earlier !== undefined && !isSame(earlier, operation);
  });
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, operation]) => nameOf(operation)),
    changed: changed.map(([, operation]) => nameOf(operation)),
    gone: [...old].filter(([key]) => !now.has(key)).map(([, operation]) => nameOf(operation)),
  };
}

/** Compares two operations. What many refer to is compared once. */
function comparer(
  before: Description,
  after: Description,
): (one: ApiOperation, other: ApiOperation) => boolean {
  /** The places that one refers to in turn; undefined for one that is not the same. */
  const known = new Map<string, readonly string[] | undefined>();
  const compare = (place: string): readonly string[] | undefined => {
    if (known.has(place)) return known.get(place);
    const value = after.resolver.resolve(place, place)?.value;
    const isEqual = isDeepStrictEqual(before.resolver.resolve(place, place)?.value, value);
    const found = isEqual ? placesIn(value, place) : undefined;
    known.set(place, found);
    return found;
  };
  return (one, other) => {
    if (!isDeepStrictEqual(facts(one), facts(other))) return false;
    const places = new Set(placesIn(other, other.source));
    for (const place of places) {
      const next = compare(place);
      if (next === undefined) return false;
      for (const each of next) places.add(each);
    }
    return true;
  };
}

/** An operation without its places in the document. */
function facts(operation: ApiOperation): unknown {
  const { id: _id, line: _line, ...rest } = operation;
  return rest;
}

/** The places that a value refers to, or says that it comes from. */
function placesIn(value: unknown, base: string): string[] {
  const found: string[] = [];
  const rest: unknown[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (isObject(next)) {
      for (const ref of [next['$ref'], next['$dynamicRef']])
        if (typeof ref === 'string') found.push(absolutePlace(ref, base));
    }
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) rest.push(part);
  }
  return found;
}
