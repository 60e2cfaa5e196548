// Lists for each language which texts are missing, unused, still English, or have other placeholders:
//
//   npm run words             counts and texts of all languages
//   npm run words -- de       of one
//
// Ends with 1 while there are any. A missing text is shown in English; `npm run package -- --release` refuses it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { writeTexts } from './collectTexts.mts';

export const LANGUAGES = ['de', 'fr', 'es', 'pt-br', 'ja', 'zh-cn'];

type Texts = Readonly<Record<string, string>>;

/** A text of which the translation has to be looked at. */
interface Gap {
  readonly why: 'missing' | 'unused' | 'still English' | 'other placeholders';
  readonly key: string;
}

/** What a translation keeps as it is: placeholders, icons, targets of links and code. */
const KEPT = /\{\d+\}|\$\([a-z-]+\)|\(command:[^)]*\)|`[^`]*`/g;
/** Words that are the same in every language: names, formats, schemes and parts of the API. */
const NAMES =
  /Payments API Explorer|Payments API|Local Sandbox|Sandbox|Production|VS Code|Word|Excel|Content-Type|x-request-id|paymentsApi\.[\w.]+/g;

/** Compares the texts of a language with the English ones. */
export function gapsOf(english: Texts, translated: Texts): Gap[] {
  return [
    ...Object.entries(english).flatMap(([key, text]): Gap[] => {
      const there = translated[key];
      if (there === undefined) return [{ why: 'missing', key }];
      if (there === text && isSentence(text)) return [{ why: 'still English', key }];
      // Languages have quotes of their own: a straight one that the English text has not is a slip.
      const isStray = there.includes('"') && !text.includes('"');
      return kept(there) === kept(text) && !isStray ? [] : [{ why: 'other placeholders', key }];
    }),
    ...Object.keys(translated)
      .filter((key) => !(key in english))
      .map((key): Gap => ({ why: 'unused', key })),
  ];
}

function kept(text: string): string {
  return (text.match(KEPT) ?? []).sort().join();
}

/** Whether a text has words that a reader of another language would want translated: several in a row. */
function isSentence(text: string): boolean {
  return /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(text.replace(KEPT, '').replace(NAMES, ''));
}

/** A line for each text of a language that has to be looked at, by file. The build has written the English ones. */
export function wordsToDo(language: string): string[] {
  return ['l10n/bundle.l10n', 'package.nls'].flatMap((file) => {
    const gaps = gapsOf(read(`${file}.json`), read(`${file}.${language}.json`));
    return gaps.map(({ why, key }) => `${file}.${language}.json: ${why}: ${JSON.stringify(key)}`);
  });
}

function read(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function list(languages: readonly string[]): void {
  writeTexts();
  for (const language of languages) {
    const lines = wordsToDo(language);
    console.log([...lines, `${language}: ${lines.length === 0 ? 'complete' : lines.length}`].join('\n'));
    if (lines.length > 0) process.exitCode = 1;
  }
}

if (basename(process.argv[1] ?? '') === 'words.mts') {
  const asked = process.argv.slice(2);
  list(asked.length > 0 ? asked : LANGUAGES);
}
