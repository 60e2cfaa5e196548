/** Text from elsewhere, made fit for a message, a label or a log line. */

/** ANSI escape sequences: CSI, OSC (to its end), and the two-character ones. */
// Built from a string: a control character in a literal pattern is rightly suspicious to a reader.
const ESCAPES = new RegExp(
  '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]|\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?|\\u001b[@-_]',
  'gu',
);
/** Format characters (bidi overrides, zero-width ones, the BOM): invisible, and able to make text lie. */
const INVISIBLE = /\p{Cf}/gu;
const CONTROLS_AND_SPACE = /[\p{Cc}\p{Z}]+/gu;

/**
 * One line of plain text: no control, ANSI or bidi characters, whitespace collapsed, cut to a length.
 * @param text anything that came from a service, a file or a person
 * @param max the longest result, in characters; longer text ends in an ellipsis
 */
export function plainText(text: string, max: number): string {
  // Work is bounded too: what lies far beyond the cut cannot show.
  const bounded = text.length > max * 8 + 1024 ? text.slice(0, max * 8 + 1024) : text;
  const plain = bounded
    .toWellFormed()
    .replace(ESCAPES, '')
    .replace(INVISIBLE, '')
    .replace(CONTROLS_AND_SPACE, ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= max ? plain : `${characters.slice(0, Math.max(0, max - 1)).join('')}…`;
}
