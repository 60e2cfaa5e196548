import assert from 'node:assert/strict';
import {
  checkHttpFile,
  knownTexts,
  MOST_CHECKED,
  NOT_KNOWN,
  requestAt,
} from '../../../../src/httpFiles/format/check';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { HOSTS, requestOf } from './support';

/** Each problem of a text: its code, what it names, and in « » what is underlined. `(fine)`: it can be sent all the same. */
function problemsOf(text: string, shared: Readonly<Record<string, string>> = {}): string[] {
  const lines = text.split('\n');
  const found = checkHttpFile(parseHttpFile(text), HOSTS, new Map(Object.entries(shared)));
  return found.map(({ code, args, span, blocks }) => {
    const underlined = lines[span.line]?.slice(span.start, span.end);
    return `${span.line} ${[code, ...args].join(' ')} «${underlined}»${blocks ? '' : ' (fine)'}`;
  });
}

const GET = 'GET {{apiUrl}}/things';
const TOP_UP = 'POST {{apiUrl}}/balances/sandbox/top-up\nContent-Type: application/json\n\n';

describe('the check of an .http file', () => {
  for (const [title, text, ...expected] of [
    ['nothing that is known in time', `@a = 1\n${GET}/{{a}}{{$uuid}}\nAuthorization: ApiKey {{apiKey}}`],
    [
      'a name that two requests have',
      `# @name a\n${GET}\n###\n# @name a\n${GET}\n###\n# @name b\n${GET}\n###\n${GET}`,
      '3 same-name a «a» (fine)',
    ],
    ['an unknown variable', `${GET}/{{ nothing }}`, '0 unknown-variable nothing «nothing»'],
    ['an expression', `${GET}/{{a + b}}`, '0 unsupported-expression a + b «a + b»'],
    [
      'an answer of a request that is not there',
      `${GET}/{{other.response.body.$.id}}`,
      '0 unknown-variable other.response.body.$.id «other.response.body.$.id»',
    ],
    ['no answer of one that is there', `# @name other\n${GET}\n###\n${GET}/{{other.response.body.$.id}}`],
    ['no prompt of its own request', `# @prompt a\n${GET}/{{a}}`],
    ['a prompt of another request', `# @prompt a\n${GET}\n###\n${GET}/{{a}}`, '3 unknown-variable a «a»'],
    ['a limit out of range', `${GET}?limit=101`, '0 limit 1 100 «{{apiUrl}}/things?limit=101» (fine)'],
    [
      'two limits',
      `@n = 1\n${GET}?limit={{n}}&limit=1`,
      '1 limit 1 100 «{{apiUrl}}/things?limit={{n}}&limit=1» (fine)',
    ],
    ['no limit in range', `${GET}?limit=100`],
    ['no prompt in a variable', `@b = {{a}}\n\n###\n# @prompt a\n${GET}/{{b}}`],
    [
      'a header',
      `${GET}\nX-A: b\nHost: elsewhere.example\nX-B: c\nConnection: close`,
      '2 host elsewhere.example «Host: elsewhere.example»',
      '4 refused-header Connection «Connection: close»',
    ],
    [
      'an expectation',
      `@a = {{a}}\n${GET}\n\n?? status == {{a}}\n?? status == 200`,
      '3 circular-variable a «?? status == {{a}}»',
    ],
    [
      'a line of the body',
      `@a = {{a}}\nPOST {{apiUrl}}/things\n\n{\n "a": "{{a}}"\n}`,
      '4 circular-variable a « "a": "{{a}}"»',
    ],
    [
      'the currency of a top-up',
      `${TOP_UP}{\n  "amount": 1,\n  "currency": "EURO"\n}`,
      '5 currency «  "currency": "EURO"»',
    ],
    [
      'no currency beside a line that is wrong',
      `${TOP_UP}{\n  "amount": {{nothing-like-it}},\n  "currency": "EURO"\n}`,
      '4 unknown-variable nothing-like-it «nothing-like-it»',
    ],
    [
      'the currency beside what is asked for',
      `# @prompt a\n${TOP_UP.replace('\n', '?x={{a}}\n')}{ "currency": "EURO" }`,
      '4 currency «{ "currency": "EURO" }»',
    ],
    ['no currency that is right', `@c = EUR\n${TOP_UP}{ "amount": 1, "currency": "{{c}}" }`],
    [
      'no currency that is not known yet',
      `# @name a\n${GET}\n###\n${TOP_UP}{ "currency": "{{a.response.body.$.c}}" }`,
    ],
    ['no currency of another operation', `POST {{apiUrl}}/things\n\n{ "currency": "EURO" }`],
    [
      'no currency where the target is wrong',
      `POST https://elsewhere.example/balances/sandbox/top-up\n\n{ "currency": "EURO" }`,
      '0 other-host https://elsewhere.example «https://elsewhere.example/balances/sandbox/top-up»',
    ],
    [
      'what the parser finds, of the file and of requests',
      `# @import ./a\n\n###\n${GET}\n###\nBREW {{apiUrl}}/a`,
      '0 unsupported-directive import «# @import ./a»',
      '5 unsupported-method BREW «BREW»',
    ],
  ] as const)
    it(`finds ${title}`, () => assert.deepEqual(problemsOf(text), expected));

  it('knows what the team shares', () => {
    assert.deepEqual(problemsOf(`${GET}/{{a}}`, { a: '1' }), []);
    assert.deepEqual(problemsOf(`${GET}/{{a}}`, { a: '{{a}}' }), [
      '0 circular-variable a «{{apiUrl}}/things/{{a}}»',
    ]);
  });

  it('looks at no more than a certain number of characters, and takes what is left for right', () => {
    const long = 'x'.repeat(1_000_000);
    const many = Array.from(
      { length: MOST_CHECKED / long.length + 1 },
      () => `###\nPOST {{apiUrl}}/a\n\n{{long}}\n`,
    ).join('');
    const wrong = `###\nGET https://elsewhere.example/{{a}}\n`;
    const file = `@long = ${long}\n@a = 1\n`;
    assert.equal(problemsOf(`${file}${wrong}`).length, 1);
    assert.deepEqual(problemsOf(`${file}${many}${wrong}`), []);
  });
});

describe('the request at a line', () => {
  it('is that of its block, with the empty lines behind it', () => {
    const file = parseHttpFile(
      `@a = 1\n\n### one\n# @prompt p\n${GET}\n\n\n###\n${GET}\n\n### none\n@b = 1\n`,
    );
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) =>
        file.requests.findIndex((each) => each === requestAt(file, line)),
      ),
      [-1, -1, 0, 0, 0, 0, 0, 1, 1, 1, -1, -1],
    );
  });
});

describe('the text of a request before it is sent', () => {
  it('has the values that are known, and a mark for others', () => {
    const { file, request } = requestOf(`@a = 1\n${GET}\n###\n# @name other\n${GET}`);
    const write = knownTexts(file, request, HOSTS, new Map([['s', 'shared']]), { left: 1000 });
    const written = write('{{a}} {{s}} {{apiUrl}} {{other.response.body.$.id}} {{nothing}} {{a b}}');
    assert.equal(written, `1 shared ${HOSTS.apiUrl} ${NOT_KNOWN} ${NOT_KNOWN} ${NOT_KNOWN}`);
    assert.equal(knownTexts(file, request, HOSTS, new Map(), { left: 0 })('{{a}}'), NOT_KNOWN);
  });
});
