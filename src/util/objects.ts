// ECMAScript's "JSON.parse source text access": the type library does not name these yet.
declare global {
  interface JSON {
    rawJSON: (text: string) => object;
    isRawJSON: (value: unknown) => value is { readonly rawJSON: string };
  }
}

/** Whether a value is an object with named fields: neither null, an array nor a number that `parseExactly` read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** Whether a value has named fields and nothing else: no `Map`, `Headers`, `Date` or list of bytes, of any realm. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
