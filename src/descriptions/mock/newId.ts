import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { typeOf } from '../check/numbers';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const LARGEST = 2 ** 31 - 1;
/** From this length on two texts are never the same. */
const UNIQUE = 10;

/** New ids like an example, best first: whoever takes one checks it against the schema. */
export function* idsLike(example: unknown): Generator<string | number> {
  if (typeOf(example) === 'number') {
    for (const most of [LARGEST, 1_000_000, 1000, 100]) yield randomInt(1, most);
    return;
  }
  if (typeof example !== 'string') return;
  if (UUID.test(example)) yield randomUUID();
  const start = startOf(example);
  const digits = String(randomInt(1e8, 1e9));
  // A short text may be the same as the next one.
  if (example.length - start < UNIQUE && /\d/.test(example))
    for (const own of [letters(LOWER + DIGITS, 16), digits]) yield example.slice(0, start) + own;
  // A word without digits says nothing.
  if (/\d/.test(example)) for (let times = 0; times < 3; times++) yield like(example);
  yield randomUUID();
  for (const length of [24, 16]) yield letters(LOWER + DIGITS, length);
  yield digits;
  yield letters(LOWER + DIGITS, example.length);
  for (let times = 0; times < 3; times++) yield like(example);
  yield letters(DIGITS, Math.max(1, example.length));
}

/** A text of the same form: what is before the last separator stays, other letters and digits are new. */
function like(example: string): string {
  const start = startOf(example);
  return (
    example.slice(0, start) +
    example.slice(start).replace(/[a-z\d]/gi, (each) => {
      if (DIGITS.includes(each)) return letters(DIGITS, 1);
      const letter = letters(LOWER, 1);
      return LOWER.includes(each) ? letter : letter.toUpperCase();
    })
  );
}

/** Where the part of an id begins that is its own: after the last separator. */
function startOf(example: string): number {
  return Math.max(example.lastIndexOf('_'), example.lastIndexOf('-'), example.lastIndexOf(':')) + 1;
}

/** Any characters of an alphabet. */
export function letters(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}
