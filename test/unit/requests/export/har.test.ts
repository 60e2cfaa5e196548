import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import schemas from 'har-schema';
import { entriesOf, harText } from '../../../../src/requests/export/har';
import { exchangeOf, listHar, readEntry } from '../../../../src/requests/export/harFile';
import { hiddenParts } from '../../../../src/requests/exchange/hiddenParts';
import { answered, exchange, harOf, jsonRequest, readHar, started, uploadRequest } from '../exchanges';
import { anyUrl } from '../../../support/properties';

const error = { message: 'Cannot be uploaded', code: 'E' };
const failedAttempt = { startedAt: started, durationMs: 30, waitedMs: 0, error };
const retried = exchange({
  id: 'ex_2',
  method: 'POST',
  operation: 'topUp',
  request: jsonRequest('{"amount":1.50}'),
  attempts: [failedAttempt, answered(200, '{}', { startedAt: started + 530, waitedMs: 500 })],
  durationMs: 650,
});
const upload = exchange({ id: 'ex_3', method: 'POST', request: uploadRequest('a "b";.pdf') });

function validate(har: unknown): void {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addMetaSchema(draft6);
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const valid = ajv.validate('har.json#', har);
  assert.ok(valid, ajv.errorsText());
}

describe('HAR export', () => {
  it('is valid HAR 1.2 for every kind of exchange', async () => {
    validate(JSON.parse(await harOf(exchange(), retried, upload)));
    const wrong = { log: { version: '1.2', creator: { name: 'A', version: '1' }, entries: [{}] } };
    assert.throws(validate.bind(undefined, wrong), /startedDateTime/);
  });

  it('has an entry for one whose attempts were not kept, such as a write that a closed window left', async () => {
    const error = { kind: 'unknown-outcome', message: 'The window closed.', mayHaveActed: true } as const;
    const left = exchange({ attempts: [], outcome: error.kind, error });
    validate(JSON.parse(await harOf(left)));
    const [{ _exchangeId, _outcome, _error, response } = {}] = entriesOf(left);
    assert.deepEqual([_exchangeId, _outcome, response?.status], ['ex_1', 'unknown-outcome', 0]);
    assert.equal(_error, 'The window closed.');
  });

  it('hides the queries of links in answers, which are kept whole', () => {
    const attempt = answered(302, '{"contentLink":{"url":"https://h/c?sig=1"}}');
    assert.ok(attempt.response);
    const response = { ...attempt.response, headers: [['Location', 'https://h/d?sig=1'] as const] };
    const text = JSON.stringify(entriesOf(exchange({ attempts: [{ ...attempt, response }] })));
    assert.ok(text.includes('https://h/c?…') && text.includes('https://h/d?…'), text);
    assert.ok(!text.includes('sig=1'));
    assert.ok(text.includes('"redirectURL":"https://h/d?…"'));
  });

  it('has times that add up and never lie below -1', () => {
    const duration = fc.integer({ min: 0, max: 1e6 });
    fc.assert(
      fc.property(duration, fc.option(duration, { nil: undefined }), (durationMs, headersMs) => {
        const attempt = { ...failedAttempt, durationMs, ...(headersMs === undefined ? {} : { headersMs }) };
        const [entry] = entriesOf(exchange({ attempts: [attempt] }));
        const { send = 0, wait, receive } = entry?.timings ?? { wait: -9, receive: -9 };
        assert.ok([send, wait, receive].every((time) => time >= 0));
        assert.equal(send + wait + receive, entry?.time);
      }),
    );
  });

  it('names an uploaded file with its type, and holds no bytes', () => {
    const [entry] = entriesOf(upload);
    const file = { name: 'file', value: '', fileName: 'a "b";.pdf', contentType: 'application/pdf' };
    const params = [{ name: 'purpose', value: 'payment_evidence' }, file];
    assert.deepEqual(entry?.request.postData, { mimeType: 'multipart/form-data', params });
    assert.equal(entry.request.bodySize, -1);
  });

  it('has an entry for each attempt, with each fact in its place and none that is not known', () => {
    const request = { headers: [['Content-Type', 'text/plain']], body: { kind: 'json', text: 'é' } } as const;
    const [none, entry] = entriesOf({ ...retried, request, attempts: [failedAttempt, answered(200, '{}')] });
    const timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0 };
    const expected: typeof entry = {
      startedDateTime: '2025-03-04T09:15:30.123Z',
      time: 120,
      request: {
        method: 'POST',
        url: 'https://api.example.com/v1/files?limit=10&page=a%20b',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        queryString: [
          { name: 'limit', value: '10' },
          { name: 'page', value: 'a b' },
        ],
        postData: { mimeType: 'text/plain', text: 'é' },
        headersSize: -1,
        bodySize: 2,
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'x-request-id', value: 'req_1' },
        ],
        content: { size: 2, mimeType: 'application/json', text: '{}' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { ...timings, wait: 100, receive: 20 },
      _exchangeId: 'ex_2',
      _requestId: 'req_1',
      _environment: 'sandbox',
      _environmentType: 'sandbox',
      _operation: 'topUp',
      _outcome: 'ok',
      _waitedMs: 0,
    };
    assert.deepEqual(entry, expected);
    const { _requestId, ...rest } = expected;
    const content = { size: 0, mimeType: 'x-unknown' };
    assert.deepEqual(none, {
      ...{ ...rest, time: 30, _error: 'Cannot be uploaded' },
      response: { ...expected.response, status: 0, statusText: '', headers: [], content },
      timings: { ...timings, wait: 30, receive: 0 },
    });
    const untyped = { ...request, headers: [] };
    assert.equal(
      entriesOf(exchange({ request: untyped }))[0]?.request.postData?.mimeType,
      'application/json',
    );
    const [asking] = entriesOf(exchange());
    assert.deepEqual([asking?.request.bodySize, asking?.request.postData], [0, undefined]);
  });

  it('is made by the extension, and says how far it is', async () => {
    const done: number[] = [];
    let text = '';
    for await (const part of harText([exchange(), retried], '1.2.3', (count) => done.push(count)))
      text += part;
    assert.deepEqual(done, [1, 2]);
    assert.match(
      text,
      /^\{"log":\{"version":"1.2","creator":\{"name":"Payments API Explorer","version":"1.2.3"\},/,
    );
  });
});

describe('HAR from disk', () => {
  it('gives our own exchanges back, retries together', async () => {
    const dropped = exchange({
      id: 'ex_4',
      attempts: [answered(500, '{}', { error }), failedAttempt],
      status: 500,
    });
    const all = [exchange(), retried, upload, dropped];
    const parsed = await readHar(await harOf(...all));
    assert.equal(parsed.skipped, 0);
    const kept = JSON.stringify(all).replaceAll('ApiKey ', '').replaceAll(',"code":"E"', '');
    assert.deepEqual(parsed.entries, JSON.parse(kept.replace('"size":3', '"size":0')));
  });

  it('takes what an archive leaves out or says wrongly for nothing', async () => {
    const request = { method: 'GET', url: 'nowhere' };
    const wrong = { request, time: -1, timings: { wait: -1 }, _waitedMs: -1 };
    const entries = [0, 199, 200, 299, 300].map((status) => {
      return { ...wrong, response: { status, content: { size: -1 } } };
    });
    const text = JSON.stringify({ log: { entries } });
    const [row] = (await listHar([Buffer.from(text)])).rows;
    assert.deepEqual(row, { id: 'har_1', method: 'GET', path: 'nowhere', startedAt: 0, places: [1] });
    const read = (await readHar(text)).entries;
    const outcomes = read.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['network', 'http', 'ok', 'ok', 'http']);
    const times = { startedAt: 0, durationMs: 0, waitedMs: 0 };
    assert.deepEqual(read[0]?.attempts, [{ ...times, error: { message: 'No answer came.' } }]);
    const response = { status: 200, statusText: '', headers: [], bodyBytes: 0 };
    assert.deepEqual(read[2]?.attempts, [{ ...times, headersMs: 0, response }]);
  });

  it('reads a browser’s archive, and hides what authenticates', async () => {
    const request = {
      method: 'GET',
      url: 'https://api.example.com/v1/x',
      headers: [
        { name: 'Authorization', value: 'ApiKey live-secret' },
        { name: 'cookie', value: 'live-secret' },
      ],
    };
    const response = {
      status: 404,
      content: { size: 4, text: 'bm9wZQ==', encoding: 'base64' },
      headers: null,
    };
    const parsed = await readHar(
      `\ufeff${JSON.stringify({ log: { entries: [{ request, response, time: 5 }, {}, [], 7] } })}`,
    );
    assert.equal(parsed.skipped, 2);
    assert.doesNotMatch(JSON.stringify(parsed), /live-secret/);
    const [entry] = parsed.entries;
    assert.ok(entry);
    // The copied code says so.
    assert.deepEqual(hiddenParts(entry), ['the header cookie']);
    assert.equal(entry.attempts[0]?.response?.body, 'nope');
    assert.equal(entry.outcome, 'http');
    assert.equal(entry.environmentType, 'production');
  });

  it('reads a form that has its fields alone, as the standard allows', async () => {
    const form = async (mimeType: string, more: object = {}) => {
      const postData = { mimeType, params: [{ name: 'a', value: 'b c' }, { name: 'd' }], ...more };
      const request = { method: 'POST', url: 'https://api.example.com/v1/x', headers: [], postData };
      const { entries } = await readHar(
        JSON.stringify({ log: { entries: [{ request, response: { status: 200 } }] } }),
      );
      return entries[0]?.request.body;
    };
    const type = 'application/x-www-form-urlencoded';
    assert.deepEqual(await form(type), { kind: 'json', text: 'a=b+c&d=' });
    assert.deepEqual(await form(type, { text: 'a=1' }), { kind: 'json', text: 'a=1' });
    assert.equal(await form('multipart/form-data'), undefined);
    assert.equal((await form(`${type}; x=multipart`))?.kind, 'json');
    assert.equal(await form(type, { params: [] }), undefined);
    const file = { fieldName: 'f', name: 'a.pdf', mimeType: '', size: 0 };
    const params = [{ name: 'f', fileName: 'a.pdf' }, { name: 'note' }];
    assert.deepEqual(await form(type, { params }), { kind: 'multipart', fields: { note: '' }, file });
  });

  it('says what is wrong with anything else', async () => {
    for (const [text, words] of [
      ['', /not valid JSON/],
      ['{"log":', /cut off/],
      ['{"log":{}}', /no list of entries/],
      ['{"log":{"pages":[]}}', /no list of entries/],
      ['{"log":{"entries":{"a":{"b":1}}}}', /no list of entries/],
      [(await harOf(upload)).slice(0, -5), /cut off/],
      ['[]', /no list/],
      ['['.repeat(1e6), /not valid JSON/],
    ] as const) {
      await assert.rejects(readHar(text), words);
    }
  });

  it('never throws, whatever the archive holds', async () => {
    const value = fc.jsonValue();
    const entry = fc.record(
      {
        startedDateTime: fc.oneof(value, fc.constant('2025-01-01T00:00:00Z')),
        time: value,
        request: fc.record({
          method: fc.string(),
          url: fc.oneof(fc.string(), anyUrl()),
          headers: value,
          postData: value,
        }),
        response: fc.record({ status: fc.oneof(fc.integer(), value), content: value, headers: value }),
        _exchangeId: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(entry, value)), async (entries) => {
        await listHar([Buffer.from(JSON.stringify({ log: { entries } }))]);
        for (const each of entries) {
          const read = readEntry(JSON.stringify(each));
          if (read !== undefined) entriesOf(exchangeOf([read], 'har_1'));
        }
      }),
    );
  });
});
