import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import type { AttemptResponse, Exchange } from '../../../../src/api/model/exchange';
import { layOutJson } from '../../../../src/bodies/jsonLayout';
import { bodyOf } from '../../../../src/requests/exchange/answer';
import { renderExchange, sectionLines } from '../../../../src/requests/exchange/exchangeText';
import { answered, error, exchange, jsonRequest, started, uploadRequest } from '../exchanges';
import { anyText } from '../../../support/properties';

const render = (more: Partial<Exchange> = {}) => {
  const shown = exchange(more);
  const text = bodyOf(shown) ?? '';
  const said = { environmentName: 'Sandbox', body: layOutJson(text) ?? text };
  return renderExchange(shown, said, 'Europe/Berlin');
};
/** What an editor reads as the JSON of the document. */
const jsonOf = (text: string): unknown => parse(text, [], { disallowComments: false });

describe('An exchange as a document', () => {
  it('begins with the answer: one line that sums it up, then the whole body and nothing else', () => {
    const body = '{"success":true,"message":"Done","data":{"records":[],"list":[1,{"a":{}}]}}';
    const lines = render({ attempts: [answered(200, body)] }).split('\n');
    assert.equal(lines[0], '// 200 OK · 120 ms · 75 bytes · req_1 · GET /v1/files?limit=10&page=a%20b');
    assert.equal(lines.slice(1, 14).join('\n'), JSON.stringify(JSON.parse(body), undefined, 2));
    assert.equal(lines[14], '');
  });

  it('shows a body that was laid out elsewhere as it was given', () => {
    const said = { environmentName: 'Sandbox', body: 'laid out' };
    assert.equal(renderExchange(exchange(), said).split('\n')[1], 'laid out');
  });

  it('names the scenario of the Local Sandbox before all else', () => {
    assert.match(render({ scenario: 'flaky' }), /^\/\/ Scenario: Flaky · 200 OK · /);
  });

  it('has headers, request and attempts below it, each with a heading to fold at', () => {
    const attempts = [
      { startedAt: started, durationMs: 30, waitedMs: 0, error: { message: 'Reset' } },
      answered(503, 'Busy\nnow', { startedAt: started + 530, waitedMs: 500, error: { message: 'Cut off' } }),
      answered(200, undefined, { startedAt: started + 2000 }),
      answered(200, '[]', { startedAt: started + 3000 }),
    ];
    const request = { ...jsonRequest('{"a":"••••"}'), altered: 'redacted' } as const;
    const lines = render({ method: 'POST', attempts, request, origin: 'agent' }).split('\n');
    const at = (second: string) => `Mar 4, 2025, 10:15:${second} AM GMT+1 (2025-03-04T09:15:${second}.`;
    assert.equal(
      lines.slice(1).join('\n').replaceAll('\u202f', ' '),
      `[]

// ─── Response headers (2) ───
//   content-type: application/json
//   x-request-id: req_1
// ─── Request ───
//   POST https://api.example.com/v1/files?limit=10&page=a%20b
//   Part of the request was hidden before it was kept.
//   Authorization: ApiKey ••••
//   Content-Type: application/json
//   Content-Length: 9999
//   Host: elsewhere.example.com
//
//   {
//     "a": "••••"
//   }
// ─── Attempts (4) ───
//   1. ${at('30')}123Z) · no answer: Reset · in 30 ms
//   2. ${at('30')}653Z) · after a wait of 500 ms · 503 Bad Request: Cut off · in 120 ms · request id req_1
//      content-type: application/json
//      x-request-id: req_1
//      Busy
//      now
//   3. ${at('32')}123Z) · 200 OK · in 120 ms · request id req_1
//      content-type: application/json
//      x-request-id: req_1
//   4. ${at('33')}123Z) · 200 OK · in 120 ms · request id req_1
// ─── About this request ───
//   Started: ${at('30')}123Z)
//   Environment: Sandbox
//   Sent by an agent of the editor
//   Id in the history: ex_1
`,
    );
    const sectionsOf = (all: readonly string[]) =>
      sectionLines(all.length - 1, (line) => all[line] ?? assert.fail('No such line'));
    assert.deepEqual(sectionsOf(lines), [3, 6, 17, 28]);
    const heading = lines[3] ?? '';
    assert.deepEqual(sectionsOf([heading, 'body', heading, '']), [2]);
    assert.deepEqual(sectionsOf([heading, '']), [0]);
  });

  it('has nothing of an answer where nothing was sent', () => {
    const lines = render({ attempts: [], outcome: 'cancelled' }).split('\n');
    assert.deepEqual(lines.slice(0, 6), [
      '// cancelled · 120 ms · req_1 · GET /v1/files?limit=10&page=a%20b',
      '',
      '// ─── Request ───',
      '//   GET https://api.example.com/v1/files?limit=10&page=a%20b',
      '//   Authorization: ApiKey ••••',
      '// ─── About this request ───',
    ]);
  });

  it('says first what is wrong, field by field', () => {
    const text = render({
      outcome: 'api',
      error: { ...error, fields: [...(error.fields ?? []), { fieldName: 'a', code: '', message: 'Wrong' }] },
      status: 400,
      deviations: ['"data" is missing.'],
      attempts: [answered(400, '{"success":false}')],
    });
    assert.deepEqual(text.split('\n').slice(0, 6), [
      '// 400 Bad Request · 120 ms · 17 bytes · req_1 · GET /v1/files?limit=10&page=a%20b',
      '// The currency is missing.',
      '//   currency: Enter a currency (required)',
      '//   a: Wrong',
      '// Not as documented: "data" is missing.',
      '{',
    ]);
  });

  it('keeps every digit, name and escape of both bodies as it was written', () => {
    const body = '{"amount":1.50,"id":12345678901234567890,"2":1,"1":1E400,"a":1,"a":2,"e":"\\u00e9\\/"}';
    const text = render({ request: jsonRequest(body), attempts: [answered(200, body)] });
    const whole =
      /"amount": 1\.50,\s+(?:\/\/ +)?"id": 12345678901234567890,\s+(?:\/\/ +)?"2": 1,\s+(?:\/\/ +)?"1": 1E400,/g;
    assert.equal(text.match(whole)?.length, 2);
    assert.match(text, /"a": 1,\n {2}"a": 2,\n {2}"e": "\\u00e9\\\/"/);
  });

  it('shows what is no JSON whole and as it came', () => {
    const html = '<p>Bad\n// gateway</p>';
    const text = render({ outcome: 'http', attempts: [answered(502, html)] });
    assert.ok(text.includes(`\n${html}\n\n// ─── `), text);
    assert.match(text, /^\/\/ 502 Bad Request · /);
    const large = 'é'.repeat(300_000);
    assert.ok(render({ attempts: [answered(200, large)] }).includes(`\n${large}\n`));
  });

  it('describes a missing answer, and one that is binary or was cut', () => {
    const lines = (more: Partial<Exchange>) => render(more).split('\n').slice(0, 2);
    const none: Partial<Exchange> = {
      outcome: 'timeout',
      attempts: [{ startedAt: started, durationMs: 30, waitedMs: 0, error: { message: 'Too late' } }],
    };
    assert.match(lines(none)[0] ?? '', /^\/\/ timed out · 120 ms · /);
    const binary = answered(200);
    const response = { ...(binary.response as AttemptResponse), statusText: '', bodyBytes: 2000 };
    assert.match(lines({ attempts: [{ ...binary, response }] })[0] ?? '', /^\/\/ 200 · /);
    assert.equal(
      lines({ attempts: [{ ...binary, response }] })[1],
      '// The answer is binary content of 2 kB. It was not kept.',
    );
    const wrong = lines({ outcome: 'decode', attempts: [answered(200, '[]')] });
    assert.match(wrong[0] ?? '', /^\/\/ 200 OK ✗ unreadable answer · /);
    // What was cut off, or is too large, has a body.
    const cut = { ...answered(200), response: { ...response, bodyBytes: 0 }, error: { message: 'Cut off' } };
    assert.doesNotMatch(lines({ outcome: 'network', attempts: [cut] }).join(), /has no body/);
    assert.match(lines({ attempts: [{ ...answered(200), response: cut.response }] }).join(), /has no body/);
  });

  it('holds the body as the only JSON, whatever bodies, headers and paths hold', () => {
    for (const depth of [100, 1000, 7000, 1e6]) {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      const text = render({ attempts: [answered(200, deep)] }).replace(/\s/g, '');
      assert.ok(text.includes(deep), `${depth}`);
    }
    const text = anyText();
    fc.assert(
      fc.property(fc.json(), text, text, text, (body, value, path, message) => {
        const shown = render({
          path,
          outcome: 'api',
          error: { kind: 'api', message },
          attempts: [answered(500, value), answered(200, body)],
          request: { headers: [['x', value]], body: { kind: 'json', text: value } },
        });
        // The editor's reader drops a property named __proto__, from either.
        assert.deepEqual(jsonOf(shown), jsonOf(body));
      }),
    );
  });

  it('shows an upload as a form, without bytes', () => {
    const text = render({ request: uploadRequest('a.pdf') });
    assert.match(
      text,
      /\/\/ {3}purpose: payment_evidence\n\/\/ {3}File: a\.pdf \(application\/pdf, 3 bytes\)\n/,
    );
  });
});
