import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import {
  emptySupportReport,
  supportBundle,
  supportReport,
} from '../../../../src/requests/export/supportReport';
import { answered, error, exchange, started } from '../exchanges';

const context = {
  extensionVersion: '0.1.0',
  editorVersion: 'Visual Studio Code 1.122.0',
  timeZone: 'Europe/Berlin',
  environmentName: 'Sandbox',
  address: 'https://api.example.com/v1',
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

  it('is one of several, under a cover', () => {
    const other = { ...context, environmentName: 'Live' };
    const rest = {
      outcome: 'preflight',
      error: { kind: 'preflight', message: '', retryAfterSeconds: 5 },
    } as const;
    const {
      requestId: _id,
      status: _status,
      ...refused
    } = exchange({ ...rest, attempts: [], startedAt: started + 2000 });
    const contextOf = ({ id }: Exchange) => (id === 'ex_2' ? other : context);
    const attempts = [answered(200, '', { error: { message: 'Cut off' } })];
    const cut = exchange({ startedAt: started + 1000, attempts });
    const exchanges = [failed, { ...refused, id: 'ex_2' }, cut];
    const [cover, ...reports] = supportBundle(exchanges, contextOf, context, 'Linux')
      .replace(/\u202f/g, ' ')
      .split(`\n${'-'.repeat(72)}\n\n`);
    assert.equal(
      cover,
      `Support bundle

Requests:      3, 2 failed
From:          Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)
To:            Mar 4, 2025, 10:15:32 AM GMT+1 (2025-03-04T09:15:32.123Z)
Time zone:     Europe/Berlin
Environment 1: Sandbox (https://api.example.com/v1)
Environment 2: Live (https://api.example.com/v1)
System:        Linux

Extension: Payments API Explorer 0.1.0
Editor:    Visual Studio Code 1.122.0

Contains no API keys and no bodies. Read it before you send it.
`,
    );
    assert.equal(reports[0], supportReport(failed, context).replace(/\u202f/g, ' '));
    const lines = reports.map((report) => report.split('\n'));
    assert.deepEqual(lines[1]?.slice(8, 17), [
      'Outcome:       failed (preflight)',
      'Message:       ',
      'Asked to wait: 5 s',
      'Request id:    none received',
      'Duration:      120 ms',
      '',
      'Nothing was sent.',
      '',
      'Extension: Payments API Explorer 0.1.0',
    ]);
    assert.deepEqual(lines[2]?.slice(8, 16), [
      'Outcome:     succeeded',
      'Status:      200',
      'Request id:  req_1',
      'Duration:    120 ms',
      '',
      'Attempts',
      '  1. Mar 4, 2025, 10:15:30 AM GMT+1 (2025-03-04T09:15:30.123Z)',
      '     200 OK: Cut off, in 120 ms',
    ]);
  });

  it('does not say that nothing was sent where the window closed while it was under way', () => {
    const error = { kind: 'unknown-outcome', message: 'The window closed.', mayHaveActed: true } as const;
    const report = supportReport(exchange({ attempts: [], outcome: error.kind, error }), context);
    assert.match(supportReport(exchange({ attempts: [] }), context), /\nNothing was sent\.\n/);
    assert.match(report, /\nIt may have been sent\. No attempt was kept\.\n/);
  });

  it('offers a form for a request id that is not known', () => {
    const report = emptySupportReport('req_9\n\u202e', context);
    assert.equal(
      report.slice(0, report.indexOf('\nExtension')),
      `Support report

Request id:  req_9
Time zone:   Europe/Berlin
Environment: Sandbox
Address:     https://api.example.com/v1

This request is not in the history of this editor. Please add what you know:

Time:
Method and path:
Status and message:
What was expected:
`,
    );
  });
});
