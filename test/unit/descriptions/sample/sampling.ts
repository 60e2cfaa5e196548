import assert from 'node:assert/strict';
import { validate } from '../../../../src/descriptions/check/validate';
import type { Dialect, Direction } from '../../../../src/descriptions/model/description';
import { References } from '../../../../src/descriptions/resolve/references';
import { sampleOf } from '../../../../src/descriptions/sample/make';
import { sampleRequest, type RequestSample } from '../../../../src/descriptions/sample/requestOf';
import { readOne } from '../reading';

const FILE = 'file:///api.json';

export interface Surroundings {
  readonly direction?: Direction;
  readonly dialect?: Dialect;
  /** What is kept under `components/schemas`. */
  readonly schemas?: object;
}

/** An example for a schema, which fits it; undefined where none was found. */
export function sample(
  schema: unknown,
  { direction = 'answer', dialect = '3.1', schemas = {} }: Surroundings = {},
): unknown {
  const document = { components: { schemas }, definitions: schemas };
  const resolver = new References(dialect, new Map([[FILE, document]]));
  const located = { value: schema, at: `${FILE}#/x` };
  // No test waits for the clock.
  const made = sampleOf(located, { resolver, direction, deadline: Infinity });
  if (made !== undefined) assert.deepEqual(validate(located, made.value, { resolver, direction }), []);
  return made?.value;
}

/** What a new request of the first operation of a document is filled in with. */
export async function requestFor(document: unknown): Promise<RequestSample> {
  const { operation, resolver } = await readOne(document);
  return sampleRequest(operation, { resolver, direction: 'request' });
}

export const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
