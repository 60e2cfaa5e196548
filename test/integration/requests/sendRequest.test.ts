import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer, sendJson } from '../../support/httpServer';
import { fail, setUserSetting, succeed, useEnvironments } from '../support/extension';
import { KEY, SAMPLES, idsOf, envelope } from '../support/requests';

describe('sending a request', () => {
  it('gives status and body as they came, with request id and exchange, and opens nothing on request', async () => {
    const before = vscode.window.activeTextEditor?.document.uri.toString();
    const { data, requestId, exchangeId } = await succeed('sendRequest', {
      method: 'GET',
      path: SAMPLES,
      query: { limit: 2 },
      environment: 'local',
      reveal: false,
    });
    assert.equal(data.status, 200);
    assert.equal((data.body as { success: unknown }).success, true);
    assert.equal(idsOf(data.body).length, 2);
    assert.match(requestId ?? '', /^req_/);
    assert.match(exchangeId ?? '', /^ex_/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), before);
  });

  it('keeps unknown fields, and reads where only a path is given', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, { ...envelope({ a: [1, { b: null }] }), more: 'kept' });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { data } = await succeed('sendRequest', {
      path: 'v1/things?a=1',
      environment: 'sandbox',
      reveal: false,
    });
    assert.deepEqual(data.body, {
      success: true,
      message: 'Done',
      data: { a: [1, { b: null }] },
      more: 'kept',
    });
    assert.deepEqual(
      server.seen.map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/things?a=1'],
    );
  });

  it('merges the query over that of the path, and sends the body as JSON', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 201, envelope());
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: `${server.url}/v1/` } }, KEY);
    const { data } = await succeed('sendRequest', {
      method: 'post',
      path: '/things?a=1&b=2',
      query: { a: 'x y', c: [1, true] },
      body: { amount: 1.5, text: '€' },
      environment: 'sandbox',
      reveal: false,
    });
    assert.equal(data.status, 201);
    const [seen] = server.seen;
    assert.equal(seen?.method, 'POST');
    assert.equal(seen.path, '/v1/things?b=2&a=x%20y&c=1&c=true');
    assert.deepEqual(JSON.parse(seen.body.toString()), { amount: 1.5, text: '€' });
    assert.equal(seen.headers.authorization, `ApiKey ${KEY}`);
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

  it('names an environment that is not there, and one without a key, as a matter of configuration', async () => {
    const unknown = await fail('sendRequest', { path: '/x', environment: 'nowhere', reveal: false });
    assert.equal(unknown.error.kind, 'configuration');
    await setUserSetting('environments', { keyless: { type: 'sandbox', apiUrl: 'http://127.0.0.1:9' } });
    const keyless = await fail('sendRequest', { path: '/x', environment: 'keyless', reveal: false });
    assert.equal(keyless.error.kind, 'configuration');
    await setUserSetting('environments', undefined);
  });

  it('sends no write to production without consent, and a read at once', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope());
    });
    await using _environment = await useEnvironments({ production: { apiUrl: server.url } }, KEY);
    for (const method of ['POST', 'put', 'DELETE', 'PATCH', 'OPTIONS']) {
      const options = { method, path: '/payments', environment: 'production', reveal: false };
      assert.equal((await fail('sendRequest', options)).error.kind, 'cancelled', method);
    }
    assert.equal(server.seen.length, 0);
    await succeed('sendRequest', { path: '/payments', environment: 'production', reveal: false });
    assert.equal(server.seen.length, 1);
  });

  it('has no top-up in production, however its path is written', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope());
    });
    await using _environment = await useEnvironments({ production: { apiUrl: server.url } }, KEY);
    for (const path of [
      '/balances/sandbox/top-up',
      'balances/sandbox/top-up',
      '/v1/balances/sandbox/top-up/',
      '/BALANCES/Sandbox/Top-Up',
      '/balances/sandbox/top%2Dup',
      '/balances/sandbox/top%252Dup',
      '/%62alances/sandbox/top-up?x=1',
      '/balances;v=1/sandbox/top-up',
    ]) {
      const body = { amount: 1, currency: 'EUR' };
      const options = { method: 'POST', path, body, environment: 'production', reveal: false };
      assert.equal((await fail('sendRequest', options)).error.kind, 'configuration', path);
    }
    assert.equal(server.seen.length, 0);
  });
});
