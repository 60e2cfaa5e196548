/**
 * Characters that change how their neighbours look without being seen: controls, bidirectional overrides and
 * other format characters, separators, and halves of a surrogate pair. The two joiners stay, for emoji and
 * for scripts that are written with them, and line breaks and tabs for text of many lines.
 */
const UNSEEN = /(?!\p{Join_Control}|[\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text of the service or of a file name, fit to be read: characters that could disguise it are replaced by
 * their code points, such as `[U+202E]`. Only for showing: what is copied and sent stays as it came.
 */
export function visible(text: string): string {
  return visibleLines(text).replace(/[\n\t]/g, codePoint);
}

/** As `visible`, for text of several lines, whose line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, codePoint);
}

function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
