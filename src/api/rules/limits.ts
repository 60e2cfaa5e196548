/** What docs/api.md states about sizes, types, purposes and pages. */

/** The two purposes a file can be uploaded for. */
export const PURPOSES = ['payment_evidence', 'business_entity_documents'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Narrows any value to a purpose that the interface names. */
export function isPurpose(value: unknown): value is Purpose {
  return PURPOSES.some((purpose) => purpose === value);
}

/** Supported file types, with the MIME type sent for each and the extensions that agree with it. */
export const FILE_TYPES = {
  png: { mimeType: 'image/png', extensions: ['.png'] },
  jpeg: { mimeType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  pdf: { mimeType: 'application/pdf', extensions: ['.pdf'] },
  docx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
  },
} as const;
export type FileType = keyof typeof FILE_TYPES;

/**
 * "5MB" in bytes, read both ways: the interface does not say which one it means. Above `rejected` a file
 * is certainly too large; above `warned` it is sent, with a warning.
 */
export const FILE_SIZE = { warned: 5_000_000, rejected: 5_242_880 } as const;

/** Items per page of a paginated endpoint. */
export const PAGE_LIMIT = { minimum: 1, maximum: 100 } as const;

/** Whether a value can be the `limit` of a page: an integer in that range, also as text. */
export function isPageLimit(value: unknown): boolean {
  const number = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value;
  return (
    Number.isInteger(number) && Number(number) >= PAGE_LIMIT.minimum && Number(number) <= PAGE_LIMIT.maximum
  );
}

/** Whether a query has another `limit`, or several: then it is no number at all. */
export function hasOddLimit(query: Iterable<readonly [name: string, value: string]>): boolean {
  const limits = [...query].filter(([name]) => name === 'limit');
  return limits.length > 1 || limits.some(([, value]) => !isPageLimit(value));
}

/** Length of the `currency` of a top-up, in characters. */
export const CURRENCY_LENGTH = 3;

/** Whether a value can be the `currency` of a top-up: letters of either case, of that length. */
export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]+$/.test(value) && value.length === CURRENCY_LENGTH;
}

/** Whether a value can be the `amount` of a top-up. */
export function isAmount(value: unknown): value is number {
  return Number.isFinite(value) && Number(value) > 0;
}

/** A response body is read up to this many bytes and refused beyond it. */
export const MAX_RESPONSE_BYTES = 10_485_760;
