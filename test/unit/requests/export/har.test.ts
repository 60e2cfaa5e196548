import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import schemas from 'har-schema';
import { entriesOf } from '../../../../src/requests/export/har';
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

  it('has an entry for each attempt, with the ids that find it again', () => {
    const ids = [exchange(), retried]
      .flatMap(entriesOf)
      .map((entry) => `${entry._exchangeId} ${entry._requestId ?? 'none'} ${entry.response.status}`);
    assert.deepEqual(ids, ['ex_1 req_1 200', 'ex_2 none 0', 'ex_2 req_1 200']);
  });

  it('has an entry too for one whose attempts were not kept, such as a write that a closed window left', async () => {
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
  });

  it('gives the parts of the query decoded', () => {
    const [entry] = entriesOf(exchange());
    assert.deepEqual(entry?.request.queryString, [
      { name: 'limit', value: '10' },
      { name: 'page', value: 'a b' },
    ]);
  });
});

describe('HAR from disk', () => {
  it('gives our own exchanges back, retries together', async () => {
    const parsed = await readHar(await harOf(exchange(), retried, upload));
    assert.equal(parsed.skipped, 0);
    const facts = parsed.entries.map(({ id, attempts, operation }) => [id, attempts.length, operation]);
    assert.deepEqual(facts, [
      ['ex_1', 1, 'request'],
      ['ex_2', 2, 'topUp'],
      ['ex_3', 1, 'request'],
    ]);
    const path = '/v1/files?limit=10&page=a%20b';
    for (const entry of parsed.entries) assert.deepEqual([entry.status, entry.path], [200, path]);
    assert.deepEqual(parsed.entries[1]?.request.body, { kind: 'json', text: '{"amount":1.50}' });
    assert.equal(parsed.entries[1].durationMs, 650);
    assert.equal(parsed.entries[2]?.request.body?.kind, 'multipart');
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
  });

  it('says what is wrong with anything else', async () => {
    for (const [text, words] of [
      ['', /not valid JSON/],
      ['{"log":', /cut off/],
      ['{"log":{}}', /no list of entries/],
      ['{"log":{"pages":[]}}', /no list of entries/],
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
