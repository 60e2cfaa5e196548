/**
 * The words of the parts that know nothing of the editor. The code of a text is its English sentence, with
 * {0}, {1}, … in place of the arguments; the extension passes the editor's translations once (`setLanguage`).
 * In plain Node, as in the Local Sandbox and in tests, the words are English.
 *
 * The build makes this module a separate file that all bundles share, so all have one language.
 */

/** Words a template in the language shown. */
export type Translate = (template: string, ...args: (string | number)[]) => string;

const english: Translate = (template, ...args) =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place));

let translate = english;
let language = 'en';

/**
 * Sets the language of all texts.
 * @param tag language tag of the translations in use; `en` where there are none
 */
export function setLanguage(tag: string, words: Translate): void {
  try {
    language = Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    // A tag of the wrong form: `Intl` would throw at each use.
    language = 'en';
  }
  translate = words;
}

/** The language tag of the texts that are really shown. Dates, numbers and names follow it, never the system's. */
export function shownLanguage(): string {
  return language;
}

/** A text in the language shown. The template is written in place: translators get it from there. */
export function t(template: string, ...args: (string | number)[]): string {
  return translate(template, ...args);
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
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(items);
}

/** The first of many, and how many more there are. */
export function firstOf(items: readonly string[], most: number): string[] {
  const more = items.length - most;
  return more > 0 ? [...items.slice(0, most), t('{0} more', more)] : [...items];
}

/** A number as the language shown writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value);
}
