import { validate } from '../check/validate';
import type { Located } from '../model/description';
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
  if (faults.length === 0) return { value: example };
  if (faults.some((fault) => fault.keyword !== keyword)) return undefined;
  const value = structuredClone(example);
  for (const { path } of faults) {
    let parent: unknown = value;
    for (const step of path.slice(0, -1)) parent = partOf(parent, step);
    const name = path.at(-1);
    if (typeof parent === 'object' && parent !== null && name !== undefined)
      Reflect.deleteProperty(parent, name);
  }
  return { value };
}

function partOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[step];
}
