import assert from 'node:assert/strict';
import type { Subject } from '../../../../src/api/call/describeError';
import {
  describeApiError,
  describeStatus,
  errorDeviations,
  isErrorBody,
  readFields,
  withRetryAfter,
} from '../../../../src/api/call/describeAnswer';

const SUBJECT: Subject = {
  operation: 'uploadFile',
  method: 'POST',
  url: new URL('http://files.example'),
  environment: 'sandbox',
  timeoutMs: 30_000,
};
const END = { startedAt: 0, durationMs: 1, waitedMs: 0 };
const REFUSED = 'The service refused the request: ';

/** The facts of an answer without a body that can be used. */
function statusFacts(
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  about: Partial<Subject> = {},
) {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const response = { status, statusText: 'Odd', headers: given, headersMs: 1 };
  return describeStatus(response, { ...SUBJECT, ...about }, { ...END, response });
}

function messageFor(message: string, data: unknown = {}): string {
  return describeApiError(400, { success: false, code: 'odd', message, data }, SUBJECT, END).message;
}

describe('an error body', () => {
  it('is one that says that it failed, or has a code where nothing else is expected', () => {
    const said = { success: false, message: 'No.' };
    const cases: [json: unknown, byItself: boolean, byCode: boolean][] = [
      [said, true, true],
      [{ success: false }, true, true],
      [{ success: false, code: null, message: 7 }, true, true],
      [{ code: 'odd' }, false, true],
      [{ ...said, code: 'odd', success: true }, false, false],
      [{ ...said, success: undefined }, false, false],
      [{ code: 7 }, false, false],
      [[], false, false],
      [undefined, false, false],
    ];
    for (const [json, byItself, byCode] of cases) {
      const found = [isErrorBody(json, false), isErrorBody(json, true)];
      assert.deepEqual(found, [byItself, byCode], JSON.stringify(json));
    }
  });

  it('is as documented with data that is a list or an object', () => {
    const body = (data: unknown) => errorDeviations({ success: false, code: 'x', message: 'm', data });
    assert.deepEqual([body([]), body({})], [[], []]);
    assert.deepEqual(body(null), ['"data" is missing or not as documented.']);
  });
});

describe('what the service says when it refuses', () => {
  it('is part of the facts, with its code and its fields where there are any', () => {
    const field = { fieldName: 'purpose', code: 'required', message: '' };
    assert.deepEqual(describeApiError(400, { code: 'odd', message: 'No', data: [field] }, SUBJECT, END), {
      ...{ kind: 'api', message: `${REFUSED}No (purpose: required).`, status: 400 },
      ...{ code: 'odd', fields: [field] },
    });
    // A service that fails may have acted: it has refused nothing.
    const { message } = describeApiError(500, { message: 'Oh' }, SUBJECT, END);
    assert.match(message, /^The service failed: Oh\. .*may have taken effect/);
    // Of a status of success nothing is to be said.
    assert.deepEqual(describeApiError(200, {}, SUBJECT, END), {
      ...{ kind: 'api', message: `${REFUSED}status 200.`, status: 200 },
    });
  });

  it('comes with the time that it asked for', () => {
    const facts = { kind: 'api', message: 'No.' } as const;
    const response = { status: 429, statusText: '', headersMs: 1 };
    const asking = (headers: [string, string][]) =>
      withRetryAfter(facts, { ...END, response: { ...response, headers } });
    assert.deepEqual(asking([['retry-after', '7']]), { ...facts, retryAfterSeconds: 7 });
    // By the service's clock, which need not be this one.
    const [date, after] = [5, 66].map((second) => new Date(Date.UTC(2020, 0, 2, 3, 4, second)).toUTCString());
    const dates = Object.entries({ date, 'retry-after': after }) as [string, string][];
    assert.deepEqual(asking(dates), { ...facts, retryAfterSeconds: 61 });
    assert.equal(asking([]), facts);
  });

  it('names the fields of which something is said', () => {
    const said = [
      { fieldName: 'a', code: 'c', message: '' },
      { fieldName: 'b', code: '', message: 'm' },
    ];
    assert.deepEqual(readFields([...said, { fieldName: 'd' }, { code: 'c', message: 'm' }, 7]), said);
  });

  it('is its status alone where it has no words', () => {
    const response = { status: 404, statusText: '', headers: [], headersMs: 1 };
    assert.match(describeStatus(response, SUBJECT, END).message, /with status 404, without/);
  });

  const required = { code: 'x', fieldName: 'purpose', message: 'purpose is required.' };
  for (const [message, words, ...fields] of [
    ['No.', 'No.'],
    ['No', 'No.'],
    ['Wait... ', 'Wait.'],
    ['Who are you?', 'Who are you?'],
    ['...', 'status 400, odd.'],
    ['Who?', 'Who? (purpose: Unknown?).', { ...required, message: 'Unknown?' }],
    // What the message says of a field already is not repeated.
    ['purpose is required.', 'purpose is required.', required],
  ] as const)
    it(`ends as one sentence, with the first fields: ${message} ${JSON.stringify(fields)}`, () =>
      assert.equal(messageFor(message, fields), `${REFUSED}${words}`));

  it('counts the fields that a sentence does not bear', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((fieldName) => ({ fieldName, code: 'x', message: 'bad' }));
    assert.match(messageFor('No.', fields.slice(0, 3)), /No \(a: bad; b: bad; c: bad\)\.$/);
    assert.match(messageFor('No.', fields), /No \(a: bad; b: bad; c: bad; 2 more\)\.$/);
  });

  it('is kept as fields: a hundred at most, each with a name and something that is said of it', () => {
    const field = { fieldName: 'a', code: 'x', message: 'bad' };
    const data = [
      { ...field, message: 7 },
      { ...field, message: ' Not \u001b[31ma\u202e' },
      { ...field, code: undefined },
      { ...field, fieldName: '' },
      { fieldName: 'a' },
      ...[null, 'text', []],
      ...Array.from({ length: 200 }, () => field),
    ];
    const fields = readFields(data);
    assert.deepEqual(fields.slice(0, 3), [
      { ...field, message: '' },
      { ...field, message: 'Not a' },
      { ...field, code: '' },
    ]);
    assert.equal(fields.length, 100);
    assert.deepEqual(readFields({ 0: field }), []);
    assert.equal(readFields([{ ...field, message: 'y'.repeat(2000) }])[0]?.message.length, 1000);
  });
});

describe('what to do about a refusal', () => {
  const link = 'The link may have expired: fetch the details of the file again for a new one.';
  const withheld =
    'The API key was not sent, because the link leads to another host than the addresses of the environment "sandbox".';
  const addresses = 'Check the addresses of the environment "sandbox".';
  const fault = 'The fault is on the service’s side';
  const mayHaveActed = `${fault}. It may have taken effect anyway: check before you send it again.`;
  const read = { method: 'GET' };
  const cases: [status: number, advice: string, about?: Partial<Subject>, wait?: string][] = [
    [400, ''],
    [401, 'Check the API key of the environment "sandbox".'],
    [401, link, { operation: 'content' }],
    [401, withheld, { operation: 'content', method: 'GET', keyWithheld: true }],
    [403, 'The API key of the environment "sandbox" has no access to this.'],
    [404, addresses],
    [404, 'Check the file id.', { operation: 'getFile' }],
    [404, 'Check the path.', { operation: 'request' }],
    [404, link, { operation: 'content' }],
    [409, 'It conflicts with what the service already has.'],
    [410, link, { operation: 'content', keyWithheld: true }],
    [413, 'It is larger than the service accepts.'],
    [429, 'Wait a little, then try again.'],
    [429, 'Wait 7 seconds, then try again.', {}, '7'],
    [429, 'Wait 1 second, then try again.', {}, '0'],
    [304, addresses],
    [300, addresses],
    [499, ''],
    [500, mayHaveActed],
    [500, `${mayHaveActed} The service asked to wait 7 seconds.`, {}, '7'],
    [599, mayHaveActed, {}, '0'],
    [500, `${fault}. Wait a little, then try again.`, read],
    [503, `${fault}. Wait 7 seconds, then try again.`, read, '7'],
    [503, `${fault}. Wait 1 second, then try again.`, read, '0'],
  ];
  for (const [status, advice, about = {}, wait] of cases) {
    it(`is said for ${status}, ${JSON.stringify(about)}, with ${wait ?? 'no'} seconds to wait`, () => {
      // Only a status below 400 leads elsewhere.
      const location = status < 400 ? undefined : '/y';
      const { message, kind } = statusFacts(status, { 'Retry-After': wait, location }, about);
      const what = `The service answered with status ${status} (Odd), without a readable error.`;
      assert.deepEqual([kind, message], ['http', [what, advice].join(' ').trim()]);
    });
  }

  it('is that the account has no access, where the code says so', () => {
    const body = { success: false, code: 'unsupported_action', message: 'No.', data: {} };
    const { message, code } = describeApiError(403, body, SUBJECT, END);
    assert.equal(code, 'unsupported_action');
    assert.match(message, /No\. The account of this key has no access to this function\.$/);
  });
});

describe('an answer that leads elsewhere', () => {
  const notFollowed =
    'Redirects are not followed, so the key was not sent there. Check the addresses of the environment "sandbox".';
  const cases: [status: number, location: string | undefined, named: string][] = [
    [301, 'https://other.example/secret?x=1', '301, https://other.example'],
    [302, '/y', '302, http://files.example'],
    [303, 'mailto:someone', '303, mailto:'],
    [307, 'http://[', '307'],
    [308, undefined, '308'],
    [300, 'http://other.example/', '300, http://other.example'],
    [399, 'http://other.example/', '399, http://other.example'],
  ];
  for (const [status, location, named] of cases) {
    it(`is named as ${named}`, () => {
      const message = `The service redirects (${named}). ${notFollowed}`;
      assert.deepEqual(statusFacts(status, { location }), { kind: 'http', message, status });
      const words = /^The link redirects \(.*\), which was not followed\. Fetch the details/;
      assert.match(statusFacts(status, { location }, { operation: 'content' }).message, words);
    });
  }
});
