/** Text from the service and from file names is data: made harmless for labels, messages, logs and mails. */

/**
 * Terminal sequences: CSI, OSC (ended by BEL or ST) and two-character ones. Node has a function for it, but panels in
 * the browser use this file too.
 */
const ESC = '\\u001b';
const ANSI = new RegExp(
  `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]|(?:${ESC}\\]|\\u009d)[^\\u0007${ESC}\\u009c\\u009d]*(?:\\u0007|\\u009c|${ESC}\\\\|$)|${ESC}[ -/]*[0-~]?`,
  'g',
);
/**
 * Format characters (bidi overrides, zero-width spaces, the byte order mark): invisible, and able to make a text show
 * something other than it is. Joiners stay: emoji and several scripts are written with them.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
const CONTROLS_AND_SPACE = /[\p{Cc}\p{Z}]+/gu;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
/** Takes no room and shows nothing. */
const WORD_JOINER = '\u2060';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * One line of plain text: no terminal sequences, control characters, format characters or lone surrogates; white
 * space and line breaks become single spaces.
 * @param max the most characters (as a person counts them) to give; a longer text ends in an ellipsis
 */
export function plainText(text: string, max = 1000): string {
  // Nothing beyond this can be shown; a huge text is not worth cleaning whole.
  const start = text.slice(0, max * 16 + 1024);
  const clean = start
    .toWellFormed()
    .replace(ANSI, '')
    .replace(INVISIBLE, '')
    .replace(CONTROLS_AND_SPACE, ' ')
    .trim();
  if (clean.length <= max && start.length === text.length) return clean;
  const characters = firstGraphemes(clean, max + 1);
  const complete = characters.length <= max && start.length === text.length;
  return complete ? clean : `${characters.slice(0, Math.max(max - 1, 0)).join('')}…`;
}

/** Plain text that cannot change the direction of the text around it. */
export function isolate(text: string, max?: number): string {
  return `${FIRST_STRONG_ISOLATE}${plainText(text, max)}${POP_ISOLATE}`;
}

/**
 * Text in which the editor finds nothing to draw or to run: it takes `$(name)` for an icon in quick picks and in
 * the status bar, and `[text](command:…)` for a link in notifications, in text of any author.
 */
export function literal(text: string): string {
  return text.replaceAll('$(', `$${WORD_JOINER}(`).replaceAll('](', `]${WORD_JOINER}(`);
}

/**
 * Shortens a name in its middle, so that its beginning and its extension stay.
 * @param max the most characters, as a person counts them, the ellipsis included; at least 1
 */
export function truncateMiddle(name: string, max: number): string {
  if (name.length <= max) return name;
  const characters = Array.from(graphemes.segment(name), (each) => each.segment);
  if (characters.length <= max) return name;
  const kept = Math.max(max - 1, 0);
  const head = Math.ceil(kept / 2);
  return [...characters.slice(0, head), '…', ...characters.slice(characters.length - (kept - head))].join('');
}

function firstGraphemes(text: string, count: number): string[] {
  const first: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    if (first.length === count) break;
    first.push(segment);
  }
  return first;
}

/** The last part of a path, without its query; undefined for the root. */
export function lastSegment(path: string): string | undefined {
  const [bare = ''] = path.split('?', 1);
  return bare.split('/').findLast((segment) => segment !== '');
}

/** So many words of a query count. */
const MAX_WORDS = 16;

/** One spelling for all that should match each other: no case, no accents, no control characters. */
export function fold(value: string): string {
  return value
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase();
}

/** The words of a query, folded like the rows. */
export function wordsOf(query: string): string[] {
  const words = fold(query).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}
