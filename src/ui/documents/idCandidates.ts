/** Finding in any text what may be an id. The interface shows no form for ids, so each candidate is looked up. */

/** Characters of a line that are searched: a line can have megabytes. */
export const LINE_CHARACTERS = 20_000;

const WORD = /[\w.:-]+/g;
const SHORTEST = 6;
const LONGEST = 200;

/** A part of a line that may be an id. */
export interface IdCandidate {
  readonly text: string;
  /** Where in the line it begins. */
  readonly start: number;
}

/**
 * What may be an id in the first 20,000 characters of a line: words, and what is between their colons. Takes time in
 * proportion to the line.
 * @param mark what distinguishes an id from the words around it, such as a digit
 */
export function idCandidates(line: string, mark: RegExp): IdCandidate[] {
  const found: IdCandidate[] = [];
  const add = (text: string, start: number) => {
    const candidate = trimmed(text, start);
    const { length } = candidate.text;
    if (length >= SHORTEST && length <= LONGEST && mark.test(candidate.text)) found.push(candidate);
  };
  for (const { 0: word, index } of line.slice(0, LINE_CHARACTERS).matchAll(WORD)) {
    add(word, index);
    const parts = word.split(':');
    if (parts.length === 1) continue;
    let start = index;
    for (const part of parts) {
      add(part, start);
      start += part.length + 1;
    }
  }
  return found;
}

/** Without the marks of a sentence at both ends. By hand: a pattern would look at a row of dots again from each. */
function trimmed(text: string, start: number): IdCandidate {
  let from = 0;
  let to = text.length;
  while (from < to && '.:-_'.includes(text.charAt(from))) from += 1;
  while (to > from && '.:-'.includes(text.charAt(to - 1))) to -= 1;
  return { text: text.slice(from, to), start: start + from };
}
