/** Makes texts that a regular expression matches, for the simple ones: no look-around, no back-reference. */

/** A part of a pattern, and how often it may stand. */
interface Piece {
  readonly options: readonly (readonly Piece[])[] | string;
  min: number;
  max: number;
}

/** Beyond these, no text is made. */
const DEEPEST = 20;
const LONGEST = 1000;
/** How often the repeated parts of a pattern stand in the texts that are tried. */
const TIMES = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256];

const CLASSES: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
/** Tried for classes that say what is not in them, and for those that name properties. */
const COMMON = ['a', 'A', '0', '-', '_', ' ', '.', 'é', '中'];

/** Texts that may match a pattern, short ones first. Whoever takes one must test it. */
export function* textsFor(source: string): Generator<string> {
  const pieces = new PatternReader(source).read();
  if (pieces === undefined) return;
  const tried = new Set<string>();
  for (const times of TIMES) {
    const text = write(pieces, times);
    if (text.length > LONGEST) return;
    if (!tried.has(text)) yield text;
    tried.add(text);
  }
}

function write(pieces: readonly Piece[], times: number): string {
  let text = '';
  for (const { options, min, max } of pieces) {
    const once = typeof options === 'string' ? options : write(options[0] ?? [], times);
    const count = Math.min(Math.max(min, Math.min(times, max)), LONGEST + 1);
    if (text.length + once.length * count > LONGEST) return text + 'x'.repeat(LONGEST + 1);
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

  /** @returns undefined for what is not understood */
  read(): readonly Piece[] | undefined {
    const options = this.#options(0);
    if (options === undefined || this.#at < this.#source.length) return undefined;
    return [{ options, min: 1, max: 1 }];
  }

  #options(depth: number): (readonly Piece[])[] | undefined {
    if (depth > DEEPEST) return undefined;
    const options: (readonly Piece[])[] = [];
    do {
      const pieces: Piece[] = [];
      while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) {
        const piece = this.#piece(depth);
        if (piece === undefined) return undefined;
        this.#repeat(piece);
        pieces.push(piece);
      }
      options.push(pieces);
    } while (this.#take('|'));
    return options;
  }

  #piece(depth: number): Piece | undefined {
    const character = this.#next();
    const once = (options: Piece['options']): Piece => ({ options, min: 1, max: 1 });
    switch (character) {
      case '^':
      case '$':
        return once('');
      case '.':
        return once('a');
      case '[':
        return this.#class();
      case '\\': {
        const escaped = this.#escape();
        return escaped === undefined ? undefined : once(escaped[0] ?? '');
      }
      case '(': {
        if (this.#take('?') && !this.#take(':') && !this.#name()) return undefined;
        const options = this.#options(depth + 1);
        return options !== undefined && this.#take(')') ? once(options) : undefined;
      }
      default:
        return once(character);
    }
  }

  /** `<name>` of a group; a look-behind begins alike. */
  #name(): boolean {
    const name = /^<\w+>/.exec(this.#source.slice(this.#at, this.#at + 100))?.[0] ?? '';
    this.#at += name.length;
    return name !== '';
  }

  /** Characters that an escape stands for; undefined for a back-reference. */
  #escape(): readonly string[] | undefined {
    const character = this.#next();
    if (character === 'b' || character === 'B') return [''];
    if (/[1-9k]/.test(character)) return undefined;
    if (character === 'p' || character === 'P') {
      const name = /^\{[\w=]+\}/.exec(this.#source.slice(this.#at, this.#at + 50))?.[0] ?? '';
      this.#at += name.length;
      const test = new RegExp(`\\${character}${name}`, 'u');
      return COMMON.filter((each) => test.test(each));
    }
    if (character === 'x' || character === 'u') {
      const code =
        /^[\da-fA-F]{2,4}/.exec(this.#source.slice(this.#at, this.#at + (character === 'x' ? 2 : 4)))?.[0] ??
        '';
      this.#at += code.length;
      return [String.fromCharCode(Number.parseInt(code || '78', 16))];
    }
    return [CLASSES[character] ?? CONTROLS[character] ?? character];
  }

  /** One character of a class; the whole class is tested by the engine itself. */
  #class(): Piece | undefined {
    const start = this.#at - 1;
    const first: string[] = [];
    this.#take('^');
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) return undefined;
      const character = this.#next();
      if (character !== '\\') first.push(character);
      else first.push(...(this.#escape() ?? []));
    }
    const test = compiled(this.#source.slice(start, this.#at));
    const found = [...first, ...COMMON].find((each) => test?.test(each) === true);
    return found === undefined ? undefined : { options: found, min: 1, max: 1 };
  }

  #repeat(piece: Piece): void {
    const text = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.#source.slice(this.#at, this.#at + 30))?.[0];
    if (text === undefined) return;
    this.#at += text.length;
    this.#take('?');
    const [low = '', high] = text.slice(1, -1).split(',', 2);
    if (text.startsWith('{')) {
      piece.min = Number(low);
      piece.max = high === undefined ? piece.min : high === '' ? Infinity : Number(high);
    } else {
      piece.min = text === '+' ? 1 : 0;
      piece.max = text === '?' ? 1 : Infinity;
    }
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #next(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character || character === '') return false;
    this.#at += 1;
    return true;
  }
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    return undefined;
  }
}
