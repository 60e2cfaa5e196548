/**
 * The words of the parts that know nothing of the editor. The code of a text is its English sentence, with
 * {0}, {1}, … in place of the arguments; the extension passes the editor's translations once (`setTexts`).
 * In plain Node, as in the Local Sandbox and in tests, the words are English.
 *
 * The build makes this module a separate file that all bundles share, so all have one language.
 */

/** A language, and its texts by their English ones; none for English. */
export interface Texts {
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
}

let shown: Texts = { language: 'en', texts: {} };

/** Sets the language of all texts. */
export function setTexts({ language, texts }: Texts): void {
  try {
    shown = { language: Intl.getCanonicalLocales(language)[0] ?? 'en', texts };
  } catch {
    // A tag of the wrong form: `Intl` would throw at each use.
    shown = { language: 'en', texts };
  }
}

/** For a thread or a page that has to be handed its texts. */
export function shownTexts(): Texts {
  return shown;
}

/** The language tag of the texts that are really shown. Dates, numbers and names follow it, never the system's. */
export function shownLanguage(): string {
  return shown.language;
}

/** A text in the language shown. The template is written in place: translators get it from there. */
export function t(template: string, ...args: (string | number)[]): string {
  return (shown.texts[template] ?? template).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(args[Number(index)] ?? place),
  );
}

/** A text of which the first letter is large, for the beginning of a line. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Sentences, one behind the other: with a space between them, but not behind a full stop that brings its own.
 * @param parts what is empty or undefined is passed over
 */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return present(...parts).reduce(
    (text, next) => `${text}${/^$|[。！？]$/u.test(text) ? '' : ' '}${next}`,
    '',
  );
}

/** Those of some parts that are there: what is empty, undefined or false is passed over. */
export function present(...parts: readonly (string | false | undefined)[]): string[] {
  return parts.filter((part): part is string => Boolean(part));
}

/** A list as the language shown writes it. Its items are names and values, never sentences. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(shown.language, { type: 'conjunction', style: 'narrow' }).format(items);
}

/** The first of many, and how many more there are. */
export function firstOf(items: readonly string[], most: number): string[] {
  const more = items.length - most;
  return more > 0 ? [...items.slice(0, most), t('{0} more', more)] : [...items];
}

/** A number as the language shown writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(shown.language, options).format(value);
}
