/** Text from elsewhere, made fit for a message, a label or a log line. */

const ESC = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** ANSI escape sequences: CSI, OSC to its end, and the two-character ones. */
const ESCAPES = new RegExp(
  `(?:${ESC}\\[|\u009b)[0-?]*[ -/]*[@-~]|${ESC}\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)?|${ESC}[@-_]`,
  'gu',
);
/**
 * Format characters (bidi overrides, zero-width spaces, the BOM): invisible, and able to make text lie.
 * Joiners stay: emoji and several scripts are written with them.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
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
  const characters = Array.from(plain);
  return characters.length <= max ? plain : `${characters.slice(0, Math.max(0, max - 1)).join('')}…`;
}
