/**
 * Finds the bytes of keys in hexadecimal and base64. Without patterns made of the keys, as in `findKeys.ts`.
 */
import { LONG, type Found } from './findKeys';

/** Between the digits of bytes: line breaks and indents, also inside a JSON string. */
const BREAK = '[\\r\\n\\t ]+|\\\\{1,4}[rnt]';
const HEX = new RegExp(`${BREAK}|[:-]+`, 'g');
const BASE64 = new RegExp(`${BREAK}|\\\\{1,4}(?=/)|%2[bBfF]`, 'g');
const DIGIT64 = /^[A-Za-z0-9+/_-]$/;

/** What the bytes of a key are in a text of digits, with how many digits beside it belong to it as well. */
interface Digits {
  readonly digits: string;
  readonly before: number;
  readonly after: number;
}

/** Makes the search for the bytes of keys in hexadecimal and base64, also broken over lines. Takes linear time. */
export function byteSearch(keys: readonly string[]): ((text: string) => Found[])[] {
  const long = keys.filter((key) => key.length >= LONG);
  const hex = long.map((key) => ({ digits: Buffer.from(key).toString('hex'), before: 0, after: 0 }));
  const base64 = long.flatMap(base64Digits);
  return [
    (text) => findDigits(text, HEX, inLowerCase, hex),
    (text) => findDigits(text, BASE64, asItIs, base64),
  ];
}

/** As long as the text, without the one letter that is two in lower case; it is no digit. */
function inLowerCase(text: string): string {
  return text.replaceAll('\u0130', 'I').toLowerCase();
}

function asItIs(text: string): string {
  return text;
}

/** What is in place of a piece of a text: the digit that is written otherwise, or nothing. */
function digitOf(piece: string): string {
  return piece.startsWith('%') ? (/b/i.test(piece) ? '+' : '/') : '';
}

/**
 * A key inside base64, at each of the three places where it can begin in a group of three bytes: only the digits that
 * the key alone decides are compared, and the ones it shares go with it.
 */
function base64Digits(key: string): Digits[] {
  return [0, 1, 2].flatMap((offset) => {
    const end = (offset + key.length) * 8;
    const own = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(end / 6));
    // Behind a backslash the first digit looks like the end of an escaped break, and is left out with it.
    const isBreak = /^[rnt]/.test(own);
    const digits = isBreak ? own.slice(1) : own;
    const before = (offset > 0 ? 1 : 0) + (isBreak ? 1 : 0);
    const sides = { before, after: end % 6 > 0 ? 1 : 0 };
    const safe = digits.replaceAll('+', '-').replaceAll('/', '_');
    return [...new Set([digits, safe])].map((each) => ({ digits: each, ...sides }));
  });
}

/**
 * Finds digits in a text once pieces of it are written otherwise. Without breaks, and not by a pattern that knows them:
 * that would walk a run of breaks again from each place in it.
 */
function findDigits(
  text: string,
  pieces: RegExp,
  fold: (text: string) => string,
  wanted: readonly Digits[],
): Found[] {
  // Without a function where it can be: that is called for each of the pieces.
  const isPlain = pieces !== BASE64 || !/%2[bf]/i.test(text);
  const joined = fold(isPlain ? text.replace(pieces, '') : text.replace(pieces, digitOf));
  const hits: Found[] = [];
  for (const { digits, before, after } of wanted) {
    for (let at = joined.indexOf(digits); at >= 0; at = joined.indexOf(digits, at + digits.length)) {
      let [start, end] = [at, at + digits.length];
      while (at - start < before && DIGIT64.test(joined.charAt(start - 1))) start -= 1;
      if (after > 0 && DIGIT64.test(joined.charAt(end))) end += 1;
      hits.push({ start, end });
    }
  }
  // Back to the places in the text.
  const matches = text.matchAll(pieces);
  let next = matches.next();
  let shift = 0;
  const place = (index: number): number => {
    while (next.done !== true) {
      const [piece] = next.value;
      const written = digitOf(piece).length;
      if (next.value.index - shift + written > index) break;
      shift += piece.length - written;
      next = matches.next();
    }
    return index + shift;
  };
  return merged(hits).map(({ start, end }) => {
    const from = place(start);
    const last = place(end - 1);
    // All of the digit, where it is percent-encoded.
    const length = next.done !== true && next.value.index === last ? next.value[0].length : 1;
    return { start: from, end: last + length };
  });
}

/** In their order; those that overlap are one. */
function merged(found: readonly Found[]): Found[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
