import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { describeApiError } from '../../src/api/call/describeAnswer';
import { checkAddress, checkRequestPath, fileIdSegment, isLoopback } from '../../src/api/model/addresses';
import { readReference } from '../../src/httpFiles/format/answers';
import { dynamicValue, THIS_MOMENT } from '../../src/httpFiles/format/dynamic';
import { fileIn } from '../../src/httpFiles/format/parse/lines';
import { knownTexts } from '../../src/httpFiles/format/knownText';
import { HttpRefusal } from '../../src/httpFiles/format/parse/model';
import { isRequestLine } from '../../src/httpFiles/format/parse/parseHead';
import { readShared } from '../../src/httpFiles/format/shared';
import { readPath } from '../../src/httpFiles/format/parse/parseExpectation';
import { isName } from '../../src/httpFiles/format/resolve';
import { readTarget } from '../../src/httpFiles/format/target';
import {
  definitionsIn,
  inertBody,
  inertJson,
  inertText,
  withVariables,
} from '../../src/httpFiles/format/write';
import { compareLines } from '../../src/requests/compare/differences';
import { jsonBodyOf } from '../../src/requests/http/editor/jsonBody';
import { urlParts } from '../../src/requests/http/editor/requestParts';
import { sectionLines } from '../../src/requests/exchange/exchangeText';
import { findPlaces } from '../../src/requests/checks/differencePlaces';
import { jsonPathAt } from '../../src/requests/exchange/jsonPath';
import { filterWords, foldedText, hasWords } from '../../src/requests/records/order';
import { listName } from '../../src/requests/records/paging';
import { planPage, planRequest } from '../../src/api/rules/plan';
import { compareDecimals, fitsDouble, isDecimal } from '../../src/util/decimals';
import { halfWidth } from '../../src/ui/formats/amounts';
import { withoutEdges, withoutEnd } from '../../src/util/edges';
import { safeFileName } from '../../src/util/files';
import { visible, visibleLines } from '../../src/util/visible';
import { createRedactor } from '../../src/api';
import { PreflightError } from '../../src/api/model/errors';
import { hideLinkQueries, hideQuery } from '../../src/api/model/redact';
import { checkHttpFile } from '../../src/httpFiles/format/check';
import { extractRequest } from '../../src/httpFiles/format/extract';
import { parseHttpFile } from '../../src/httpFiles/format/parse/parse';
import { comparedText, compareTexts } from '../../src/requests/compare/comparedText';
import { findValueLinks } from '../../src/requests/document/valueLinks';
import { isJson, layOutJson } from '../../src/requests/exchange/jsonLayout';
import { parseHar } from '../../src/requests/export/harFile';
import { findRecords } from '../../src/requests/records/findRecords';
import { recordsToCsv } from '../../src/requests/records/recordsCsv';
import { mayRound, parseExactly, parsePlainly } from '../../src/util/exactJson';
import { idCandidates } from '../../src/util/idCandidates';
import { parseJson, percentDecoded } from '../../src/util/lenient';
import { isolate, literal, plainText, truncateMiddle } from '../../src/util/plainText';

const KEY = 'production-key-9f8e7d6c';
const DIGITS = Buffer.from(KEY).toString('base64').slice(0, 8);
const SUBJECT = {
  operation: 'uploadFile',
  ...{ method: 'POST', host: 'files.example', environment: 'sandbox' },
  ...{ isRead: false, timeoutMs: 30_000, maxBytes: 1000 },
} as const;
const END = { startedAt: 0, durationMs: 1, waitedMs: 0 };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`]);
const HOSTS = { apiUrl: 'https://api.example/v1', filesUrl: 'https://files.example' };
const LONG_KEY = Array.from({ length: 1024 }, (_, index) => index.toString(36).padStart(4, 'x')).join('');
const redactor = createRedactor([
  'aaaaaaaaaaab',
  KEY,
  LONG_KEY,
  ...numbers(20).map(([name]) => `many-${name}`),
]);

/** What a reader of text of others is tried with: its own tokens, and the texts around a run of them. */
interface Entry {
  readonly run: (text: string) => unknown;
  readonly tokens: readonly string[];
  readonly around?: readonly (readonly [before: string, after: string])[];
}

const BLANK = ['a', ' ', '\n', '\r', '\u2028', '\t'];
const JSON_TOKENS = ['[', '{"a":', '{"a":1},', '"a",', '1,', '"', '\\', '\\n', 'a', ' '];
const key = (text: string) => `{"${text}":${JSON.stringify(Object.fromEntries(numbers(3000)))}}`;
const distinct = (text: string) =>
  `[${Array.from({ length: text.length / 10 }, (_, index) => `{"k${index}":1}`).join(',')}]`;

/** Where text of others comes in. A new reader of such text belongs here. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  redaction: {
    run: (text) => redactor.text(hideLinkQueries(text)),
    tokens: [
      ...['\\n', '\\\\n', '\\r\\n', '\n', ' ', '\t', 'a', 'n', '\\', '%25', '%5c', '=', '=\n', '=61'],
      ...[
        '\\x61',
        '\\141',
        '\\u{61}',
        '&#97',
        '&#97;',
        '6161',
        '61:',
        'YWFh\n',
        'many-k1',
        '{"url":"a',
        '"url" ',
      ],
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
        jsonBodyOf(request, knownTexts(file, request, HOSTS, new Map(), { left: 50_000_000 }));
      }
      return checkHttpFile(file, HOSTS);
    },
    tokens: [
      ...[
        '@a',
        '@a=',
        '=',
        '{{',
        '{{a}}',
        '?? body ',
        ' == ',
        ' exists',
        '}}',
        '###',
        '#',
        '//',
        '# @',
        '# @name ',
        '# @prompt a ',
        '< ',
        '/',
      ],
      ...[
        '<@',
        '>>! ',
        '> {%',
        '%}',
        '<> ',
        'GET /a',
        'HTTP/1.1',
        'a:',
        ':',
        '?',
        '&',
        '--b',
        '/*',
        '.',
        '$',
      ],
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
    run: (text) => findValueLinks(text, { listPath: '/files', bases: ['https://api.example'] }),
    tokens: JSON_TOKENS,
  },
  'links below a long name': {
    run: (text) => findValueLinks(key(text), { listPath: '/files', bases: ['https://api.example'] }),
    tokens: ['a', '\\n'],
  },
  'comparison of answers': { run: (text) => compareTexts(text, `${text} `, true), tokens: JSON_TOKENS },
  'comparison below a long name': {
    run: (text) => compareTexts(key(text), key(`${text}b`)),
    tokens: ['a'],
  },
  'table and CSV of a long name': {
    run: (text) => recordsToCsv([parseExactly(key(text)), parseExactly(key(text))]),
    tokens: ['a', '\\n'],
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
      const request = { method: 'GET', url: 'https://h/', headers };
      return parseHar(
        JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers } }] } }),
      );
    },
    tokens: ['token', 'api-', 'api', 'secret', 'cookie', ...BLANK],
    around: [['', '\u2028']],
  },
  'plain text': {
    run: (text) => plainText(text),
    tokens: ['\u009d', '\u001b', '\u001b]', '\u001b[', '\u0007', '0', ...BLANK],
  },
  'ids in text': { run: (text) => idCandidates(text, /\d/), tokens: ['1', ':', '.', '-', 'a1:', ...BLANK] },
};

/** Functions of one text, all with the same tokens. */
const SIMPLE: Readonly<Record<string, (text: string) => unknown>> = {
  ...{ checkAddress, checkRequestPath, hideQuery, fileIdSegment, isLoopback },
  ...{
    readReference,
    inertText,
    inertBody,
    inertJson,
    definitionsIn,
    isName,
    fileIn,
    isRequestLine,
    readPath,
    readShared,
  },
  ...{
    comparedText: (text) => comparedText(text, true),
    filterWords,
    foldedText,
    sectionLines,
    isDecimal,
    fitsDouble,
    isJson,
  },
  ...{ isolate, literal, truncateMiddle: (text) => truncateMiddle(text, 50), safeFileName },
  ...{ halfWidth, parseExactly, parseJson, mayRound, parsePlainly, percentDecoded, visible, visibleLines },
  readTarget: (text) => readTarget(`https://api.example/v1/${text}`, HOSTS),
  withVariables: (text) => withVariables(`https://api.example/v1/${text}`, HOSTS),
  dynamicValue: (text) => dynamicValue(`$randomInt${text}`, THIS_MOMENT),
  findPlaces: (text) => findPlaces(text, ['body', `body ${text}`]),
  jsonPathAt: (text) => jsonPathAt(text, text.length),
  compareLines: (text) => compareLines(text, `${text}a`),
  compareDecimals: (text) =>
    compareDecimals(`1${text.replaceAll(/\D/g, '0')}`, `${text.replaceAll(/\D/g, '0')}1`),
  withoutEnd: (text) => withoutEnd(text, /\s/),
  withoutEdges: (text) => withoutEdges(text, /[-\s]/),
  hasWords: (text) => hasWords(text, [`${text}b`]),
  listName,
  planPage: (text) => planPage({ ...planRequest({ method: 'GET', path: '/x' }), target: `/x?${text}` }, 'a'),
  describeApiError: (message) =>
    describeApiError(
      400,
      { message, data: numbers(20).map(([fieldName]) => ({ code: 'x', fieldName, message })) },
      SUBJECT,
      END,
    ),
};
const SIMPLE_TOKENS = [
  ...[
    'a',
    '0',
    '.',
    '-',
    '/',
    '/v1',
    ':',
    '?',
    '#',
    '%',
    '%25',
    '&',
    '{{',
    '}}',
    '"',
    "'",
    '[',
    '{"a":',
    '$',
    '…',
  ],
  ...['1e9', '\ud800', '\u202e', '$(', '](', '"a",', ...BLANK],
];

/** Tried with what they are a part of. */
const WITHIN = [
  ...[
    'hideLinkQueries',
    'parseHttpFile',
    'readRequestLine',
    'readHeader',
    'placeholdersIn',
    'readVariable',
    'readExpectation',
    'whole',
  ],
  ...[
    'checkTopUp',
    'extractRequest',
    'compareTexts',
    'findValueLinks',
    'parseHar',
    'layOutJson',
    'idCandidates',
    'plainText',
  ],
];
/** Take texts of the extension's own, or hand them to the editor or the system. */
const OWN = [
  'setLanguage',
  't',
  'cancelled',
  'copy',
  'openText',
  'askTarget',
  'emptySupportReport',
  'renameFile',
  'renameTogether',
  'invalidArgument',
];
const FOLDERS =
  'src/{util,api/model,httpFiles/format,requests/{compare,document,export,records,exchange}}/**/*.ts';

const PLAIN: readonly (readonly [string, string])[] = [['', '']];
const LENGTH = 100_000;

describe('text of others', () => {
  for (const [name, { run, tokens, around = PLAIN }] of Object.entries(ENTRIES)) {
    it(`takes time in proportion to its length: ${name}`, () => {
      const seconds = (text: string): number => {
        const start = process.cpuUsage();
        run(text);
        return process.cpuUsage(start).user / 1e6;
      };
      // A bound that only quadratic work breaks, on any computer.
      const check = (unit: string, [before, after]: readonly [string, string]) => {
        const text = before + unit.repeat(Math.ceil(LENGTH / unit.length)) + after;
        const spent = seconds(text);
        assert.ok(spent < 2, `${spent} s for ${JSON.stringify([before, unit, after])}`);
      };
      for (const token of tokens) for (const each of around) check(token, each);
      if (tokens.length === 1) return;
      const units = fc.array(fc.constantFrom(...tokens), { minLength: 2, maxLength: 3 });
      fc.assert(
        fc.property(units, fc.constantFrom(...around), (unit, each) => {
          check(unit.join(''), each);
        }),
        { numRuns: 20 },
      );
    }).timeout(120_000);
  }

  it('takes time in proportion to its length: everything that takes one text', () => {
    for (const [name, run] of Object.entries(SIMPLE)) {
      for (const token of SIMPLE_TOKENS) {
        for (const after of ['', 'x\u2028']) {
          const text = token.repeat(LENGTH / token.length) + after;
          const start = process.cpuUsage();
          try {
            run(text);
          } catch (error) {
            // Refused, or nested too deeply: it is the time that counts here.
            if (![HttpRefusal, PreflightError, RangeError].some((kind) => error instanceof kind)) throw error;
          }
          const spent = process.cpuUsage(start).user / 1e6;
          assert.ok(spent < 2, `${name}: ${spent} s for ${JSON.stringify([token, after])}`);
        }
      }
    }
  }).timeout(120_000);

  it('has every function that takes a text in this table', () => {
    const known = [...Object.keys(SIMPLE), ...WITHIN, ...OWN];
    const found = globSync(FOLDERS).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?function (\w+)\(\s*\w+: string\b/gm)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(found.length > 40);
    assert.deepEqual(
      found.filter((name) => !known.includes(name)),
      [],
    );
  });

  it('refers to variables through many levels at no more than their length', () => {
    const levels = Array.from({ length: 18 }, (_, level) => `@v${level} = ${`{{v${level + 1}}}`.repeat(4)}`);
    const file = parseHttpFile(`${levels.join('\n')}\n@v18 =\nGET /a{{v0}}\n`);
    const start = process.cpuUsage();
    assert.deepEqual(checkHttpFile(file, HOSTS), []);
    assert.ok(process.cpuUsage(start).user / 1e6 < 1);
  }).timeout(120_000);
});
