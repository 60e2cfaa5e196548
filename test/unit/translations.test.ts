import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

const LANGUAGES = ['de', 'fr', 'es', 'pt-br', 'ja', 'zh-cn'];

/** What a translation keeps as it is: placeholders, icons, targets of links and code. */
const KEPT = /\{\d+\}|\$\([a-z-]+\)|\(command:[^)]*\)|`[^`]*`/g;
/** Words that are the same in every language: names, formats, schemes and parts of the API. */
const NAMES =
  /Payments API Explorer|Payments API|Local Sandbox|Sandbox|Production|VS Code|Word|Excel|Content-Type|x-request-id|paymentsApi\.[\w.]+/g;

function read(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function kept(text: string): string[] {
  return (text.match(KEPT) ?? []).sort();
}

/** Whether a text has words that a reader of another language would want translated: several in a row. */
function isSentence(text: string): boolean {
  return /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(text.replace(KEPT, '').replace(NAMES, ''));
}

for (const language of LANGUAGES) {
  describe(`the translation to ${language}`, () => {
    for (const [english, translated] of [
      ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${language}.json`],
      ['package.nls.json', `package.nls.${language}.json`],
    ] as const) {
      it(`has every text of ${english}, and no other`, () => {
        assert.deepEqual(Object.keys(read(translated)).sort(), Object.keys(read(english)).sort());
      });

      it(`keeps placeholders, icons, commands and code of ${english}`, () => {
        const texts = read(translated);
        for (const [key, text] of Object.entries(read(english))) {
          assert.deepEqual(kept(texts[key] ?? ''), kept(text), key);
        }
      });

      it(`leaves no sentence of ${english} in English`, () => {
        const texts = read(translated);
        const left = Object.entries(read(english)).filter(
          ([key, text]) => isSentence(text) && texts[key] === text,
        );
        assert.deepEqual(left, []);
      });
    }
  });
}

/** Words that a reader abroad would stumble over, and texts that were replaced by simpler ones. */
const NOT_PLAIN =
  /\b(?:stands?|was told|told|mend(?:ed)?|drawn anew|anew|in doubt|departure|forgotten|nobody knows|what it is|switch to it|it arrived|behind it|digits only|knows of it|what was asked for|under a name)\b|^\w+: Cancelled/i;

describe('the English texts', () => {
  for (const file of ['l10n/bundle.l10n.json', 'package.nls.json']) {
    it(`are in plain words: ${file}`, () => {
      assert.deepEqual(
        Object.values(read(file)).filter((text) => NOT_PLAIN.test(text)),
        [],
      );
    });
  }
});
