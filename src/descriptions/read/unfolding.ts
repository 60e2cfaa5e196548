/** A document has fewer values than this, aliases followed. */
const MOST_VALUES = 5_000_000;

/**
 * Looks for a part that is too large once its aliases are followed, which are shared values here.
 * @returns the way to the smallest such part; undefined where there is none
 */
export function largestPart(root: unknown): string[] | undefined {
  const sizes = new Map<object, number>();
  /** A part that holds itself has no end. */
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    sizes.set(value, Infinity);
    let size = 1;
    for (const part of Object.values(value)) size += sizeOf(part);
    sizes.set(value, size);
    return size;
  };
  if (sizeOf(root) <= MOST_VALUES) return undefined;
  const way: string[] = [];
  const passed = new Set<unknown>();
  for (let part = root; !passed.has(part);) {
    passed.add(part);
    const next = Object.entries(part as object).find(([, each]) => sizeOf(each) > MOST_VALUES);
    if (next === undefined) break;
    way.push(next[0]);
    part = next[1] as unknown;
  }
  return way;
}
