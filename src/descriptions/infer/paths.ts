import { percentDecoded } from '../../util/lenient';
import { looksLikeId } from './ids';

/** A path that was called, after `/v1`. */
export interface SeenPath {
  readonly method: string;
  readonly segments: readonly string[];
  /** The path of the operation that is known for it, such as `/files/{fileId}`. */
  readonly known?: string | undefined;
  /** Names of the fields in its answers. */
  readonly fields: ReadonlySet<string>;
}

/** Stands for a segment that is a parameter, whatever its name. */
export const PARAMETER = '{}';

interface Path extends SeenPath {
  /** Segments, with `PARAMETER` in place of values. */
  readonly template: string[];
}

/**
 * Which segments are parameters: those that are an id, a UUID or a number, and those in which alone requests of one
 * method differ. Two first segments, such as `/payments` and `/balances`, are two things, and so are paths below one
 * thing whose answers have nothing in common. The paths of operations that are known stay as they are.
 * @returns a template for each path, in their order
 */
export function findTemplates(
  seen: readonly SeenPath[],
  isKnownId: (text: string) => boolean,
): readonly (readonly string[])[] {
  const paths = seen.map((path): Path => {
    const known = path.known?.split('/').slice(1);
    const template = path.segments.map((segment, index) => {
      const own = known?.[index] ?? segment;
      if (known !== undefined) return /\{[^{}]*\}/.test(own) ? PARAMETER : own;
      const text = percentDecoded(segment);
      return looksLikeId(text) || isKnownId(text) ? PARAMETER : segment;
    });
    return { ...path, template };
  });
  const open = paths.filter(({ known }) => known === undefined);
  // What was found in one path is used in others. It ends: no parameter becomes a value again.
  while ([mergeDifferent(open), spreadValues(paths, open)].includes(true));
  return paths.map(({ template }) => template);
}

/** Makes a parameter of the one segment in which paths of a method differ. @returns whether there was one */
function mergeDifferent(paths: readonly Path[]): boolean {
  let changed = false;
  for (let index = 1; ; index++) {
    const long = paths.filter(({ template }) => template.length > index);
    if (long.length === 0) return changed;
    // A slash at the end leaves no value behind it.
    const named = long.filter(({ template }) => template[index] !== '');
    const alike = Map.groupBy(named, ({ method, template }) =>
      JSON.stringify([method, template.with(index, '')]),
    );
    for (const group of alike.values()) {
      // Below one thing stand others of several kinds, such as its refunds and its receipt.
      const isBelowOne = group[0]?.template[index - 1] === PARAMETER;
      for (const same of isBelowOne ? withAnswersAlike(group) : [group]) {
        if (new Set(same.map(({ template }) => template[index])).size < 2) continue;
        changed = true;
        for (const { template } of same) template[index] = PARAMETER;
      }
    }
  }
}

/** Paths whose answers have a field in common; what has none of its own, such as a 404, belongs to the only others. */
function withAnswersAlike(paths: readonly Path[]): readonly (readonly Path[])[] {
  const groups: { readonly paths: Path[]; readonly fields: Set<string> }[] = [];
  for (const path of paths) {
    if (path.fields.size === 0) continue;
    const alike = groups.filter(({ fields }) => !fields.isDisjointFrom(path.fields));
    const joined = { paths: [path], fields: new Set(path.fields) };
    for (const group of alike) {
      joined.paths.push(...group.paths);
      for (const field of group.fields) joined.fields.add(field);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(joined);
  }
  return groups.length <= 1 ? [paths] : groups.map((group) => group.paths);
}

/**
 * A segment that is a parameter in one path is a parameter in every path that begins alike, whatever its method.
 * @param open paths whose segments may become parameters
 * @returns whether any segment became one
 */
function spreadValues(paths: readonly Path[], open: readonly Path[]): boolean {
  const values = new Set<string>();
  const placeOf = ({ template, segments }: Path, index: number) =>
    JSON.stringify([...template.slice(0, index), segments[index]]);
  for (const path of paths) {
    for (const [index, segment] of path.template.entries()) {
      if (segment === PARAMETER) values.add(placeOf(path, index));
    }
  }
  let changed = false;
  for (const path of open) {
    for (const [index, segment] of path.template.entries()) {
      if (segment === PARAMETER || !values.has(placeOf(path, index))) continue;
      path.template[index] = PARAMETER;
      changed = true;
    }
  }
  return changed;
}

/** Names for the parameters of a template, after what is before each: `/payments/{paymentId}`. */
export function nameParameters(template: readonly string[]): string[] {
  const names: string[] = [];
  template.forEach((segment, index) => {
    if (segment !== PARAMETER) return;
    const before = template[index - 1] ?? '';
    const words = before.replace(/%[\da-f]{2}/gi, ' ').match(/[A-Za-z\d]+/g) ?? [];
    const [first = '', ...more] = words.map((word) => word.toLowerCase());
    const name = [
      singular(first),
      ...more.map((word) => singular(word.charAt(0).toUpperCase() + word.slice(1))),
    ];
    const wanted = /^[a-z]/.test(first) ? `${name.join('')}Id` : 'id';
    let free = wanted;
    for (let number = 2; names.includes(free); number++) free = wanted + String(number);
    names.push(free);
  });
  return names;
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
