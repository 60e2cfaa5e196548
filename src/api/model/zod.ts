/**
 * The parts of zod/mini that are used. A file of its own for all bundles: each of them would have a copy otherwise. The
 * webviews do not use it.
 */
export {
  array,
  boolean,
  catch,
  describe,
  enum,
  gte,
  int,
  length,
  literal,
  lte,
  looseObject,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  pipe,
  positive,
  record,
  strictObject,
  string,
  toJSONSchema,
  transform,
  union,
  unknown,
} from 'zod/mini';
export type { infer, ZodMiniType } from 'zod/mini';
