import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer, sendJson } from '../support/httpServer';
import { fail, setUserSetting, succeed, useEnvironments } from './support/extension';

const KEY = 'test-key-for-requests-7731';
const SAMPLES = '/local-sandbox/samples';

interface PageBody {
  readonly data: {
    readonly records: readonly { readonly id: string }[];
    readonly paging: { readonly totalCount: number };
  };
}

const idsOf = (body: unknown) => (body as PageBody).data.records.map(({ id }) => id);
const envelope = (data: unknown = {}) => ({ success: true, message: 'Done', data });

describe('sending a request', () => {
  it('gives status and body as they came, with request id and exchange, and opens nothing when told so', async () => {
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
    assert.match(document.uri.path, /\/GET endpoint\.jsonc$/);
    const shown = JSON.parse(document.getText()) as { summary: { requestId: string } };
    assert.equal(shown.summary.requestId, failure.requestId);
  });

  for (const [what, given] of [
    ['a method that is no token', { method: 'GE T', path: '/x' }],
    ['a method that cannot be sent', { method: 'CONNECT', path: '/x' }],
    ['a method that is no text', { method: 7, path: '/x' }],
    ['a path that is no text', { path: 7 }],
    ['an empty path', { path: ' ' }],
    ['an absolute address', { path: 'https://elsewhere.example/x' }],
    ['another host', { path: '//elsewhere.example/x' }],
    ['backslashes', { path: '/a\\b' }],
    ['dots', { path: '/a/../b' }],
    ['encoded dots', { path: '/a/%2e%2E/b' }],
    ['a limit of 0', { path: '/x', query: { limit: 0 } }],
    ['a limit of 101', { path: '/x', query: { limit: 101 } }],
    ['a limit that is no integer', { path: '/x', query: { limit: 1.5 } }],
    ['a limit that is no number', { path: '/x?limit=ten' }],
    ['a limit in the path out of range', { path: '/x?limit=1000' }],
    ['a query that is no object', { path: '/x', query: 'a=1' }],
    ['a query with an object in it', { path: '/x', query: { a: {} } }],
    ['a query that is not a number', { path: '/x', query: { a: NaN } }],
    ['a body for GET', { method: 'GET', path: '/x', body: {} }],
  ] as const) {
    it(`refuses ${what} before anything is sent`, async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, envelope());
      });
      await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
      const { error } = await fail('sendRequest', { ...given, environment: 'sandbox', reveal: false });
      assert.equal(error.kind, 'preflight');
      assert.equal(server.seen.length, 0);
    });
  }

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

describe('going through pages', () => {
  it('leads from the first page to the last and back, with the same size, and counts along', async () => {
    const first = await succeed('sendRequest', { path: SAMPLES, query: { limit: 10 }, environment: 'local' });
    const positions = [await positionShown()];
    const pages = [idsOf(first.data.body)];
    let { exchangeId } = first;
    for (const command of ['nextPage', 'nextPage', 'previousPage', 'previousPage'] as const) {
      const page = await succeed(command, exchangeId);
      pages.push(idsOf(page.data.body));
      positions.push(await positionShown());
      exchangeId = page.exchangeId;
    }
    assert.deepEqual(positions, ['1–10 of 25', '11–20 of 25', '21–25 of 25', '11–20 of 25', '1–10 of 25']);
    assert.deepEqual(
      pages.map((ids) => ids.length),
      [10, 10, 5, 10, 10],
    );
    assert.deepEqual(pages[3], pages[1]);
    assert.deepEqual(pages[4], pages[0]);
    assert.equal(new Set(pages.flat()).size, 25);
  });

  it('says that there is no further page, and that an exchange is not known', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      query: { limit: 100 },
      environment: 'local',
      reveal: false,
    });
    assert.equal((await fail('nextPage', exchangeId, { reveal: false })).error.kind, 'not-found');
    assert.equal((await fail('previousPage', exchangeId, { reveal: false })).error.kind, 'not-found');
    assert.equal((await fail('nextPage', 'ex_unknown')).error.kind, 'not-found');
    assert.equal((await fail('nextPage', 7)).error.kind, 'preflight');
  });

  it('sends the cursor and the rest of the query to the environment that the list came from', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      const paging =
        index === 0 ? { totalCount: 2, nextPage: 'a+b/c=' } : { totalCount: 2, previousPage: 'p' };
      sendJson(response, 200, envelope({ records: [index], paging }));
    });
    await using _environment = await useEnvironments(
      { other: { type: 'sandbox', apiUrl: `${server.url}/prefix` } },
      KEY,
    );
    const path = '/things?status=paid&status=due&limit=1';
    const first = await succeed('sendRequest', { path, environment: 'other', reveal: false });
    await succeed('switchEnvironment', 'local');
    await succeed('nextPage', first.exchangeId, { reveal: false });
    assert.deepEqual(
      server.seen.map((request) => request.path),
      [
        '/prefix/v1/things?status=paid&status=due&limit=1',
        '/prefix/v1/things?status=paid&status=due&limit=1&page=a%2Bb%2Fc%3D',
      ],
    );
  });

  it('asks no other host for the next page when the address has changed since', async () => {
    await using before = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope({ records: [], paging: { totalCount: 2, nextPage: 'n' } }));
    });
    await using after = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope());
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: before.url } }, KEY);
    const first = await succeed('sendRequest', { path: '/x', environment: 'sandbox', reveal: false });
    await using _moved = await useEnvironments({ sandbox: { apiUrl: after.url } }, KEY);
    assert.equal((await fail('nextPage', first.exchangeId, { reveal: false })).error.kind, 'configuration');
    assert.equal(after.seen.length, 0);
  });

  it('collects all pages into one document, as JSON and as CSV', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      query: { limit: 10 },
      environment: 'local',
      reveal: false,
    });
    const { data } = await succeed('collectAllPages', exchangeId, { format: 'json' });
    assert.deepEqual([data.records.length, data.pages], [25, 3]);
    const json = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.deepEqual(JSON.parse(json), data.records);
    await succeed('collectAllPages', exchangeId, { format: 'csv' });
    const lines = (vscode.window.activeTextEditor?.document.getText() ?? '').trim().split(/\r?\n/);
    assert.equal(lines.length, 26);
    assert.match(lines[0] ?? '', /id.*description.*amount/);
    assert.equal((await fail('collectAllPages', exchangeId, { format: 'xml' })).error.kind, 'preflight');
  });

  it('does not go round in circles where cursors lead back', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      const paging = { totalCount: 9, nextPage: index % 2 === 0 ? 'a' : 'b' };
      sendJson(response, 200, envelope({ records: [index], paging }));
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { exchangeId } = await succeed('sendRequest', {
      path: '/x',
      environment: 'sandbox',
      reveal: false,
    });
    const { error } = await fail('collectAllPages', exchangeId, { format: 'json', reveal: false });
    assert.equal(error.kind, 'decode');
    assert.ok(server.seen.length < 6);
  });
});

describe('finding a request again', () => {
  it('finds an exchange by the request id of any of its attempts, and opens it', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      sendJson(response, index === 0 ? 503 : 200, envelope(), {
        'x-request-id': `attempt-${server.port}-${index}`,
      });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { exchangeId } = await succeed('sendRequest', {
      path: '/x',
      environment: 'sandbox',
      reveal: false,
    });
    for (const index of [0, 1]) {
      const found = await succeed('findRequest', ` attempt-${server.port}-${index} `);
      assert.equal(found.exchangeId, exchangeId);
      assert.equal(found.data.attempts.length, 2);
    }
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', new RegExp(exchangeId ?? '-'));
    assert.equal((await succeed('showExchange', exchangeId)).data.id, exchangeId);
  });

  it('says what it does not know', async () => {
    assert.equal((await fail('findRequest', 'req_never_seen')).error.kind, 'not-found');
    assert.equal((await fail('findRequest', '  ')).error.kind, 'preflight');
    assert.equal((await fail('findRequest', 12)).error.kind, 'preflight');
    for (const command of ['showExchange', 'copyRequestId', 'copySupportReport', 'copyAsCode'] as const) {
      assert.equal((await fail(command, 'ex_unknown')).error.kind, 'not-found', command);
      assert.equal((await fail(command, {})).error.kind, 'preflight', command);
    }
  });

  it('offers the form of a support report for a request id that is not known', async () => {
    const { data } = await succeed('reportUnknownRequest', 'req_elsewhere');
    assert.match(data, /req_elsewhere/);
    assert.equal(await vscode.env.clipboard.readText(), data);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), data);
  });

  it('links request ids that are known here in text documents, and no others', async () => {
    const { requestId } = await succeed('sendRequest', {
      path: SAMPLES,
      environment: 'local',
      reveal: false,
    });
    const document = await vscode.workspace.openTextDocument({
      content: `Support said: ${requestId}.\nand req_00000000-0000-4000-8000-000000000000\n`,
    });
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const ours = links.filter(({ target }) => target?.scheme === 'command');
    assert.deepEqual(
      ours.map(({ range }) => document.getText(range)),
      [requestId],
    );
    await setUserSetting('editor.requestIdLinks', false);
    const without = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    await setUserSetting('editor.requestIdLinks', undefined);
    assert.equal(without.filter(({ target }) => target?.path === 'paymentsApi.findRequest').length, 0);
  });
});

describe('what is copied of a request', () => {
  it('copies the request id, and says when there was none', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(envelope()));
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const without = await succeed('sendRequest', { path: '/x', environment: 'sandbox', reveal: false });
    assert.equal((await fail('copyRequestId', without.exchangeId)).error.kind, 'not-found');
    const one = await succeed('sendRequest', { path: SAMPLES, environment: 'local', reveal: false });
    const two = await succeed('sendRequest', { path: SAMPLES, environment: 'local', reveal: false });
    assert.equal((await succeed('copyRequestId', one.exchangeId)).data, one.requestId);
    assert.equal(await vscode.env.clipboard.readText(), one.requestId);
    const rows = [one, two].map(({ exchangeId }) => ({ exchange: { id: exchangeId } }));
    await succeed('copyRequestId', rows[0], rows);
    assert.equal(await vscode.env.clipboard.readText(), `${one.requestId}\n${two.requestId}`);
  });

  it('copies a support report on a failure, and shows it to a person', async () => {
    const failure = await fail('sendRequest', {
      method: 'POST',
      path: '/balances/sandbox/top-up',
      body: { amount: -1, currency: 'EURO' },
      environment: 'local',
      reveal: false,
    });
    assert.equal(failure.error.kind, 'api');
    const { data } = await succeed('copySupportReport', failure.exchangeId, { show: true });
    assert.equal(await vscode.env.clipboard.readText(), data);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), data);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('payments-api'), false);
    for (const part of [
      failure.requestId ?? '-',
      'POST /v1/balances/sandbox/top-up',
      'Local Sandbox',
      'invalid_request',
      'currency',
      vscode.version,
    ]) {
      assert.ok(data.includes(part), part);
    }
  });

  it('copies code in each language, and refuses one that there is none for', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      environment: 'local',
      reveal: false,
    });
    const { data } = await succeed('copyAsCode', exchangeId, { target: 'curl' });
    assert.match(data, /^curl .*--url 'http:\/\/127\.0\.0\.1:\d+\/v1\/local-sandbox\/samples'/s);
    assert.equal(await vscode.env.clipboard.readText(), data);
    for (const target of ['http', 'fetch', 'python', 'go', 'java', 'csharp', 'php', 'ruby', 'powershell']) {
      const code = await succeed('copyAsCode', exchangeId, { target });
      assert.match(code.data, /PAYMENTS_API_KEY/, target);
    }
    assert.equal((await fail('copyAsCode', exchangeId, { target: 'cobol' })).error.kind, 'preflight');
    assert.equal((await fail('copyAsCode', exchangeId, { target: null })).error.kind, 'preflight');
  });
});

describe('the request history', () => {
  it('writes a HAR file that it opens again, one entry of it read-only', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      environment: 'local',
      reveal: false,
    });
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const target = vscode.Uri.joinPath(folder, 'requests.har');
    const { data } = await succeed('exportHar', { environment: 'local', target });
    assert.equal(data.uri, target.toString());
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(target));
    const { log } = JSON.parse(text) as { log: { version: string; entries: { _exchangeId: string }[] } };
    assert.equal(log.version, '1.2');
    assert.equal(log.entries[0]?._exchangeId, exchangeId);
    assert.equal(new Set(log.entries.map(({ _exchangeId }) => _exchangeId)).size, data.count);

    const opened = await succeed('openHar', target, { entry: 0 });
    assert.equal(opened.data.count, data.count);
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/har-1-/);
    assert.equal((await fail('sendAgain', opened.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('openHar', target, { entry: 1e6 })).error.kind, 'not-found');
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode('{"log":'));
    assert.equal((await fail('openHar', target)).error.kind, 'preflight');
    assert.equal((await fail('exportHar', { environment: 'nowhere', target })).error.kind, 'configuration');
    assert.equal((await fail('exportHar', { environment: 'local', target: 7 })).error.kind, 'preflight');
  });

  it('is cleared for one environment at a time, without a question when called by code', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope(), { 'x-request-id': `clear-${server.port}` });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const local = await succeed('sendRequest', { path: SAMPLES, environment: 'local', reveal: false });
    const other = await succeed('sendRequest', { path: '/x', environment: 'sandbox', reveal: false });
    const { data } = await succeed('clearHistory', { environment: 'sandbox' });
    assert.ok(data.count >= 1);
    assert.equal((await succeed('clearHistory', { environment: 'sandbox' })).data.count, 0);
    assert.equal((await fail('showExchange', other.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('nextPage', other.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('findRequest', other.requestId)).error.kind, 'not-found');
    await succeed('showExchange', local.exchangeId);
    assert.equal((await fail('clearHistory', { environment: 'nowhere' })).error.kind, 'configuration');
    assert.equal((await fail('askToClearHistory')).error.kind, 'cancelled');
  });

  it('keeps none when the setting says so; a failure can be reported all the same', async () => {
    await setUserSetting('history.maxRequests', 0);
    try {
      const failure = await fail('sendRequest', {
        path: '/nothing/here',
        environment: 'local',
        reveal: false,
      });
      assert.equal((await fail('showExchange', failure.exchangeId)).error.kind, 'not-found');
      assert.equal((await fail('findRequest', failure.requestId)).error.kind, 'not-found');
      const { data } = await succeed('copySupportReport', failure.exchangeId);
      assert.ok(data.includes(failure.requestId ?? '-'));
    } finally {
      await setUserSetting('history.maxRequests', undefined);
    }
  });

  it('explains in a restored tab that a request is no longer kept', async () => {
    const uri = vscode.Uri.from({ scheme: 'payments-api', path: '/requests/ex_gone/GET x.jsonc' });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /not in the history any more/);
  });
});

describe('sending again and saving', () => {
  it('repeats a read where it went, and asks before it repeats a write', async () => {
    const read = await succeed('sendRequest', {
      path: `${SAMPLES}?limit=3`,
      environment: 'local',
      reveal: false,
    });
    const again = await succeed('sendAgain', read.exchangeId, { reveal: false });
    assert.deepEqual(again.data.body, read.data.body);
    assert.notEqual(again.requestId, read.requestId);
    const write = await succeed('sendRequest', {
      method: 'POST',
      path: '/balances/sandbox/top-up',
      body: { amount: 1, currency: 'EUR' },
      environment: 'local',
      reveal: false,
    });
    assert.equal((await fail('sendAgain', write.exchangeId)).error.kind, 'cancelled');
  });

  it('opens a request in an editor, checks it there, and sends it', async () => {
    const write = await succeed('sendRequest', {
      method: 'POST',
      path: '/balances/sandbox/top-up',
      body: { amount: 1.25, currency: 'EUR' },
      environment: 'local',
      reveal: false,
    });
    await succeed('editRequest', write.exchangeId);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.match(document.uri.path, /POST balances-sandbox-top-up.*\.payments-request\.json$/);
    assert.deepEqual(JSON.parse(document.getText()), {
      method: 'POST',
      path: '/balances/sandbox/top-up',
      body: { amount: 1.25, currency: 'EUR' },
    });
    const lenses = await lensTitles(document.uri);
    assert.ok(
      lenses.some((title) => title.includes('Send to Local Sandbox')),
      lenses.join(),
    );
    assert.equal((await succeed('sendDraft', document.uri, { reveal: false })).data.status, 200);

    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), '{ "method": "GET" ');
    await vscode.workspace.applyEdit(edit);
    assert.equal((await fail('sendDraft', document.uri)).error.kind, 'preflight');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('runs a saved request by its name', async () => {
    const sent = await succeed('sendRequest', {
      path: `${SAMPLES}?limit=4`,
      environment: 'local',
      reveal: false,
    });
    await succeed('saveRequest', sent.exchangeId, { name: 'Four samples' });
    const run = await succeed('runSavedRequest', 'Four samples', { environment: 'local', reveal: false });
    assert.equal(idsOf(run.data.body).length, 4);
    assert.equal((await fail('runSavedRequest', 'No such name')).error.kind, 'not-found');
    assert.equal((await fail('saveRequest', sent.exchangeId, { name: ' ' })).error.kind, 'preflight');
  });
});

async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    50,
  );
  return lenses.map(({ command }) => command?.title ?? '');
}

/** The position that stands above the document in front. */
async function positionShown(): Promise<string | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  assert.ok(uri);
  return (await lensTitles(uri)).find((title) => / of \d+$/.test(title));
}
