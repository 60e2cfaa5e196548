import { textsFor } from './patterns';
import type { Merged } from './merge';

/** An example of each format that has a form of its own. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
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
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'ZXhhbXBsZQ==',
  base64: 'ZXhhbXBsZQ==',
  'json-pointer': '/example',
  'relative-json-pointer': '0',
  regex: '^a+$',
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A longer text would be no example. */
const LONGEST = 10_000;

/**
 * Texts that may fit, best first: of the format, of the pattern, plain ones of the length.
 * @param variant tells one item of a list from the next
 */
export function* textsOf(
  { format, patterns, minLength, maxLength }: Merged,
  variant: number,
): Generator<string> {
  const known = format === undefined ? undefined : FORMATS[format];
  if (known !== undefined) yield variant === 0 ? known : varied(known, variant);
  const plain = variant === 0 ? 'string' : `string${variant}`;
  if (patterns.length === 0 || known === undefined) {
    const least = Math.min(minLength ?? 0, LONGEST);
    yield plain.length < least
      ? plain.padEnd(least, LETTERS)
      : plain.slice(0, Math.max(0, maxLength ?? LONGEST));
  }
  for (const pattern of patterns) {
    for (const text of textsFor(pattern)) {
      if (text.length >= (minLength ?? 0) && text.length <= (maxLength ?? Infinity)) yield text;
    }
  }
}

/** Another text of the same form: its last digit is another one. */
function varied(text: string, variant: number): string {
  const at = /\d(?=\D*$)/.exec(text)?.index;
  if (at === undefined) return `${variant}${text}`;
  return text.slice(0, at) + String(variant % 10) + text.slice(at + 1);
}
