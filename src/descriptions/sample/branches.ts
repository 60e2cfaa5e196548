import { isObject } from '../../util/objects';
import { discriminatorOf, named } from '../check/discriminator';
import type { Located, Resolver } from '../model/description';
import { entriesOf } from '../resolve/parts';
import { nameAt } from '../resolve/references';

type Schema = Readonly<Record<string, unknown>>;

/** Alternatives of a schema: each is what holds beside the rest when it is chosen. */
export interface Branches {
  /** Names the place where they are written. */
  readonly key: unknown;
  readonly options: readonly (readonly Located[])[];
}

/** Which alternative was chosen, by `Branches.key`. */
export type Chosen = ReadonlyMap<unknown, readonly Located[]>;

/** Marks the schema of a discriminator's field for a branch, which is in no description. */
export const TAG = Symbol('tag');

/** Of more alternatives the rest is not tried. */
const MOST = 30;

/**
 * The alternatives that a schema has: `oneOf`, `anyOf`, `if`, and those that only a discriminator names.
 * @param from the schema that was entered and led here, by references and `allOf`
 */
export function branchesOf(schema: Schema, at: string, from: Located, resolver: Resolver): Branches[] {
  const found: Branches[] = [];
  const tagOf = tagger(schema, at, resolver);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const list = schema[keyword];
    if (!Array.isArray(list) || list.length === 0) continue;
    const options = list.slice(0, MOST).flatMap((value): Located[][] => {
      const branch = { value: value as unknown, at };
      // Its name may not be among those that its field can have.
      return tagOf === undefined ? [[branch]] : [tagOf(branch), tagOf.any].map((tag) => [branch, tag]);
    });
    found.push({ key: list, options });
  }
  if (found.length === 0 && tagOf !== undefined) {
    const mapped = from.value === schema ? tagOf.mapped() : [];
    // Its own name may not be among those that the field can have.
    found.push({ key: schema['discriminator'], options: [...mapped, [tagOf(from, true)], []] });
  }
  const { if: test, then: yes = true, else: no = true } = schema;
  if (test !== undefined) {
    const all = [[test, yes], [no]].map((values) => values.map((value) => ({ value, at })));
    found.push({ key: test, options: all });
  }
  // What a field asks for where it is there.
  for (const [, names] of entriesOf(schema['dependentRequired']))
    found.push({ key: names, options: [[], [{ value: { required: names }, at }]] });
  for (const [, value] of entriesOf(schema['dependentSchemas']))
    found.push({ key: value, options: [[], [{ value, at }]] });
  return found;
}

/** Makes the schema of a discriminator's field for a branch; undefined where there is no discriminator. */
function tagger(schema: Schema, at: string, resolver: Resolver) {
  const { name, mapping } = discriminatorOf(schema);
  if (name === undefined) return undefined;
  const targets = Object.keys(mapping).flatMap((value) => {
    const target = named(resolver, mapping, value, at);
    return target === undefined ? [] : [{ value, target }];
  });
  const tag = (value: string | undefined): Located => ({
    value: {
      [TAG]: true,
      required: [name],
      ...(value !== undefined && { properties: { [name]: { const: value } } }),
    },
    at,
  });
  /** Only what has a name can be named. */
  const tagOf = ({ value, at: place }: Located, isNamed = false): Located => {
    const ref = isObject(value) ? value['$ref'] : undefined;
    const target = typeof ref === 'string' ? resolver.resolve(ref, place) : { value, at: place };
    const mapped = targets.find((each) => each.target.value === target?.value);
    const isOwn = isNamed || typeof ref === 'string';
    const own = isOwn ? nameAt(target?.at ?? '') : undefined;
    return tag(mapped?.value ?? own);
  };
  return Object.assign(tagOf, {
    any: tag(undefined),
    mapped: () => targets.map(({ value, target }) => [target, tag(value)]),
  });
}
