import { textsFor } from './patterns';
import type { Merged } from './merge';

export const SOME_UUID = '123e4567-e89b-42d3-a456-426614174000';

/** An example of each format that has a form of its own. */
const FORMATS = new Map(
  Object.entries({
    date: '2026-01-15',
    'date-time': '2026-01-15T12:00:00Z',
    time: '12:00:00Z',
    duration: 'P1D',
    email: 'name@example.com',
    'idn-email': 'name@example.com',
    hostname: 'example.com',
    'idn-hostname': 'example.com',
    ipv4: '192.0.2.1',
    ipv6: '2001:db8::1',
    uri: 'https://example.com/',
    url: 'https://example.com/',
    iri: 'https://example.com/',
    'uri-reference': '/example',
    'iri-reference': '/example',
    'uri-template': '/example/{id}',
    uuid: SOME_UUID,
    byte: 'c2FtcGxl',
    base64: 'c2FtcGxl',
    'json-pointer': '/example',
    'relative-json-pointer': '0',
    regex: '^a+$',
  }),
);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A longer text would be no example. */
const LONGEST = 10_000;

/**
 * Texts that may fit, best first: of the format, of the pattern, plain ones of the length.
 * @param variant distinguishes the items of a list
 */
export function* textsOf(
  { format, patterns, minLength, maxLength }: Merged,
  variant: number,
): Generator<string> {
  const known = FORMATS.get(format ?? '');
  if (known !== undefined) yield varied(known, variant);
  const shortest = Math.min(minLength ?? 0, LONGEST);
  if (patterns.length === 0 || known === undefined) {
    const plain = variant === 0 ? 'string' : `string${variant}`;
    yield plain.padEnd(shortest, LETTERS).slice(0, maxLength);
  }
  // Many patterns say only how a text begins.
  for (const pattern of patterns) for (const text of textsFor(pattern)) yield text.padEnd(shortest, LETTERS);
}

/** Another text of the same form: with another last digit, else with a number behind its name. */
function varied(text: string, variant: number): string {
  if (variant === 0) return text;
  const last = /\d(?=\D*$)/;
  if (!last.test(text)) return text.replace(/(?<=example)|$/, String(variant));
  return text.replace(last, (digit) => String((Number(digit) + variant) % 10));
}
