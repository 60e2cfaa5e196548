import { KEY_VARIABLE } from './codeRequest';
import {
  goQuoted,
  javaQuoted,
  octalQuoted,
  powershellText,
  rubyQuoted,
  singleQuoted,
  unicodeQuoted,
} from './literals';
import { csharp, go, java } from './compiled';
import type { Language } from './program';
import { php, powershell, python, ruby } from './scripts';

/** The languages that programs are written in. */
export const LANGUAGES = {
  python: {
    quote: octalQuoted,
    keyHeader: `"ApiKey " + os.environ["${KEY_VARIABLE}"]`,
    write: python,
  },
  go: { quote: goQuoted, keyHeader: `"ApiKey " + os.Getenv("${KEY_VARIABLE}")`, write: go },
  java: {
    quote: javaQuoted,
    keyHeader: `"ApiKey " + System.getenv("${KEY_VARIABLE}")`,
    write: java,
  },
  csharp: {
    quote: unicodeQuoted,
    keyHeader: `"ApiKey " + Environment.GetEnvironmentVariable("${KEY_VARIABLE}")`,
    write: csharp,
  },
  php: { quote: singleQuoted, keyHeader: `'ApiKey ' . getenv('${KEY_VARIABLE}')`, write: php },
  ruby: {
    quote: rubyQuoted,
    keyHeader: `'ApiKey ' + ENV.fetch('${KEY_VARIABLE}')`,
    write: ruby,
  },
  powershell: {
    quote: powershellText,
    keyHeader: `('ApiKey ' + $env:${KEY_VARIABLE})`,
    write: powershell,
  },
} as const satisfies Record<string, Language>;

export type LanguageId = keyof typeof LANGUAGES;
