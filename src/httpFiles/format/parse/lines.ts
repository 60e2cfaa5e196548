import type { Placeholder, Span, Variable } from './model';
import { PLACEHOLDER, VARIABLE } from './syntax';

/** The `{{expressions}}` of a line. */
export function placeholdersIn(text: string, line: number): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => {
    const inside = match[1] ?? '';
    const expression = inside.trim();
    const start = match.index + 2 + (inside.length - inside.trimStart().length);
    return { expression, span: { line, start, end: start + expression.length } };
  });
}

/** `@name = value`, or undefined for another line. */
export function readVariable(text: string, line: number): Variable | undefined {
  return readPair(VARIABLE, text, line);
}

/** A name and its value, with their places. @param pattern has what is before the name, and the name, as its groups */
export function readPair(pattern: RegExp, text: string, line: number): Variable | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [{ length: start }, before = '', name = ''] = match;
  const value = text.slice(start).trimEnd();
  return {
    name,
    value,
    nameSpan: { line, start: before.length, end: before.length + name.length },
    valueSpan: { line, start, end: start + value.length },
  };
}

/** The path in `< path`, or undefined for another line. */
export function fileIn(text: string): string | undefined {
  const path = /^<\s/.test(text) ? text.slice(1).trim() : '';
  return path === '' ? undefined : path;
}

/** All of a line but the space around it. */
export function whole(text: string, line: number): Span {
  const start = text.length - text.trimStart().length;
  return { line, start, end: Math.max(start, text.trimEnd().length) };
}
