/** JSON as a value; undefined where the text is none, which JSON cannot say. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Deeper JSON overflows the stack of the code that shows it. */
const MAX_DEPTH = 500;

/** Counts brackets, those inside strings left out. By hand: a pattern runs out of stack in a string of megabytes. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return false;
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
