import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import type { Located, Resolver } from '../model/description';
import { pointerStep } from '../resolve/pointer';
import { listOf, part, partBehind } from '../resolve/parts';
import { follow, nameAt } from '../resolve/references';
import { equals } from './numbers';
import { listed } from './values';
import type { Schema, Spot, Validation } from './validation';

/** What any value fits. */
const ANYTHING: Located = { value: true, at: '' };

/**
 * The one branch that a discriminator names.
 * @returns undefined where there is no discriminator; one that fits where it names no branch, which is reported
 */
export function branchOf(run: Validation, { schema, base, value, path }: Spot<Schema>): Located | undefined {
  const { name, mapping } = discriminatorOf(schema);
  if (name === undefined || !isObject(value)) return undefined;
  const parts = [schema['oneOf'], schema['anyOf']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const targets = parts.map((part) =>
    isObject(part) && typeof part['$ref'] === 'string' ? run.resolver.resolve(part['$ref'], base) : undefined,
  );
  const chosen = value[name];
  if (chosen === undefined) {
    // Without branches, `required` of the schema itself says whether the field must be there.
    if (parts.length === 0) return undefined;
    run.add([...path, name], 'required', t('This is missing.'));
    return ANYTHING;
  }
  const target = typeof chosen === 'string' ? named(run.resolver, mapping, chosen, base) : undefined;
  if (parts.length === 0) {
    // Without a mapping nobody says that there are no other names.
    const names = Object.keys(mapping);
    if (target === undefined && typeof chosen === 'string' && names.length > 0 && !names.includes(chosen))
      run.add([...path, name], 'discriminator', t('One of these is expected: {0}.', listed(names)));
    return target;
  }
  // A schema of another file is named as it is in that file.
  const branch = targets.find(
    (each) =>
      each !== undefined && (target === undefined ? nameAt(each.at) === chosen : each.value === target.value),
  );
  if (branch !== undefined) return branch;
  // A discriminator beside schemas without names says nothing: all of them are tried.
  const isNamed = (each?: Located) =>
    each !== undefined && (nameAt(each.at) ?? Object.keys(mapping)[0]) !== undefined;
  if (!targets.every(isNamed)) return undefined;
  // Many write in the branches alone which values name them.
  const own = parts
    .map((value) => ({ value, at: base }))
    .filter((each) => valuesIn(each, name, run.resolver).some((known) => equals(known, chosen)));
  if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  run.add([...path, name], 'discriminator', t('The value names none of the alternatives.'));
  return ANYTHING;
}

/** The values that a schema gives a field, by `enum` or `const`. @param seen schemas, which may hold themselves */
function valuesIn(from: Located, name: string, resolver: Resolver, seen = new Set<unknown>()): unknown[] {
  const schema = follow(resolver, from);
  if (!isObject(schema?.value) || seen.has(schema.value)) return [];
  seen.add(schema.value);
  const { value, at } = schema;
  const field = partBehind(part(schema, 'properties'), name, resolver)?.value;
  const { enum: choices, const: only } = isObject(field) ? field : {};
  return [
    ...listOf(choices),
    only,
    ...listOf(value['allOf']).flatMap((each) => valuesIn({ value: each, at }, name, resolver, seen)),
  ];
}

/** Whether a discriminator of what a schema is derived from names this schema for a value. */
export function isNamedAbove(run: Validation, { schema, base, value }: Spot): boolean {
  const own = follow(run.resolver, { value: schema, at: base })?.value;
  const seen = new Set<unknown>();
  const rest: Located[] = [{ value: schema, at: base }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const above = follow(run.resolver, next);
    if (!isObject(above?.value) || seen.has(above.value)) continue;
    seen.add(above.value);
    const { name = '', mapping } = discriminatorOf(above.value);
    const chosen = isObject(value) ? value[name] : undefined;
    if (typeof chosen === 'string' && named(run.resolver, mapping, chosen, above.at)?.value === own)
      return true;
    for (const part of listOf(above.value['allOf'])) rest.push({ value: part, at: above.at });
  }
  return false;
}

/** The field that tells schemas apart, and names for them. Swagger 2.0 writes the name alone. */
export function discriminatorOf({ discriminator }: Schema): {
  readonly name?: string;
  readonly mapping: Schema;
} {
  const { propertyName: name, mapping } = isObject(discriminator)
    ? discriminator
    : { propertyName: discriminator };
  return { ...(typeof name === 'string' && { name }), mapping: isObject(mapping) ? mapping : {} };
}

/** The schema that a value of the field names. */
export function named(
  resolver: Resolver,
  mapping: Schema,
  chosen: string,
  base: string,
): Located | undefined {
  const mapped = Object.hasOwn(mapping, chosen) ? mapping[chosen] : undefined;
  const ref = typeof mapped === 'string' ? mapped : chosen;
  const folder = resolver.dialect === '2.0' ? '#/definitions' : '#/components/schemas';
  // A mapping may give a name or a reference.
  return resolver.resolve(`${folder}/${pointerStep(ref)}`, base) ?? resolver.resolve(ref, base);
}
