/** Finding by words: each of a query must occur somewhere in a text. Case and accents do not matter. */

const MAX_WORDS = 16;

/** One spelling for all that should match each other: no case, no accents, no control characters. */
export function fold(value: string): string {
  return value
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase();
}

/** The words of a query, folded like the rows. */
export function wordsOf(query: string): string[] {
  const words = fold(query).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}
