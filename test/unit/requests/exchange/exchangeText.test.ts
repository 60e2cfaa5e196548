import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ErrorFacts } from '../../../../src/api/errors';
import { renderExchange } from '../../../../src/requests/exchange/exchangeText';
import { emptySupportReport, supportReport } from '../../../../src/requests/export/supportReport';
import { answered, exchange, jsonRequest, started, uploadRequest } from '../exchanges';

interface Document {
  summary: Record<string, unknown>;
  request: Record<string, unknown>;
  attempts: { response?: Record<string, unknown> }[];
}
const read = (text: string) => JSON.parse(text) as Document;

describe('An exchange as a document', () => {
  it('is JSON, laid out to fold, with its parts in order', () => {
    const text = renderExchange(exchange(), 'Europe/Berlin');
    assert.deepEqual(Object.keys(read(text)), ['summary', 'request', 'attempts']);
    assert.deepEqual(read(text).attempts[0]?.response?.['body'], {
      success: true,
      message: 'Done',
      data: {},
    });
    assert.match(text, /\n {8}"body": \{\n/);
    assert.match(text, /GMT\+1 \(2025-03-04T09:15:30\.123Z\)/);
    assert.equal(read(text).summary['requestId'], 'req_1');
  });

  it('keeps every digit of the numbers of both bodies', () => {
    const body = '{"amount":1.50,"id":12345678901234567890,"e":1E400}';
    const text = renderExchange(exchange({ request: jsonRequest(body), attempts: [answered(200, body)] }));
    assert.equal(text.match(/"amount": 1\.50,\s+"id": 12345678901234567890,\s+"e": 1E400/g)?.length, 2);
  });

  it('shows what is no JSON as text, and cuts what is large, telling its size', () => {
    const html = read(renderExchange(exchange({ attempts: [answered(502, '<p>Bad</p>')] })));
    assert.equal(html.attempts[0]?.response?.['body'], '<p>Bad</p>');
    const large = read(renderExchange(exchange({ attempts: [answered(200, 'é'.repeat(30_000))] })));
    assert.equal(String(large.attempts[0]?.response?.['body']).length, 20_000);
    assert.match(String(large.attempts[0]?.response?.['bodyNote']), /60,000 bytes/);
  });

  it('is valid whatever the bodies, also beyond what a parser can nest', () => {
    for (const depth of [100, 1000, 3000, 5000, 7000, 10_000, 1e6]) {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      assert.equal(
        typeof renderExchange(exchange({ attempts: [answered(200, deep)] })),
        'string',
        `${depth}`,
      );
    }
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (body) => {
        read(renderExchange(exchange({ attempts: [answered(200, body)], request: jsonRequest(body) })));
      }),
    );
  });

  it('lists a header that came more than once', () => {
    const headers = [
      ['via', 'a'],
      ['via', 'b'],
    ] as const;
    assert.deepEqual(read(renderExchange(exchange({ request: { headers } }))).request['headers'], {
      via: ['a', 'b'],
    });
  });

  it('shows an upload as a form, without bytes', () => {
    const form = read(renderExchange(exchange({ request: uploadRequest('a.pdf') }))).request['form'];
    assert.deepEqual(form, {
      purpose: 'payment_evidence',
      file: { fieldName: 'file', name: 'a.pdf', mimeType: 'application/pdf', size: 3 },
    });
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
    const report = supportReport(failed, { ...context, note: 'Since\nyesterday' }).replace(/\u202f/g, ' ');
    assert.equal(
      report,
      `Support report

Since
yesterday

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

  it('says so where nothing was sent', () => {
    assert.match(supportReport(exchange({ attempts: [] }), context), /\nNothing was sent\.\n/);
  });

  it('offers a form for a request id that is not known', () => {
    const report = emptySupportReport('req_9\n\u202e', context);
    assert.match(report, /^Request id: {2}\s*req_9$/m);
    assert.match(report, /not in the history/);
    assert.match(report, /^Method and path:$/m);
  });
});
