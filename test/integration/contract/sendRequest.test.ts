import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer } from '../../support/httpServer';
import { errorOf, outcomeOf, startService } from '../support/contract';

const quiet = { environment: 'sandbox', reveal: false };

// What is refused, and how the rest is written, is tested with the rules of requests: here, that the command asks them.
describe('a request by code', () => {
  it('is sent as the rules of requests write it, and opens nothing where that is not wanted', async () => {
    await using service = await startService();
    const before = vscode.window.activeTextEditor?.document.uri.toString();
    for (const [options, line, body] of [
      [
        { path: 'v1/a ü?b=+%2f', query: { a: [1, true], constructor: 'c' } },
        'GET /v1/a%20%C3%BC?b=+%2f&a=1&a=true&constructor=c',
        '',
      ],
      [{ method: 'put', path: '/a', body: { a: 'ü\u2028"' } }, 'PUT /v1/a', '{"a":"ü\u2028\\""}'],
    ] as const) {
      const { ok, error } = await outcomeOf('sendRequest', { ...quiet, ...options });
      assert.ok(ok, error?.message);
      const seen = service.seen.at(-1);
      assert.equal(`${seen?.method} ${seen?.path}`, line);
      assert.equal(seen?.body.toString(), body);
    }
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), before);
  });

  it('is refused before anything is sent where the rules of requests refuse it', async () => {
    await using service = await startService();
    await using elsewhere = await startHttpServer();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const options of [
      { path: `${elsewhere.url}/x` },
      { path: '/a', query: { limit: 101 } },
      { path: '/a', headers: { Authorization: 'ApiKey x' } },
      { method: 'POST', path: '/a', body: cyclic },
    ]) {
      const { kind } = await errorOf('sendRequest', { ...quiet, ...options });
      assert.equal(kind, 'preflight', Object.values(options).map(String).join());
    }
    assert.deepEqual([service.seen, elsewhere.seen], [[], []]);
  });
});
