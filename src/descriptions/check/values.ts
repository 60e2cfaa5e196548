import { t } from '../../util/text';
import { hasFormat } from './formats';
import { equals, isMultiple, isWhole, numberText, orderOf, type JsonType } from './numbers';
import type { Path, Schema, Spot, Validation } from './validation';

/** What is said of a wrong type; undefined where the type is right. */
export function typeFault(schema: Schema, type: JsonType, value: unknown): string | undefined {
  const wanted = schema['type'];
  const types = typeof wanted === 'string' ? [wanted] : Array.isArray(wanted) ? wanted : [];
  // `file` is Swagger's word for bytes.
  const fits = types.some(
    (each) => each === type || (each === 'integer' && isWhole(value)) || each === 'file',
  );
  if (types.length === 0 || fits) return undefined;
  return t('{0} is expected, not {1}.', types.map(String).join(' | '), type);
}

/** What keywords say of the value itself, whatever it holds. */
export function faultsOfValue(run: Validation, { schema, value, path }: Spot<Schema>, type: JsonType): void {
  const choices: unknown = schema['enum'];
  if (Array.isArray(choices) && !choices.some((choice) => equals(choice, value))) {
    run.add(path, 'enum', t('One of these is expected: {0}.', listed(choices)));
  }
  if (schema['const'] !== undefined && !equals(schema['const'], value)) {
    run.add(path, 'const', t('One of these is expected: {0}.', listed([schema['const']])));
  }
  const format = schema['format'];
  if (typeof format === 'string' && !hasFormat(format, value)) {
    run.add(path, 'format', t('The value does not have the format {0}.', format));
  }
  if (type === 'string') faultsOfText(run, schema, value as string, path);
  if (type === 'number') faultsOfNumber(run, schema, value, path);
}

function faultsOfText(run: Validation, schema: Schema, text: string, path: Path): void {
  const { minLength, maxLength, pattern } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    run.count(path, lengthOf(text), { minLength, maxLength }, (limit) =>
      t('The number of characters must be {0}.', limit),
    );
  }
  if (typeof pattern === 'string' && run.patternOf(pattern)?.test(text) === false) {
    run.add(path, 'pattern', t('The text does not match the pattern {0}.', pattern));
  }
}

function faultsOfNumber(run: Validation, schema: Schema, value: unknown, path: Path): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  // In 3.0 and before, `exclusiveMinimum: true` sharpens `minimum`.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  const demand = (keyword: string, sign: string, limit: unknown, fits: (order: number) => boolean) => {
    const order = orderOf(value, limit);
    if (order === undefined || fits(order)) return true;
    run.add(path, keyword, t('The number must be {0}.', `${sign} ${numberText(limit)}`));
    return false;
  };
  if (demand('exclusiveMinimum', '>', above, (order) => order > 0))
    demand('minimum', '≥', minimum, (order) => order >= 0);
  if (demand('exclusiveMaximum', '<', below, (order) => order < 0))
    demand('maximum', '≤', maximum, (order) => order <= 0);
  if (!isMultiple(value, multipleOf)) {
    run.add(path, 'multipleOf', t('The number is no multiple of {0}.', numberText(multipleOf)));
  }
}

/** Characters as JSON Schema counts them: code points. */
function lengthOf(text: string): number {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '.').length;
}

export function listed(values: readonly unknown[]): string {
  const texts = values.slice(0, 10).map((value) => JSON.stringify(value));
  return `${texts.join(', ')}${values.length > 10 ? ', …' : ''}`;
}
