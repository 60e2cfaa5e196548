import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import type { Fault, Located } from '../model/description';
import { branchOf } from './discriminator';
import { faultsOfArray, faultsOfObject } from './parts';
import { typeOf } from './numbers';
import { faultsOfValue, typeFault } from './values';
import { Validation, type Path, type Schema, type Seen, type ValidationContext } from './validation';
import { entriesOf, listOf } from '../resolve/parts';

export type { ValidationContext } from './validation';

/**
 * Compares a value with a schema: JSON Schema 2020-12, or what the schemas of OpenAPI 3.0 and Swagger 2.0 mean.
 * Give numbers as `parseExactly` reads them where they may be long.
 * @returns the faults in the order of the schema, each place once for a reason; empty where the value fits
 * @throws TooMuchError where it takes too many steps; a hostile pattern may take for ever, so call it in a worker
 */
export function validate(schema: Located, value: unknown, context: ValidationContext): Fault[] {
  const validation = new Validation(context, checkSchema);
  validation.check(schema.value, schema.at, value, [], undefined, []);
  const byText = new Map(
    validation.faults.map((fault) => [JSON.stringify([fault.path, fault.message]), fault]),
  );
  return [...byText.values()];
}

/** Whether a value fits a schema. */
export function fits(schema: Located, value: unknown, context: ValidationContext): boolean {
  return validate(schema, value, { ...context, limit: 1 }).length === 0;
}

function checkSchema(
  run: Validation,
  schema: unknown,
  base: string,
  value: unknown,
  path: Path,
  seen: Seen | undefined,
  active: readonly Schema[],
): void {
  if (schema === false) run.add(path, 'false', t('Nothing is allowed here.'));
  // A reference in a circle adds nothing to what is being checked.
  if (!isObject(schema) || active.includes(schema)) return;
  const { isOld } = run;
  if (isOld && value === null && (schema['nullable'] === true || schema['x-nullable'] === true)) {
    // 3.0 says nothing of `$ref` with siblings but that they are ignored.
    if (typeof schema['$ref'] !== 'string') return;
  }
  const here = [...active, schema];
  const ref = schema['$ref'] ?? schema['$dynamicRef'];
  if (typeof ref === 'string') {
    const target = run.resolver.resolve(ref, base);
    if (target !== undefined) run.check(target.value, target.at, value, path, seen, here);
    if (isOld) return;
  }
  const own = schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined;
  const mine = own ? { names: new Set<string>(), items: new Set<number>() } : seen;
  const type = typeOf(value);
  const wrongType = typeFault(schema, type, value);
  if (wrongType !== undefined) {
    run.add(path, 'type', wrongType);
    return;
  }
  faultsOfValue(run, schema, type, value, path);
  if (type === 'object') faultsOfObject(run, schema, base, value as Schema, path, mine);
  if (type === 'array') faultsOfArray(run, schema, base, value as readonly unknown[], path, mine);
  checkCombined(run, schema, base, value, path, mine, here);
  if (own) checkUnevaluated(run, schema, base, value, path, mine);
  if (own && seen !== undefined) join(seen, mine);
}

function checkCombined(
  run: Validation,
  schema: Schema,
  base: string,
  value: unknown,
  path: Path,
  seen: Seen | undefined,
  here: readonly Schema[],
): void {
  const check = (part: unknown) => {
    run.check(part, base, value, path, seen, here);
  };
  const attempt = (part: unknown) => run.attempt(part, base, value, path, seen, here);
  listOf(schema['allOf']).forEach(check);
  const branch = branchOf(run, schema, base, value, path);
  if (branch === 'none') return;
  if (branch !== undefined) {
    // The branch may name this schema again, as where it is derived from it.
    run.check(branch.value, branch.at, value, path, seen, here);
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = listOf(schema[keyword]);
    if (branch !== undefined || parts.length === 0) continue;
    const results = parts.map(attempt);
    const fitting = results.filter(({ length }) => length === 0).length;
    if (fitting === 0) addNearest(run, keyword, results, path);
    else if (keyword === 'oneOf' && fitting > 1) {
      run.add(path, keyword, t('{0} of the alternatives fit; exactly one must.', fitting));
    }
  }
  if (
    schema['not'] !== undefined &&
    run.attempt(schema['not'], base, value, path, undefined, here).length === 0
  ) {
    run.add(path, 'not', t('The value is one of those that are not allowed.'));
  }
  if (schema['if'] !== undefined) {
    const branchName = attempt(schema['if']).length === 0 ? 'then' : 'else';
    if (schema[branchName] !== undefined) check(schema[branchName]);
  }
  if (!isObject(value)) return;
  for (const [name, part] of entriesOf(schema['dependentSchemas']))
    if (Object.hasOwn(value, name)) check(part);
}

/** Of alternatives that all fail: what is wrong with the only one, or with the one that fails deepest in the value. */
function addNearest(run: Validation, keyword: string, results: readonly Fault[][], path: Path): void {
  const depth = (faults: readonly Fault[]) => Math.max(...faults.map((fault) => fault.path.length));
  const ofSameType = results.filter(
    (faults) => !faults.some((f) => f.keyword === 'type' && f.path.length === path.length),
  );
  const [best, second] = ofSameType.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  const isClear = best !== undefined && (second === undefined || depth(best) > depth(second));
  if (isClear) run.faults.push(...best);
  else run.add(path, keyword, t('None of the {0} alternatives fits.', results.length));
}

function checkUnevaluated(
  run: Validation,
  schema: Schema,
  base: string,
  value: unknown,
  path: Path,
  seen: Seen | undefined,
): void {
  const names = schema['unevaluatedProperties'];
  if (names !== undefined && typeOf(value) === 'object') {
    for (const [name, part] of Object.entries(value as Schema)) {
      if (seen?.names.has(name)) continue;
      run.checkExtra(names, base, part, [...path, name], 'unevaluatedProperties');
      seen?.names.add(name);
    }
  }
  const items = schema['unevaluatedItems'];
  if (items === undefined || !Array.isArray(value)) return;
  for (const [index, part] of value.entries()) {
    if (!seen?.items.has(index)) run.checkExtra(items, base, part, [...path, index], 'unevaluatedItems');
    seen?.items.add(index);
  }
}

function join(seen: Seen, more: Seen | undefined): void {
  more?.names.forEach((name) => seen.names.add(name));
  more?.items.forEach((index) => seen.items.add(index));
}
