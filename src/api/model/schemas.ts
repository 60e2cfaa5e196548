/**
 * The shapes of docs/api.md as one source of types, checks and JSON Schema. Objects are loose: unknown
 * fields are kept, and enums are open, so that a service that grows does not break us.
 */
import * as z from 'zod/mini';

/** `data` of an upload ("File record returned by upload"). */
export const uploadRecord = z.looseObject({
  id: z.string(),
  purpose: z.string(),
  mimeType: z.string(),
  uploadedAt: z.string(),
});
export type UploadRecord = z.infer<typeof uploadRecord>;

/** What of an upload's answer is enough to know the file by. */
export const identified = z.looseObject({ id: z.string() });
export type UploadAnswer = z.infer<typeof identified>;

/** `data` of get-file-details ("File record returned by get-file-details"). */
export const fileRecord = z.looseObject({
  id: z.string(),
  purpose: z.string(),
  name: z.string(),
  mimeType: z.string(),
  contentLink: z.looseObject({ url: z.string(), expiryDate: z.nullable(z.string()) }),
  expiryDate: z.nullable(z.string()),
  uploadedAt: z.string(),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** `data` where nothing more is known about it; for the top-up it is an empty object. */
export const anyRecord = z.record(z.string(), z.unknown());

/** Every successful answer ("Response envelope"). */
export const envelope = z.looseObject({ success: z.literal(true), message: z.string(), data: anyRecord });
export type Envelope = z.infer<typeof envelope>;

/** `data.paging` ("Pagination structure"). What the ends of a list look like is not shown: null is allowed. */
export const paging = z.looseObject({
  totalCount: z.number(),
  nextPage: z.optional(z.nullable(z.string())),
  previousPage: z.optional(z.nullable(z.string())),
});

/** `data` of a paginated endpoint. */
export const pageData = z.looseObject({ records: z.array(z.unknown()), paging });
export type PageData = z.infer<typeof pageData>;

/** One detail item of a validation error. */
export const detailItem = z.looseObject({ code: z.string(), fieldName: z.string(), message: z.string() });

/** Every error answer ("Error body"). */
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

/** Body of a top-up ("Sandbox balance top-up"). */
export const topUpBody = z.object({
  amount: z.number().check(z.positive()),
  currency: z.string().check(z.length(3)),
});

const all = { envelope, uploadRecord, fileRecord, pageData, errorBody, topUpBody };
export type SchemaName = keyof typeof all;

/** The JSON Schema (draft 2020-12) of a shape, for editors that complete and check. */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  return { ...z.toJSONSchema(all[name]) };
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
