import { createScanner, type JSONScanner } from 'jsonc-parser';
import { parseJson } from '../util/lenient';

/** JSON laid out for reading, token by token: every number, name and escape stays as it was written. */

/** Deeper, the indentation would be most of the text. */
const MAX_DEPTH = 200;
const INDENT = '  ';

/**
 * JSON text with a line for each member, indented by two spaces. Nothing but white space differs from the source.
 * @param longest of the result, in characters
 * @returns undefined where the text is not one JSON value, is nested too deeply, or would become too long
 */
export function layOutJson(text: string, longest = 32 * 1024 * 1024): string | undefined {
  if (!isJson(text)) return undefined;
  const scanner = createScanner(text, true);
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let before = '';
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (let token = next(scanner, text); token !== ''; token = next(scanner, text)) {
    const closes = token === '}' || token === ']';
    const opened = before === '{' || before === '[';
    if (closes) depth -= 1;
    // An empty object or list stays on its line.
    if (closes ? !opened : opened || before === ',') add(`\n${INDENT.repeat(depth)}`);
    add(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > MAX_DEPTH || length > longest) return undefined;
    before = token;
  }
  return parts.join('');
}

/** The next token as it is written; empty at the end. */
function next(scanner: JSONScanner, text: string): string {
  scanner.scan();
  const start = scanner.getTokenOffset();
  return text.slice(start, start + scanner.getTokenLength());
}

/** Whether a text is one JSON value, by the rules of the standard: no comments, no trailing commas. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
