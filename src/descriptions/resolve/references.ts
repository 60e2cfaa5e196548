import { isObject } from '../../util/objects';
import { percentDecoded } from '../../util/lenient';
import type { Dialect, Located, Resolver } from '../model/description';
import { pointerSteps, valueAt } from './pointer';

/** The most references that lead from one to the next. */
const MAX_STEPS = 100;

/** References among the files of one document. */
export class References implements Resolver {
  private readonly anchors = new Map<string, ReadonlyMap<string, unknown>>();
  private readonly known = new Map<string, Located | undefined>();

  readonly dialect: Dialect;
  private readonly files: ReadonlyMap<string, unknown>;

  /** @param files the values of the files, by their addresses, which can be written in several ways */
  constructor(dialect: Dialect, files: ReadonlyMap<string, unknown>) {
    this.dialect = dialect;
    this.files = new Map([...files].map(([file, value]) => [percentDecoded(file), value]));
  }

  resolve(ref: string, base: string): Located | undefined {
    const place = absolutePlace(ref, base);
    if (!this.known.has(place)) this.known.set(place, this.find(place));
    return this.known.get(place);
  }

  private find(place: string): Located | undefined {
    const { file, fragment } = partsOf(place);
    const root = this.files.get(percentDecoded(file));
    const steps = pointerSteps(fragment);
    const value = steps === undefined ? this.anchorsOf(file, root).get(fragment) : valueAt(root, steps);
    return value === undefined ? undefined : { value, at: place };
  }

  /** Schemas with a name of their own (`$anchor`), which are looked for when one is first asked for. */
  private anchorsOf(file: string, root: unknown): ReadonlyMap<string, unknown> {
    const found = this.anchors.get(file) ?? new Map(findAnchors(root));
    this.anchors.set(file, found);
    return found;
  }
}

/**
 * The value behind all references from here, such as a parameter that is kept under `components`.
 * @returns undefined where one leads nowhere, or in a circle
 */
export function follow(resolver: Resolver, from: Located): Located | undefined {
  let { value, at } = from;
  for (let steps = 0; isObject(value) && typeof value['$ref'] === 'string'; steps += 1) {
    const next = steps < MAX_STEPS ? resolver.resolve(value['$ref'], at) : undefined;
    if (next === undefined) return undefined;
    ({ value, at } = next);
  }
  return { value, at };
}

/** The value at a place of a description; undefined where there is none, or no place. */
export function locatedAt(at: string | undefined, resolver: Resolver): Located | undefined {
  return at === undefined ? undefined : resolver.resolve(at, at);
}

/** The address of a file and the fragment of a place. */
export function partsOf(place: string): { readonly file: string; readonly fragment: string } {
  const hash = place.indexOf('#');
  return hash < 0
    ? { file: place, fragment: '' }
    : { file: place.slice(0, hash), fragment: place.slice(hash + 1) };
}

/** The name of what is at a place; undefined for a whole file. */
export function nameAt(place: string): string | undefined {
  return pointerSteps(partsOf(place).fragment)?.at(-1);
}

/** A reference as a complete place. @param base the place where it is written */
export function absolutePlace(ref: string, base: string): string {
  const { file } = partsOf(base);
  if (ref.startsWith('#')) return file + ref;
  return URL.parse(ref, file)?.href ?? ref;
}

function* findAnchors(root: unknown): Generator<[string, unknown]> {
  const seen = new Set<unknown>();
  const rest: unknown[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const { $anchor, $dynamicAnchor } = value as Readonly<Record<string, unknown>>;
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') yield [name, value];
    for (const part of Object.values(value) as unknown[]) rest.push(part);
  }
}
