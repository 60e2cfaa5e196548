import { compareDecimals } from '../../util/decimals';
import { numberSource } from '../../util/exactJson';

/** What differs between two answers. Pure. */

/** Counted in leaves of the body, or in lines where a body is no JSON. */
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
  const old = walk(before);
  const fresh = walk(after);
  const added = missingFrom(old, fresh);
  const removed = missingFrom(fresh, old);
  let changed = 0;
  for (const [path, value] of fresh.leaves) {
    if (old.leaves.has(path) && !isSame(old.leaves.get(path), value)) changed += 1;
  }
  return { changed, added, removed };
}

/** How many leaves of one side the other has no value for. */
function missingFrom(other: Walked, { leaves }: Walked): number {
  let count = 0;
  for (const [path, value] of leaves) {
    const isFilledThere = other.branches.has(path) && partsOf(value) !== undefined;
    if (!other.leaves.has(path) && !isFilledThere) count += 1;
  }
  return count;
}

/** The same for text: lines that only one side has; a changed line is one of each side. */
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

interface Walked {
  /** By path. The path is JSON, so that no two leaves share one. */
  readonly leaves: ReadonlyMap<string, unknown>;
  /** Paths of the objects and lists that hold something. */
  readonly branches: ReadonlySet<string>;
}

function walk(root: unknown): Walked {
  const leaves = new Map<string, unknown>();
  const branches = new Set<string>();
  const add = (path: string, value: unknown): void => {
    const parts = partsOf(value);
    if (parts === undefined || parts.length === 0) {
      leaves.set(path, value);
      return;
    }
    branches.add(path);
    for (const [key, part] of parts) add(`${path}/${JSON.stringify(key)}`, part);
  };
  add('', root);
  return { leaves, branches };
}

/** An index of a list is a number, and so another key than the same text. */
function partsOf(value: unknown): readonly (readonly [key: string | number, part: unknown])[] | undefined {
  if (Array.isArray(value)) return [...value.entries()];
  if (typeof value !== 'object' || value === null || numberSource(value) !== undefined) return undefined;
  return Object.entries(value);
}

function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [numberSource(a), numberSource(b)];
  if (one !== undefined && other !== undefined) return compareDecimals(one, other) === 0;
  if (one !== undefined || other !== undefined) return false;
  // What is left are scalars, and empty lists and objects.
  return JSON.stringify(a) === JSON.stringify(b);
}
