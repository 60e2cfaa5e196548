/** JSON as a value; undefined where the text is none, which JSON cannot say. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a text is a JSON object or list, also behind a byte order mark. */
export function isJsonText(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseJson(text.replace(/^\ufeff/, '')) !== undefined;
}

/** A text without its percent-encodings; as it is where it has others than those of UTF-8. */
export function percentDecoded(text: string): string {
  return decoded(text) ?? text;
}

/** A text without its percent-encodings; undefined where it has others than those of UTF-8, such as `%zz`. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
