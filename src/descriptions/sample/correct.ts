import { isObject } from '../../util/objects';
import { validate } from '../check/validate';
import type { Located } from '../model/description';
import { valueAt } from '../resolve/pointer';
import type { Made, SampleContext } from './context';

/**
 * An example without the fields that only go the other way: one that is written for both, request and answer, is good
 * for each.
 * @returns undefined where something else is wrong with it
 */
export function corrected(
  example: unknown,
  schemas: readonly Located[],
  context: SampleContext,
): Made | undefined {
  const keyword = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  const faults = schemas.flatMap((schema) => validate(schema, example, context));
  if (faults.some((fault) => fault.keyword !== keyword)) return undefined;
  const value = structuredClone(example);
  for (const { path } of faults) {
    const parent = valueAt(value, path.slice(0, -1));
    if (isObject(parent)) Reflect.deleteProperty(parent, String(path.at(-1)));
  }
  return { value };
}
