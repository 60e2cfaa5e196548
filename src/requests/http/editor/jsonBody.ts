import type { BodyLine, HttpRequest, Span } from '../../../httpFiles/format/parse/model';
import { NOT_KNOWN } from '../../../httpFiles/format/check';
import { COMMENT, PLACEHOLDER } from '../../../httpFiles/format/parse/syntax';

/** A JSON body as one text. */
export interface JsonBody {
  /** As it is written, with `\n` between its lines. */
  readonly text: string;
  /** Of the same length, with a JSON value in place of each variable. */
  readonly masked: string;
  /** With the values that are known; a value that is not known is a text. */
  readonly known: string;
  /** Undefined for a line that is no part of it. */
  offsetOf(line: number, character: number): number | undefined;
  /** The place of an offset: of a part over several lines, what is in its first one. */
  spanOf(offset: number, length: number): Span;
}

/** Longer bodies are not looked at while one types. */
const LONGEST = 200_000;

/**
 * The JSON body of a request; undefined for another one, and for a long one.
 * @param known gives the known text of a placeholder
 */
export function jsonBodyOf(
  { body: { kind, lines } }: Pick<HttpRequest, 'body'>,
  known: (placeholder: string) => string,
): JsonBody | undefined {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return kind === 'json' && length <= LONGEST ? readJsonBody(lines, known) : undefined;
}

function readJsonBody(lines: readonly BodyLine[], value: (placeholder: string) => string): JsonBody {
  const text = lines.map((line) => line.text).join('\n');
  let [masked, known, last, inText] = ['', '', 0, false];
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [placeholder] = match;
    const between = text.slice(last, match.index);
    inText = endsInText(between, inText);
    const found = value(placeholder);
    const filler = '_'.repeat(placeholder.length - 2);
    masked += between + (inText ? `_${filler}_` : `"${filler}"`);
    known += between + (!inText && found.includes(NOT_KNOWN) ? JSON.stringify(NOT_KNOWN) : found);
    last = match.index + placeholder.length;
  }
  masked += text.slice(last);
  known += text.slice(last);
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.text.length + 1;
  }
  return {
    text,
    masked,
    known,
    offsetOf(line, character) {
      const index = lines.findIndex((each) => each.line === line);
      const begin = starts[index];
      return begin === undefined ? undefined : begin + character;
    },
    spanOf(offset, length) {
      const index = Math.max(
        0,
        starts.findLastIndex((each) => each <= offset),
      );
      const column = offset - (starts[index] ?? 0);
      const { line = 0, text: whole = '' } = lines[index] ?? {};
      return { line, start: column, end: Math.min(column + length, whole.length) };
    },
  };
}

/** Whether a JSON text that goes on is inside of a string at its end. */
function endsInText(text: string, begins: boolean): boolean {
  let inText = begins;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') inText = false;
    else if (character === '"') inText = !inText;
    else if (inText && character === '\\') at += 1;
  }
  return inText;
}

/** A part of a JSON body that has a colour, by the editor's names for them. */
export interface JsonPart {
  readonly span: Span;
  readonly type: 'property' | 'string' | 'number' | 'keyword';
}

/** A variable, a text, a name with its colon ahead, a number or a word. */
const PART = /\{\{[^{}]*\}\}|"(?:[^"\\]|\\.)*"?(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** The parts of a JSON body that have a colour, without the variables in them; none of another body, and of a long one. */
export function jsonParts({ body: { kind, lines } }: Pick<HttpRequest, 'body'>): JsonPart[] {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (kind !== 'json' || length > LONGEST) return [];
  return lines.filter(({ text }) => !COMMENT.test(text)).flatMap(partsOfLine);
}

function partsOfLine({ text, line }: BodyLine): JsonPart[] {
  return [...text.matchAll(PART)].flatMap(({ 0: part, 1: colon, index }) => {
    const isText = part.startsWith('"');
    const word = /[tfn]/.test(part.charAt(0)) ? 'keyword' : 'number';
    const type = !isText ? word : colon === undefined ? 'string' : 'property';
    let start = index;
    return [...part.matchAll(PLACEHOLDER), undefined].flatMap((variable) => {
      const span = { line, start, end: index + (variable?.index ?? part.length) };
      start = span.end + (variable?.[0].length ?? 0);
      return span.end > span.start ? [{ span, type } as const] : [];
    });
  });
}
