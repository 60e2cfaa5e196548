import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import type { ErrorFacts } from '../../../../src/api/model/errors';
import type { AttemptResponse, Exchange } from '../../../../src/api/model/exchange';
import { layOutJson } from '../../../../src/bodies/jsonLayout';
import { bodyOf } from '../../../../src/requests/exchange/answer';
import { renderExchange, sectionLines } from '../../../../src/requests/exchange/exchangeText';
import { emptySupportReport, supportReport } from '../../../../src/requests/export/supportReport';
import { answered, exchange, jsonRequest, started, uploadRequest } from '../exchanges';
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
    const text = render();
    const lines = text.split('\n');
    const headings = sectionLines(lines.length - 1, (line) => lines[line] ?? '').map((line) => lines[line]);
    assert.deepEqual(
      headings,
      ['Response headers (2)', 'Request', 'Attempts (1)', 'About this request'].map(
        (title) => `// ─── ${title} ───`,
      ),
    );
    assert.match(text, /\/\/ {3}content-type: application\/json\n/);
    assert.match(text, /\/\/ {3}GET https:\/\/api\.example\.com\/v1\/files\?limit=10&page=a%20b\n/);
    assert.match(text, /GMT\+1 \(2025-03-04T09:15:30\.123Z\)/);
  });

  it('says first what is wrong, field by field', () => {
    const text = render({
      outcome: 'api',
      error,
      status: 400,
      deviations: ['"data" is missing.'],
      attempts: [answered(400, '{"success":false}')],
    });
    assert.deepEqual(text.split('\n').slice(0, 5), [
      '// 400 Bad Request · 120 ms · 17 bytes · req_1 · GET /v1/files?limit=10&page=a%20b',
      '// The currency is missing.',
      '//   currency: Enter a currency (required)',
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
    const response = { ...(binary.response as AttemptResponse), bodyBytes: 2000 };
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

const context = {
  extensionVersion: '0.1.0',
  editorVersion: 'Visual Studio Code 1.122.0',
  timeZone: 'Europe/Berlin',
  environmentName: 'Sandbox',
  address: 'https://api.example.com/v1',
};
const error: ErrorFacts = {
  kind: 'api',
  message: 'The currency\u001b[31m is missing.',
  status: 400,
  code: 'invalid_request',
  fields: [{ fieldName: 'currency', code: 'required', message: 'Enter a currency' }],
};

describe('Support report', () => {
  const failed = exchange({
    outcome: 'api',
    error,
    status: 400,
    durationMs: 2530,
    attempts: [
      { startedAt: started, durationMs: 30, waitedMs: 0, error: { message: 'Reset', code: 'ECONNRESET' } },
      answered(400, '{"secret":"body"}', { startedAt: started + 2000, waitedMs: 2000 }),
    ],
  });

  it('says all that support asks for, and no body', () => {
    const report = supportReport(failed, context).replace(/\u202f/g, ' ');
    assert.equal(
      report,
      `Support report

Time:        Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)
Time zone:   Europe/Berlin
Environment: Sandbox (sandbox)
Address:     https://api.example.com/v1
Operation:   request
Request:     GET /v1/files?limit=10&page=a%20b
Outcome:     failed (api)
Status:      400
Code:        invalid_request
Message:     The currency is missing.
Request id:  req_1
Duration:    2.5 sec

Fields
  currency: Enter a currency (required)

Attempts
  1. Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)
     no response: Reset (ECONNRESET), in 30 ms
     Request id: none received
  2. Mar 4, 2025, 10:15:32 AM GMT+1 (2025-03-04T09:15:32.123Z), after a wait of 2 sec
     400 Bad Request, in 120 ms
     Request id: req_1

Extension: Payments API Explorer 0.1.0
Editor:    Visual Studio Code 1.122.0
`,
    );
  });

  it('says so where nothing was sent', () =>
    assert.match(supportReport(exchange({ attempts: [] }), context), /\nNothing was sent\.\n/));

  it('does not say so where the window closed while it was under way', () => {
    const error = { kind: 'unknown-outcome', message: 'The window closed.', mayHaveActed: true } as const;
    const report = supportReport(exchange({ attempts: [], outcome: error.kind, error }), context);
    assert.match(report, /\nIt may have been sent\. No attempt was kept\.\n/);
  });

  it('offers a form for a request id that is not known', () => {
    const report = emptySupportReport('req_9\n\u202e', context);
    assert.match(report, /^Request id: {2}\s*req_9$/m);
    assert.match(report, /not in the history/);
    assert.match(report, /^Method and path:$/m);
  });
});
