import { compareDecimals } from '../util/decimals';
import { numberSource } from '../util/exactJson';
import { isObject } from '../util/objects';

/** What differs between two answers: counted in leaves of the body, or in lines where a body is no JSON. */
export interface Differences {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/**
 * Counts the leaves that differ: values that are no object or list, and empty ones of those. An empty one that the
 * other side has filled is no leaf, what fills it counts alone. The order of keys does not matter, the order of a list
 * does. Numbers are compared by their exact value, so `1.0` is the same as `1`.
 * @param before of `parseExactly`
 * @param after of `parseExactly`
 */
export function compareValues(before: unknown, after: unknown): Differences {
  const found = { changed: 0, added: 0, removed: 0 };
  const open: [before: unknown, after: unknown][] = [[before, after]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [old, fresh] = pair;
    const oldParts = partsOf(old);
    const freshParts = partsOf(fresh);
    if (isLeaf(oldParts) && isLeaf(freshParts)) {
      if (old === NOTHING) found.added += 1;
      else if (fresh === NOTHING) found.removed += 1;
      else if (!isSame(old, fresh)) found.changed += 1;
      continue;
    }
    // An empty object or list that is filled on the other side counts by what fills it.
    if (oldParts === undefined && old !== NOTHING) found.removed += 1;
    if (freshParts === undefined && fresh !== NOTHING) found.added += 1;
    for (const [key, part] of oldParts ?? [])
      open.push([part, freshParts?.has(key) === true ? freshParts.get(key) : NOTHING]);
    for (const [key, part] of freshParts ?? []) if (oldParts?.has(key) !== true) open.push([NOTHING, part]);
  }
  return found;
}

/** What differs between two texts: lines that only one side has; a changed line is one of each side. */
export function compareLines(before: string, after: string): Differences {
  const counts = new Map<string, number>();
  for (const line of before.split(/\r?\n/)) counts.set(line, (counts.get(line) ?? 0) - 1);
  for (const line of after.split(/\r?\n/)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let old = 0;
  let fresh = 0;
  for (const count of counts.values()) {
    if (count < 0) old -= count;
    else fresh += count;
  }
  const changed = Math.min(old, fresh);
  return { changed, added: fresh - changed, removed: old - changed };
}

/** What the other side has in a place where this one has no value. */
const NOTHING = Symbol('nothing');

type Parts = ReadonlyMap<string | number, unknown>;

/** An index of a list is a number, and so another key than the same text. */
function partsOf(value: unknown): Parts | undefined {
  if (Array.isArray(value)) return new Map(value.entries());
  return isObject(value) ? new Map(Object.entries(value)) : undefined;
}

function isLeaf(parts: Parts | undefined): boolean {
  return parts === undefined || parts.size === 0;
}

function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((value) =>
    typeof value === 'number' ? String(value) : numberSource(value),
  );
  if (one !== undefined && other !== undefined) return compareDecimals(one, other) === 0;
  // What is left are two other scalars, empty lists or objects, or values of two kinds.
  return JSON.stringify(a) === JSON.stringify(b);
}
