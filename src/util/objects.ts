/** Whether a value is an object with named fields: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has named fields and nothing else: no `Map`, `Headers`, `Date` or list of bytes, of any realm. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
