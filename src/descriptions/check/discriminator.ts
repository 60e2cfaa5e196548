import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import type { Located } from '../model/description';
import { pointerStep } from '../resolve/pointer';
import { nameAt } from '../resolve/references';
import type { Schema, Spot, Validation } from './validation';

/** What any value fits. */
const ANYTHING: Located = { value: true, at: '' };

/**
 * The one branch that a discriminator names.
 * @returns undefined where there is no discriminator; one that fits where it names no branch, which is told
 */
export function branchOf(run: Validation, { schema, base, value, path }: Spot<Schema>): Located | undefined {
  const discriminator = schema['discriminator'];
  const name = isObject(discriminator) ? discriminator['propertyName'] : discriminator;
  if (typeof name !== 'string' || !isObject(value)) return undefined;
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
  const mapping =
    isObject(discriminator) && isObject(discriminator['mapping']) ? discriminator['mapping'] : {};
  const target = typeof chosen === 'string' ? named(run, mapping, chosen, base) : undefined;
  if (parts.length === 0) return target;
  // A schema of another file is named as it is where it stands.
  const branch = targets.find(
    (each) =>
      each !== undefined && (target === undefined ? nameAt(each.at) === chosen : each.value === target.value),
  );
  if (branch !== undefined) return branch;
  // A discriminator beside schemas without names says nothing: all of them are tried.
  const isNamed = (each?: Located) =>
    each !== undefined && (nameAt(each.at) ?? Object.keys(mapping)[0]) !== undefined;
  if (!targets.every(isNamed)) return undefined;
  run.add([...path, name], 'discriminator', t('The value names none of the alternatives.'));
  return ANYTHING;
}

function named(run: Validation, mapping: Schema, chosen: string, base: string): Located | undefined {
  const mapped = Object.hasOwn(mapping, chosen) ? mapping[chosen] : undefined;
  const ref = typeof mapped === 'string' ? mapped : chosen;
  const folder = run.resolver.dialect === '2.0' ? '#/definitions' : '#/components/schemas';
  // A mapping may give a name or a reference.
  return run.resolver.resolve(`${folder}/${pointerStep(ref)}`, base) ?? run.resolver.resolve(ref, base);
}
