/** JSON laid out for reading. */

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
// Node 24 has both (ECMAScript's "JSON.parse source text access"); the type library does not name them yet.
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/**
 * A value that `JSON.stringify` writes with every number as it stood in the text: amounts like `1.50` and
 * ids beyond 2^53 are not rounded. Undefined where the text is no JSON.
 */
export function parseExactly(text: string): unknown {
  try {
    return parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
    );
  } catch {
    return undefined;
  }
}
