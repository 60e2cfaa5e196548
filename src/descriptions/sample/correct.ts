import { parseUnrounded } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { validate } from '../check/validate';
import type { Direction, Located } from '../model/description';
import { valueAt } from '../resolve/pointer';
import type { Made, SampleContext } from './context';

/** The keyword of what only goes the other way. */
export function otherWay(direction: Direction): 'readOnly' | 'writeOnly' {
  return direction === 'request' ? 'readOnly' : 'writeOnly';
}

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
  const faults = schemas.flatMap((schema) => validate(schema, example, context));
  if (faults.some((fault) => fault.keyword !== otherWay(context.direction))) return undefined;
  const value = parseUnrounded(JSON.stringify(example));
  for (const { path } of faults) {
    const parent = valueAt(value, path.slice(0, -1));
    if (isObject(parent)) Reflect.deleteProperty(parent, String(path.at(-1)));
  }
  return { value };
}
