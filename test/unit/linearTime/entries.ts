import { jsonBodyOf, jsonParts } from '../../../src/requests/http/editor/jsonBody';
import { urlParts } from '../../../src/requests/http/editor/requestParts';
import { createRedactor } from '../../../src/api';
import { hideLinkQueries } from '../../../src/api/model/redact';
import { findTemplates } from '../../../src/descriptions/infer/paths';
import { checkHttpFile, knownTexts } from '../../../src/httpFiles/format/check';
import { extractRequest } from '../../../src/httpFiles/format/extract';
import { parseHttpFile } from '../../../src/httpFiles/format/parse/parse';
import { compareTexts } from '../../../src/bodies/comparedText';
import { findValueLinks } from '../../../src/requests/document/valueLinks';
import { layOutJson } from '../../../src/bodies/jsonLayout';
import { exchangeOf, readEntry } from '../../../src/requests/export/harFile';
import { findRecords } from '../../../src/requests/records/paging';
import { recordsToCsv } from '../../../src/requests/records/exports';
import { parseExactly } from '../../../src/util/exactJson';
import { idCandidates } from '../../../src/ui/documents/idCandidates';
import { plainText } from '../../../src/util/plainText';

const KEY = 'production-key-9f8e7d6c';
const DIGITS = Buffer.from(KEY).toString('base64').slice(0, 8);
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`]);
export const HOSTS = { apiUrl: 'https://api.example/v1', filesUrl: 'https://files.example' };
const LONG_KEY = Array.from({ length: 1024 }, (_, index) => index.toString(36).padStart(4, 'x')).join('');
const MANY = numbers(20).map(([name]) => `many-${name}`);
const redactor = createRedactor(['aaaaaaaaaaab', KEY, LONG_KEY, ...MANY]);

/** What a reader of text of others is tried with: its own tokens, and the texts around a run of them. */
export interface Entry {
  readonly run: (text: string) => unknown;
  readonly tokens: readonly string[];
  readonly around?: readonly (readonly [before: string, after: string])[];
}

/** Tokens without spaces in them. */
export const words = (text: string) => text.split(' ');
export const BLANK = ['a', ' ', '\n', '\r', '\u2028', '\t'];
const JSON_TOKENS = ['[', '{"a":', '{"a":1},', '"a",', '1,', '"', '\\', '\\n', 'a', ' '];
/** All kinds of runs in a name: they are not mixed further. */
export const IN_NAMES = ['a', '\\n', 'a\\n'];
const key = (text: string) => `{"${text}":${JSON.stringify(Object.fromEntries(numbers(3000)))}}`;
const distinct = (text: string) =>
  `[${Array.from({ length: text.length / 10 }, (_, index) => `{"k${index}":1}`).join(',')}]`;

/** Where text of others comes in. A new reader of such text belongs here. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  redaction: {
    run: (text) => redactor.text(hideLinkQueries(text)),
    tokens: [
      ...words('a n %25 %5c = =61'),
      ...['\\n', '\\\\n', '\\r\\n', '\n', ' ', '\t', '\\', '=\n'],
      ...['\\x61', '\\141', '\\u{61}', '&#97', '&#97;', '6161', '61:', 'YWFh\n', '{"url":"a', '"url" '],
      'many-k1',
      DIGITS,
    ],
    around: [
      ['', ''],
      [DIGITS, '"}'],
    ],
  },
  '.http file': {
    run: (text) => {
      const file = parseHttpFile(text);
      const [request] = file.requests;
      if (request !== undefined) {
        extractRequest(text, file, request, { title: 'one' });
        const lines = text.split(/\r\n|\r|\n/);
        urlParts(request, (line) => lines[line] ?? '');
        jsonParts(request);
        jsonBodyOf(request, knownTexts(file, request, HOSTS, new Map(), { left: 50_000_000 }));
      }
      return checkHttpFile(file, HOSTS);
    },
    tokens: [
      ...words('@a @a= = {{ {{a}} }} ### # // /'),
      ...['?? body ', ' == ', ' exists', '# @', '# @name ', '# @prompt a ', '< '],
      ...words('<@ %} HTTP/1.1 a: : ? & --b /* . $'),
      ...['>>! ', '> {%', '<> ', 'GET /a'],
      ...['@a={{a}}\n', '###\nGET /a\n', ...BLANK],
    ],
    around: [
      ['', ''],
      ['GET', 'x'],
      ['@a =', 'x\u2028'],
      ['POST /files/upload', ' \u2028HTTP/1.1 x'],
      ['GET /a\nName:', 'x\u2028'],
      ['GET /a\nAuthorization: ApiKey', 'x\u2028x'],
      ['POST /a\n\n<', 'x\u2028'],
      ['GET /a\n# @', '\u2028x'],
      ['GET /a\n\n>>!', 'x\u2028'],
      ['POST /a\nContent-Type: multipart/form-data; boundary=b\n\n--b\n', '\n--b--'],
    ],
  },
  'links of an answer': {
    run: (text) => findValueLinks(text, { listPath: '/files', hosts: HOSTS }),
    tokens: JSON_TOKENS,
  },
  'links below a long name': {
    run: (text) => findValueLinks(key(text), { listPath: '/files', hosts: HOSTS }),
    tokens: IN_NAMES,
  },
  'comparison of answers': { run: (text) => compareTexts(text, `${text} `, true), tokens: JSON_TOKENS },
  'comparison below a long name': {
    run: (text) => compareTexts(key(text), key(`${text}b`), false),
    tokens: ['a'],
  },
  'table and CSV of a long name': {
    run: (text) => recordsToCsv([parseExactly(key(text)), parseExactly(key(text))]),
    tokens: IN_NAMES,
  },
  'table and CSV of different records': {
    run: (text) => recordsToCsv(findRecords(parseExactly(distinct(text))) ?? []),
    tokens: ['a'],
  },
  'text of CSV': {
    run: (text) => recordsToCsv([{ [text]: text }]),
    tokens: ['"', "'", '=', ',', ...BLANK],
  },
  'layout of JSON': { run: (text) => layOutJson(text), tokens: JSON_TOKENS },
  'HAR file': {
    run: (text) => {
      const headers = [{ name: text, value: text }];
      const entry = {
        request: { method: 'GET', url: 'https://h/', headers },
        response: { status: 200, headers },
      };
      const read = readEntry(JSON.stringify(entry));
      return read && exchangeOf([read], 'har_1');
    },
    tokens: ['token', 'api-', 'api', 'secret', 'cookie', ...BLANK],
    around: [['', '\u2028']],
  },
  'plain text': {
    run: (text) => plainText(text),
    tokens: ['\u009d', '\u001b', '\u001b]', '\u001b[', '\u0007', '0', ...BLANK],
  },
  'path of a description': {
    run: (text) => {
      const path = { method: 'GET', segments: ['things', text], known: `/things/${text}` };
      return findTemplates([{ ...path, fields: new Set() }], () => false);
    },
    tokens: ['{', '{a', '}', 'a'],
  },
  // As many lines as a screen may show: of one, only a beginning is looked at.
  'ids in text': {
    run: (text) => Array.from({ length: 12 }, () => idCandidates(text, /[\d_.]/)),
    tokens: ['1', ':', '.', '-', '_', 'a1:', '_-.:', ' a1', ...BLANK],
  },
};
