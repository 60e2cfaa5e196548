/**
 * Finds keys in text, however they are written there. By hand and not by patterns made of the keys: a pattern of a
 * long key overflows the stack, and the error then holds the key.
 */

/** A part of a text; `end` is exclusive. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** From this length on a key is found anywhere and in every form; what is shorter also occurs by chance. */
export const LONG = 8;
const [SPACE, QUOTE, SLASH, BACKSLASH] = [32, 34, 47, 92];
/** What begins the ways to write a character otherwise than as it is. */
const OTHERWISE = /[%\\&=+]/;
const NAMED: readonly (readonly [name: string, code: number])[] = [
  ['&quot;', QUOTE],
  ['&apos;', 39],
  ['&amp;', 38],
  ['&lt;', 60],
  ['&gt;', 62],
];

/** A way to read what is at a place: as this character, up to there. */
type Reading = readonly [code: number, end: number];

/**
 * Makes the search for keys of printable ASCII: plain, percent-encoded, quoted-printable, HTML-escaped, escaped as in
 * JSON and in programming languages, each character as it likes. Takes linear time.
 */
export function keySearch(keys: readonly string[]): (text: string) => Found[] {
  const firsts = new Set(keys.map((key) => key.charCodeAt(0)));
  const plain = (text: string) => keys.some((key) => text.includes(key));
  const [isFirst, isSecond] = [marked(keys, 0), marked(keys, 1)];
  const isShort = keys.some(({ length }) => length === 1);
  const canBegin = (text: string, start: number): boolean => {
    const code = text.charCodeAt(start);
    if (isOtherwise(code)) return readingsAt(text, start).some(([read]) => firsts.has(read));
    if (isFirst[code] !== 1) return false;
    const next = text.charCodeAt(start + 1);
    return isShort || isSecond[next] === 1 || isOtherwise(next);
  };
  return (text) => {
    if (!OTHERWISE.test(text) && !plain(text)) return [];
    const found: Found[] = [];
    for (let start = 0; start < text.length; start += 1) {
      // Most places are left here: this is what the search takes its time for.
      if (!canBegin(text, start)) continue;
      const end = endOfKey(text, start, keys);
      if (end === 0) continue;
      found.push({ start, end });
      start = end - 1;
    }
    return found;
  };
}

/** A 1 at each code of a character that keys have at a place; faster than a set. */
function marked(keys: readonly string[], at: number): Uint8Array {
  const codes = keys.map((key) => key.charCodeAt(at)).filter((code) => !Number.isNaN(code));
  const marks = new Uint8Array(Math.max(0, ...codes) + 1);
  for (const code of codes) marks[code] = 1;
  return marks;
}

/** Where the longest key that begins at a place ends; 0 where none does. */
function endOfKey(text: string, start: number, keys: readonly string[]): number {
  let longest = 0;
  for (const key of keys) {
    let ends: ReadonlySet<number> = new Set([start]);
    for (let at = 0; at < key.length && ends.size > 0; at += 1) {
      ends = after(text, ends, key.charCodeAt(at), at > 0);
    }
    const end = Math.max(...ends);
    if (end > longest && (key.length >= LONG || isWord(text, start, end))) longest = end;
  }
  return longest;
}

/** Where a character can end that begins at one of these places. */
function after(text: string, starts: Iterable<number>, code: number, mayBreak: boolean): ReadonlySet<number> {
  const ends = new Set<number>();
  const add = (readings: readonly Reading[]): void => {
    for (const [read, end] of readings) if (read === code) ends.add(end);
  };
  for (const start of starts) {
    add(readingsAt(text, start));
    const next = mayBreak ? behindSoftBreak(text, start) : start;
    if (next !== start) add(readingsAt(text, next));
  }
  return ends;
}

/** A line break that quoted-printable puts anywhere, also inside a JSON string. */
const SOFT_BREAK = /=(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)/y;

function behindSoftBreak(text: string, at: number): number {
  SOFT_BREAK.lastIndex = at;
  return SOFT_BREAK.test(text) ? SOFT_BREAK.lastIndex : at;
}

function isOtherwise(code: number): boolean {
  return code === BACKSLASH || code === 37 || code === 38 || code === 61 || code === 43;
}

function isWord(text: string, start: number, end: number): boolean {
  const isPart = (at: number) => /[A-Za-z0-9]/.test(text.charAt(at));
  return !isPart(start - 1) && !isPart(end);
}

/** Every way to read what is at a place. */
function readingsAt(text: string, at: number): Reading[] {
  const code = text.charCodeAt(at);
  const own: Reading = [code, at + 1];
  switch (text.charAt(at)) {
    case '\\':
      return escapes(text, at);
    case '%':
      return [own, ...percents(text, at), ...escapes(text, at)];
    case '&':
      return [own, ...entities(text, at)];
    case '=':
      return [own, ...number(text, at + 1, 16, 2)];
    case '+':
      return [own, [SPACE, at + 1]];
    default:
      return [own];
  }
}

/** Percent-encoded, up to four times. */
function percents(text: string, at: number): Reading[] {
  const found: Reading[] = [];
  for (let [digits, times] = [at + 1, 0]; times < 4; [digits, times] = [digits + 2, times + 1]) {
    found.push(...number(text, digits, 16, 2));
    if (!text.startsWith('25', digits)) break;
  }
  return found;
}

/** Behind a backslash, itself perhaps percent-encoded, perhaps doubled up to three times. */
function escapes(text: string, start: number): Reading[] {
  const found: Reading[] = [];
  for (let [at, count] = [behindBackslash(text, start), 1]; at >= 0 && count <= 8; count += 1) {
    // Each escaping doubles them.
    if (count !== 3 && (count <= 4 || count === 8)) found.push([BACKSLASH, at]);
    if (count <= 4) found.push(...escaped(text, at));
    at = behindBackslash(text, at);
  }
  return found;
}

function behindBackslash(text: string, at: number): number {
  if (text[at] === '\\') return at + 1;
  if (text[at] !== '%') return -1;
  return percents(text, at).find(([code]) => code === BACKSLASH)?.[1] ?? -1;
}

/** What follows the backslash of an escape. */
function escaped(text: string, at: number): Reading[] {
  switch (text.charAt(at)) {
    case '"':
    case '/':
      return [[text.charCodeAt(at), at + 1]];
    case '%':
      return percents(text, at).filter(([code]) => code === QUOTE || code === SLASH);
    case 'u':
      if (text[at + 1] !== '{') return number(text, at + 1, 16, 4);
      return number(text, at + 2, 16, 6).flatMap(([code, end]) =>
        text[end] === '}' ? [[code, end + 1] as const] : [],
      );
    case 'U':
      return number(text, at + 1, 16, 8);
    case 'x':
      return number(text, at + 1, 16, 2);
    default:
      return number(text, at, 8, 5);
  }
}

/** Browsers read a number without its semicolon too, where no further digit follows. */
function entities(text: string, at: number): Reading[] {
  if (text[at + 1] !== '#') {
    return NAMED.filter(([name]) => text.startsWith(name, at)).map(([name, code]) => [
      code,
      at + name.length,
    ]);
  }
  const isHex = /x/i.test(text.charAt(at + 2));
  const readings = isHex ? number(text, at + 3, 16, 6) : number(text, at + 2, 10, 7);
  return readings.flatMap(([code, end]): Reading[] => {
    if (text[end] === ';') return [[code, end + 1]];
    return Number.isNaN(digitAt(text, end, isHex ? 16 : 10)) ? [[code, end]] : [];
  });
}

/** The number of each count of digits. Only the code of a printable character can be one of a key. */
function number(text: string, at: number, base: number, most: number): Reading[] {
  const found: Reading[] = [];
  let code = 0;
  for (let end = at; end < at + most; end += 1) {
    const digit = digitAt(text, end, base);
    if (Number.isNaN(digit)) break;
    code = code * base + digit;
    found.push([code, end + 1]);
  }
  return found;
}

/** NaN where there is none. */
function digitAt(text: string, at: number, base: number): number {
  return Number.parseInt(text.charAt(at), base);
}
