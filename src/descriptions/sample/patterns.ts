import { patternOf } from '../check/validation';

/** Makes texts that a regular expression matches, for the simple ones: no back-reference. */

/** A part of a pattern, and how often it may stand. */
interface Piece {
  readonly content: string | readonly Piece[];
  readonly min: number;
  readonly max: number;
}

/** Beyond this, no text is made. */
const LONGEST = 1000;
/** How often the repeated parts of a pattern stand in the texts that are tried: a length may be asked for exactly. */
const TIMES = [...Array(65).keys(), 128, 256];

const CLASSES: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
/** Tried for classes that say what is not in them, and for those that name properties. */
const COMMON = ['a', 'A', '0', '-', '_', ' ', '.', 'é', '中'];
const REPEATS: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['', [1, 1]],
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
  ['?', [0, 1]],
]);

/** Texts that may match a pattern, short ones first. Whoever takes one must test it. */
export function* textsFor(source: string): Generator<string> {
  const pieces = new PatternReader(source).pieces();
  if (pieces === undefined) return;
  let before: string | undefined;
  for (const times of TIMES) {
    const text = write(pieces, times);
    if (text === undefined) return;
    if (text === before) continue;
    yield text;
    // Many a pattern of amounts and numbers wants anything but zeros.
    if (text.includes('0')) yield text.replaceAll('0', '1');
    before = text;
  }
}

function write(pieces: readonly Piece[], times: number): string | undefined {
  let text = '';
  for (const { content, min, max } of pieces) {
    const once = typeof content === 'string' ? content : write(content, times);
    const count = Math.max(min, Math.min(times, max));
    if (once === undefined || text.length + once.length * count > LONGEST) return undefined;
    text += once.repeat(count);
  }
  return text;
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The first of some alternatives, up to the end of their group; undefined for what is not understood. */
  pieces(): readonly Piece[] | undefined {
    let first: readonly Piece[] | undefined;
    do {
      const pieces: Piece[] = [];
      while (!/^[|)]?$/.test(this.#source.charAt(this.#at))) {
        const content = this.#content();
        if (content === undefined) return undefined;
        const [min, max] = this.#times();
        pieces.push({ content, min, max });
      }
      first ??= pieces;
    } while (this.#read(/\|/y) !== '');
    return first;
  }

  #content(): Piece['content'] | undefined {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '(': {
        const kind = this.#read(/\?(?::|<?[=!]|<\w+>)/y);
        const pieces = this.pieces();
        this.#read(/\)/y);
        // What looks around takes no place.
        return /[=!]/.test(kind) ? '' : pieces;
      }
      default:
        return character;
    }
  }

  /** A character that an escape stands for. */
  #escape(): string {
    const character = this.#next();
    if (/[bB]/.test(character)) return '';
    if (/[pP]/.test(character)) {
      const test = patternOf(`^\\${character}${this.#read(/\{[^}]*\}/y)}$`);
      return COMMON.find((each) => test?.test(each)) ?? '';
    }
    const code = this.#read(/(?<=\\x)[\dA-Fa-f]{2}|(?<=\\u)(?:[\dA-Fa-f]{4}|\{[\dA-Fa-f]+\})/y);
    if (code !== '') return String.fromCodePoint(Number.parseInt(code.replace('{', ''), 16));
    return CLASSES[character] ?? CONTROLS[character] ?? character;
  }

  /** One character of a class; the whole class is tested by the engine itself. */
  #class(): string | undefined {
    const start = this.#at - 1;
    const first: string[] = [];
    this.#read(/\^/y);
    while (this.#at < this.#source.length && this.#read(/\]/y) === '') {
      const character = this.#next();
      first.push(character === '\\' ? this.#escape() : character);
    }
    const test = patternOf(`^${this.#source.slice(start, this.#at)}$`);
    return [...first, ...COMMON].find((each) => test?.test(each));
  }

  #times(): readonly [min: number, max: number] {
    const text = this.#read(/[*+?]|\{\d+(?:,\d*)?\}/y);
    // As few as possible, or as many: the same here.
    this.#read(/\?/y);
    const [low, high = low] = text.slice(1, -1).split(',');
    return REPEATS.get(text) ?? [Number(low), high === '' ? Infinity : Number(high)];
  }

  #next(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** What a pattern (`y`) finds here, which is then behind; empty for nothing. */
  #read(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#source)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }
}
