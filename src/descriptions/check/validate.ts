import { isObject } from '../../util/objects';
import { t } from '../../util/text';
import type { Fault, Located } from '../model/description';
import { branchOf, isNamedAbove } from './discriminator';
import { faultsOfArray, faultsOfObject } from './parts';
import { typeOf } from './numbers';
import { faultsOfValue, typeFault } from './values';
import {
  join,
  nothingSeen,
  Validation,
  type Path,
  type Schema,
  type Seen,
  type Spot,
  type ValidationContext,
} from './validation';
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
  validation.check({ schema: schema.value, base: schema.at, value, path: [] });
  const byText = new Map(
    validation.faults.map((fault) => [JSON.stringify([fault.path, fault.message]), fault]),
  );
  return [...byText.values()];
}

/** Whether a value fits a schema. */
export function fits(schema: Located, value: unknown, context: ValidationContext): boolean {
  return validate(schema, value, { ...context, limit: 1 }).length === 0;
}

function checkSchema(run: Validation, spot: Spot): void {
  const { schema, base, value, path, seen, active = [] } = spot;
  if (schema === false) run.add(path, 'false', t('Nothing is allowed here.'));
  // A reference in a circle adds nothing to what is being checked.
  if (!isObject(schema) || active.some((each) => each.value === schema)) return;
  const { isOld } = run;
  if (isOld && value === null && (schema['nullable'] === true || schema['x-nullable'] === true)) {
    // 3.0 says nothing of `$ref` with siblings but that they are ignored.
    if (typeof schema['$ref'] !== 'string') return;
  }
  const isLast = schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined;
  const own = isLast ? nothingSeen() : undefined;
  const all = [...active, { value: schema, at: base }];
  const mine = { schema, base, value, path, seen: own ?? seen, active: all };
  const ref = schema['$ref'] ?? schema['$dynamicRef'];
  if (typeof ref === 'string') {
    const target = run.resolver.resolve(ref, base);
    if (target !== undefined) run.check({ ...mine, schema: target.value, base: target.at });
    if (isOld) return;
  }
  const type = typeOf(value);
  const wrongType = typeFault(schema, type, value);
  if (wrongType !== undefined) {
    run.add(path, 'type', wrongType);
    return;
  }
  faultsOfValue(run, mine, type);
  if (type === 'object') faultsOfObject(run, mine as Spot<Schema, Schema>);
  if (type === 'array') faultsOfArray(run, mine as Spot<Schema, readonly unknown[]>);
  checkCombined(run, mine);
  if (own === undefined) return;
  checkUnevaluated(run, mine, own);
  join(seen, own);
}

function checkCombined(run: Validation, spot: Spot<Schema>): void {
  const { schema, value, path } = spot;
  const check = (part: unknown) => run.check({ ...spot, schema: part });
  const attempt = (part: unknown) => run.attempt({ ...spot, schema: part });
  listOf(schema['allOf']).forEach(check);
  const branch = branchOf(run, spot);
  if (branch !== undefined) {
    // The branch may name this schema again, as where it is derived from it.
    run.check({ ...spot, schema: branch.value, base: branch.at });
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = listOf(schema[keyword]);
    if (branch !== undefined || parts.length === 0) continue;
    const results = parts.map(attempt);
    const fitting = parts.filter((_, index) => results[index]?.length === 0);
    if (fitting.length === 0) addNearest(run, keyword, results, path);
    else if (keyword === 'oneOf' && fitting.length > 1) {
      // What they are derived from may say which of them is meant.
      if (fitting.filter((part) => isNamedAbove(run, { ...spot, schema: part })).length === 1) continue;
      run.add(path, keyword, t('{0} of the alternatives fit; exactly one must.', fitting.length));
    }
  }
  if (
    schema['not'] !== undefined &&
    run.attempt({ ...spot, schema: schema['not'], seen: undefined }).length === 0
  ) {
    run.add(path, 'not', t('The value is one of those that are not allowed.'));
  }
  if (schema['if'] !== undefined) check(schema[attempt(schema['if']).length === 0 ? 'then' : 'else']);
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
  const [best, second] = ofSameType.toSorted((a, b) => depth(b) - depth(a));
  const isClear = best !== undefined && (second === undefined || depth(best) > depth(second));
  if (isClear) run.faults.push(...best);
  else run.add(path, keyword, t('None of the {0} alternatives fits.', results.length));
}

function checkUnevaluated(run: Validation, { schema, base, value, path }: Spot<Schema>, seen: Seen): void {
  const names = schema['unevaluatedProperties'];
  if (names !== undefined && typeOf(value) === 'object') {
    for (const [name, part] of Object.entries(value as Schema)) {
      if (seen.names.has(name)) continue;
      run.checkExtra({ schema: names, base, value: part, path: [...path, name] }, 'unevaluatedProperties');
      seen.names.add(name);
    }
  }
  const items = schema['unevaluatedItems'];
  if (items === undefined || !Array.isArray(value)) return;
  for (const [index, part] of value.entries()) {
    if (seen.items.has(index)) continue;
    run.checkExtra({ schema: items, base, value: part, path: [...path, index] }, 'unevaluatedItems');
    seen.items.add(index);
  }
}
