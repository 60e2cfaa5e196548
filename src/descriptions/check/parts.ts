import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import { canonical } from './numbers';
import type { Path, Schema, Spot, Validation } from './validation';
import { entriesOf, listOf, says } from '../resolve/parts';

/** What keywords say of an object's fields. */
export function faultsOfObject(run: Validation, spot: Spot<Schema, Schema>): void {
  const { schema, base, value, path, seen } = spot;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  checkRequired(run, spot, properties);
  const names = Object.keys(value);
  const { minProperties, maxProperties, propertyNames } = schema;
  run.count(path, names.length, { minProperties, maxProperties }, (limit) =>
    t('The number of fields must be {0}.', limit),
  );
  const patterns = entriesOf(schema['patternProperties']);
  for (const name of names) {
    const at = [...path, name];
    const field = { base, value: value[name], path: at };
    const own = Object.hasOwn(properties, name);
    if (own && !tellDirection(run, spot, properties[name], at)) {
      run.check({ schema: properties[name], ...field });
    }
    let known = own;
    for (const [pattern, part] of patterns) {
      if (run.patternOf(pattern)?.test(name) !== true) continue;
      known = true;
      run.check({ schema: part, ...field });
    }
    if (propertyNames !== undefined) run.check({ ...field, schema: propertyNames, value: name });
    if (!known && schema['additionalProperties'] !== undefined) {
      known = true;
      run.checkExtra({ schema: schema['additionalProperties'], ...field }, 'additionalProperties');
    }
    if (known) seen?.names.add(name);
  }
}

function checkRequired(
  run: Validation,
  { schema, base, value, path }: Spot<Schema, Schema>,
  properties: Schema,
): void {
  const wanted = new Set(listOf(schema['required']));
  for (const [name, names] of entriesOf(schema['dependentRequired'])) {
    if (Object.hasOwn(value, name)) listOf(names).forEach((each) => wanted.add(each));
  }
  for (const name of wanted) {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
    const isOther = Object.hasOwn(properties, name) && isOtherWay(run, properties[name], base);
    if (!isOther) run.add([...path, name], 'required', t('This is missing.'));
  }
}

/** Whether a field only goes the other way: `readOnly` in a request, `writeOnly` in an answer. */
function isOtherWay(run: Validation, schema: unknown, base: string): boolean {
  const keyword = run.direction === 'request' ? 'readOnly' : 'writeOnly';
  return says({ value: schema, at: base }, keyword, run.resolver);
}

/** Whether a schema requires a field, and does not say itself that it only goes the other way. */
export function isWantedBy(schema: unknown, name: unknown, isOtherWay: (field: unknown) => boolean): boolean {
  if (!isObject(schema) || !listOf(schema['required']).includes(name)) return false;
  return entriesOf(schema['properties']).every(([each, field]) => each !== name || !isOtherWay(field));
}

/** Whether any part of the whole wants a field. */
function isWanted(run: Validation, { active = [] }: Spot, name: unknown): boolean {
  const all = new Map<unknown, string>(active.map(({ value, at }) => [value, at]));
  // Those that are added here come next.
  for (const [schema, at] of all) {
    if (!isObject(schema)) continue;
    if (isWantedBy(schema, name, (field) => isOtherWay(run, field, at))) return true;
    const { $ref: ref, allOf } = schema;
    const target = typeof ref === 'string' ? run.resolver.resolve(ref, at) : undefined;
    if (target !== undefined) all.set(target.value, target.at);
    for (const part of listOf(allOf)) all.set(part, at);
  }
  return false;
}

function tellDirection(run: Validation, spot: Spot, schema: unknown, path: Path): boolean {
  if (!isOtherWay(run, schema, spot.base) || isWanted(run, spot, path.at(-1))) return false;
  if (run.direction === 'request') run.add(path, 'readOnly', t('This is only for answers (readOnly).'));
  else run.add(path, 'writeOnly', t('This is only for requests (writeOnly).'));
  return true;
}

/** What keywords say of a list's items. */
export function faultsOfArray(run: Validation, spot: Spot<Schema, readonly unknown[]>): void {
  const { schema, base, value, path, seen } = spot;
  const { minItems, maxItems, uniqueItems, contains } = schema;
  run.count(path, value.length, { minItems, maxItems }, (limit) =>
    t('The number of items must be {0}.', limit),
  );
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length) {
    run.add(path, 'uniqueItems', t('An item is there twice.'));
  }
  const first = listOf(schema['prefixItems']);
  const rest = schema['items'];
  for (const [index, part] of value.entries()) {
    const own = index < first.length ? first[index] : rest;
    if (own === undefined) continue;
    seen?.items.add(index);
    const item = { schema: own, base, value: part, path: [...path, index] };
    if (index < first.length) run.check(item);
    else run.checkExtra(item, 'items');
  }
  if (contains !== undefined) checkContained(run, spot);
}

function checkContained(
  run: Validation,
  { schema, base, value, path, seen }: Spot<Schema, readonly unknown[]>,
): void {
  const { contains, minContains = 1, maxContains } = schema;
  let count = 0;
  for (const [index, part] of value.entries()) {
    const item = { schema: contains, base, value: part, path: [...path, index] };
    if (run.attempt(item).length > 0) continue;
    count += 1;
    seen?.items.add(index);
  }
  run.count(path, count, { contains: minContains, maxContains }, (limit) =>
    t('The number of items of the described kind must be {0}.', limit),
  );
}
