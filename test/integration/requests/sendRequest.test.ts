import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fail, send } from '../support/extension';
import { SAMPLES, idsOf } from '../support/requests';

describe('sending a request', () => {
  it('gives status and body as they came, with request id and exchange, and opens nothing on request', async () => {
    const before = vscode.window.activeTextEditor?.document.uri.toString();
    const { data, requestId, exchangeId } = await send(SAMPLES, { method: 'GET', query: { limit: 2 } });
    assert.equal(data.status, 200);
    assert.equal((data.body as { success: unknown }).success, true);
    assert.equal(idsOf(data.body).length, 2);
    assert.match(requestId ?? '', /^req_/);
    assert.match(exchangeId ?? '', /^ex_/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), before);
  });

  it('opens the answer as a read-only document, also that of a failure', async () => {
    const failure = await fail('sendRequest', { path: '/no/such/endpoint', environment: 'local' });
    assert.equal(failure.error.kind, 'api');
    assert.equal(failure.error.status, 404);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.uri.scheme, 'payments-api');
    assert.equal(document.languageId, 'jsonc');
    assert.equal(document.uri.path, '/Payments API/Local Sandbox/GET endpoint · 404');
    const [first = '', second = ''] = document.getText().split('\n');
    assert.match(first, /^\/\/ GET \/v1\/no\/such\/endpoint · 404 Not Found · .*$/);
    assert.ok(first.includes(failure.requestId ?? 'none'), first);
    assert.match(second, /^\/\/ The service refused the request: /);
  });
});
