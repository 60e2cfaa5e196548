import type { HTTPSnippet } from '@readme/httpsnippet';
import { KEY_VARIABLE } from './codeRequest';
import { octalQuoted, powershellQuoted, singleQuoted, unicodeQuoted } from './literals';

/** What differs between the languages of the snippet library. */
export interface Language {
  /** Target and client of the snippet library. */
  readonly snippet: readonly [target: Parameters<HTTPSnippet['convert']>[0], client: string];
  readonly quote: (text: string) => string;
  /** An expression for the key's value. */
  readonly key: string;
  /** Joins two expressions of text. */
  readonly concat: string;
  /** What turns text into the bytes of a body, where text alone would be sent in another encoding. */
  readonly encode?: string;
  /** Adds what reading the environment needs. */
  readonly withKey?: (code: string) => string;
}

export const LANGUAGES = {
  python: {
    snippet: ['python', 'requests'],
    quote: octalQuoted,
    key: `os.environ["${KEY_VARIABLE}"]`,
    concat: ' + ',
    encode: '.encode()',
    withKey: (code) => code.replace('import requests\n', 'import os\n\nimport requests\n'),
  },
  go: {
    snippet: ['go', 'native'],
    quote: octalQuoted,
    key: `os.Getenv("${KEY_VARIABLE}")`,
    concat: ' + ',
    withKey: (code) => code.replace('\t"fmt"\n', '\t"fmt"\n\t"os"\n'),
  },
  java: {
    snippet: ['java', 'okhttp'],
    quote: octalQuoted,
    key: `System.getenv("${KEY_VARIABLE}")`,
    concat: ' + ',
  },
  csharp: {
    snippet: ['csharp', 'httpclient'],
    quote: unicodeQuoted,
    key: `Environment.GetEnvironmentVariable("${KEY_VARIABLE}")`,
    concat: ' + ',
  },
  php: { snippet: ['php', 'curl'], quote: singleQuoted, key: `getenv('${KEY_VARIABLE}')`, concat: ' . ' },
  ruby: {
    snippet: ['ruby', 'native'],
    quote: singleQuoted,
    key: `ENV.fetch('${KEY_VARIABLE}')`,
    concat: ' + ',
  },
  powershell: {
    snippet: ['powershell', 'restmethod'],
    quote: powershellQuoted,
    key: `$env:${KEY_VARIABLE}`,
    concat: ' + ',
  },
} as const satisfies Record<string, Language>;

export type LanguageId = keyof typeof LANGUAGES;
