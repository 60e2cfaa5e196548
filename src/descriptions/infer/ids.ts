import { isObject } from '../../util/objects';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** From this length on a text with a digit in it is no name that somebody thought of. */
const LONG = 16;

/** Whether a text is the id of something, or another value, by its form alone. */
export function looksLikeId(text: string): boolean {
  return UUID.test(text) || NUMBER.test(text) || (text.length >= LONG && /\d/.test(text));
}

/** The texts in a value of JSON that are named as ids: `id`, `paymentId`, `payment_id`. */
export function* idsIn(value: unknown): Generator<string> {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (Array.isArray(part)) {
      for (const item of part) rest.push(item);
    } else if (isObject(part)) {
      for (const [name, inner] of Object.entries(part)) {
        if (typeof inner === 'string' && /(?:^|_|[a-z])(?:id|Id|ID)$/.test(name) && /\d/.test(inner))
          yield inner;
        else rest.push(inner);
      }
    }
  }
}
