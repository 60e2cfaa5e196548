import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Exchange } from '../../../src/api/model/exchange';
import { logExchange } from '../../../src/ui/log';
import { answered, exchange } from '../requests/exchanges';

const [TRACE, DEBUG, INFO, OFF] = [1, 2, 3, 0];

/** The log after an exchange, each line with the name of its level. */
function logged(made: Exchange, { level = DEBUG, bodies = true } = {}): string[] {
  const lines: string[] = [];
  const at = (name: string) => (line: string) => lines.push(`${name} ${line}`);
  const log = { logLevel: level, info: at('info'), warn: at('warn'), debug: at('debug') };
  logExchange(log as unknown as vscode.LogOutputChannel, made, bodies);
  return lines;
}

describe('The log of an exchange', () => {
  it('is one line with method, path, status, duration and request id, and below it the envelope, indented', () => {
    assert.deepEqual(logged(exchange()), [
      'info [sandbox]  GET  /v1/files?limit=10&page=a%20b  200  120 ms  request id req_1',
      'debug {\n  "success": true,\n  "message": "Done",\n  "data": {}\n}',
    ]);
  });

  it('says so where an agent sent it', () =>
    assert.match(logged(exchange({ origin: 'agent' }))[0] ?? '', / {2}request id req_1 {2}by agent$/));

  it('warns of a failure, and not of a cancelled request', () => {
    const error = { kind: 'api', message: 'Not found.' } as const;
    assert.match(logged(exchange({ outcome: 'api', error }))[0] ?? '', /^warn .* · api: Not found\.$/);
    assert.match(logged(exchange({ outcome: 'cancelled' }))[0] ?? '', /^info .* · cancelled$/);
  });

  it('names every attempt, and a request without an answer', () => {
    const attempts = [answered(503, 'busy'), answered(200, '{}')];
    const lines = logged(exchange({ attempts }));
    assert.match(lines[0] ?? '', /2 attempts/);
    assert.deepEqual(lines.slice(1), ['debug busy', 'debug {}']);
    const { requestId, status, ...silent } = exchange({ attempts: [] });
    assert.ok(requestId !== undefined && status !== undefined);
    assert.match(logged(silent)[0] ?? '', / {2}– {2}120 ms {2}no request id$/);
  });

  it('shows every number as the service wrote it', () => {
    const body = '{"amount":12345678901234567890.123456789,"rate":1.50}';
    const [, envelope] = logged(exchange({ attempts: [answered(200, body)] }));
    assert.equal(envelope, 'debug {\n  "amount": 12345678901234567890.123456789,\n  "rate": 1.50\n}');
  });

  it('hides the queries of links', () => {
    const body = '{"url":"https://h/c?sig=1"}';
    const [, envelope] = logged(exchange({ attempts: [answered(200, body)] }));
    assert.equal(envelope, 'debug {\n  "url": "https://h/c?…"\n}');
  });

  it('cuts a large body and gives its size', () => {
    const body = JSON.stringify({ data: 'x'.repeat(300_000) });
    const [, envelope = ''] = logged(exchange({ attempts: [answered(200, body)] }));
    assert.ok(envelope.length < 21_000);
    assert.match(envelope, /\n… cut; the whole body has 300 kB$/);
  });

  it('holds no envelope where the setting or the level leaves them out', () => {
    const counts = [INFO, OFF, DEBUG, TRACE].map((level) => logged(exchange(), { level }).length);
    assert.deepEqual(counts, [1, 1, 2, 2]);
    assert.equal(logged(exchange(), { bodies: false }).length, 1);
  });
});
