/**
 * The shapes of docs/api.md as one source of types, checks and JSON Schema. Objects are loose: unknown
 * fields are kept, and enums are open, so that a service that grows does not break us.
 */
import * as z from './zod';

/** A text with what it means, in the words of docs/api.md. */
const text = (meaning: string) => z.string().check(z.describe(meaning));

/** `data` of an upload ("Upload a file" in docs/api.md). */
export const uploadRecord = z.looseObject({
  id: text('id of the file; the form shown ends in its extension'),
  purpose: text('one of the two purposes'),
  mimeType: text('for example `application/pdf`'),
  uploadedAt: text('ISO 8601, UTC'),
});

/** What of an upload's answer is enough to know the file by. */
export const identified = z.looseObject({ id: z.string() });
export type UploadAnswer = z.infer<typeof identified>;

/** `data` of get-file-details ("Read a file's details" in docs/api.md). */
export const fileRecord = z.looseObject({
  id: text('id of the file'),
  purpose: text('one of the two purposes'),
  name: text('original file name'),
  mimeType: text('for example `application/pdf`'),
  contentLink: z.looseObject({
    url: text('`{files}/v1/files/<fileId>/content`'),
    expiryDate: z.nullable(z.string()).check(z.describe('when the link expires; null when it does not')),
  }),
  expiryDate: z.nullable(z.string()).check(z.describe('when the record expires; null when it does not')),
  uploadedAt: text('ISO 8601, UTC, with milliseconds in the form shown'),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** `data` where nothing more is known about it; for the top-up it is an empty object. */
export const anyRecord = z.record(z.string(), z.unknown());

/** Every successful answer ("Conventions" in docs/api.md). */
export const envelope = z.looseObject({ success: z.literal(true), message: z.string(), data: anyRecord });

/** `data.paging` ("Lists" in docs/api.md). What the ends of a list look like is not shown: null is allowed. */
export const paging = z.looseObject({
  totalCount: z.number(),
  nextPage: z.optional(z.nullable(z.string())),
  previousPage: z.optional(z.nullable(z.string())),
});

/** `data` of a paginated endpoint. */
export const pageData = z.looseObject({ records: z.array(z.unknown()), paging });

/** What is needed of a page to go on from it: how long the list is need not be said. */
export const usablePage = z.looseObject({
  records: z.array(z.unknown()),
  paging: z.looseObject({ nextPage: paging.shape.nextPage }),
});
export type UsablePage = z.infer<typeof usablePage>;

/** One detail item of a validation error. */
export const detailItem = z.looseObject({ code: z.string(), fieldName: z.string(), message: z.string() });

/** Every error answer ("Conventions" in docs/api.md). */
export const errorBody = z.looseObject({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  data: z.union([anyRecord, z.array(detailItem)]),
});

/** The part that shows that the service itself answered, whatever its details look like. */
export const documentedError = z.looseObject({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
});

/** Form of an upload. */
export const uploadForm = z.object({
  file: text('the file: PNG, JPEG, PDF or DOCX, up to 5 MB'),
  purpose: text('`payment_evidence` or `business_entity_documents`'),
});

/** Body of a top-up. */
export const topUpBody = z.object({
  amount: z.number().check(z.positive(), z.describe('amount to add to the balance')),
  currency: z.string().check(z.length(3), z.describe('ISO 4217 code of the balance, three letters')),
});

const all = { envelope, uploadForm, uploadRecord, fileRecord, pageData, errorBody, topUpBody };
export type SchemaName = keyof typeof all;
export const SCHEMA_NAMES = Object.keys(all) as readonly SchemaName[];

/** The JSON Schema (draft 2020-12) of a shape, as a part of another document. */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(all[name]);
  return schema;
}

export type Shape = z.ZodMiniType;
export type Infer<S extends Shape> = z.infer<S>;

/** Whether a value has a shape. The value itself is used on, untouched: order and unknown fields stay. */
export function fits<S extends Shape>(schema: S, value: unknown): value is z.infer<S> {
  return schema.safeParse(value).success;
}

/**
 * Where a value deviates from a shape: one entry for each place, such as `data.id`. Empty when it fits.
 * @param root what the value itself is called; the places of an envelope need none
 */
export function deviationsFrom(schema: Shape, value: unknown, root?: string): string[] {
  const { error } = schema.safeParse(value);
  const places = (error?.issues ?? []).map(({ path }) =>
    [...(root === undefined ? [] : [root]), ...path.map(String)].join('.'),
  );
  return [...new Set(places)];
}
