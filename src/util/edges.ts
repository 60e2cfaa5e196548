/** Runs at the ends of a text. By hand: a pattern for the end looks at each run in the text again from each place in it. */

/** Without the characters at the end that match. @param character a pattern for one character */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Without the characters at both ends that match. */
export function withoutEdges(text: string, character: RegExp): string {
  let start = 0;
  while (character.test(text.charAt(start))) start += 1;
  return withoutEnd(text.slice(start), character);
}
