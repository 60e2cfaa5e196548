import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer, sendJson } from '../../support/httpServer';
import { fail, setUserSetting, succeed, useEnvironments } from '../support/extension';
import { KEY, SAMPLES, idsOf, envelope } from '../support/requests';

describe('going through pages', () => {
  it('leads from the first page to the last and back, with the same size, and counts along', async () => {
    const first = await succeed('sendRequest', { path: SAMPLES, query: { limit: 10 }, environment: 'local' });
    const inFront = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    const titles = [inFront()];
    const pages = [idsOf(first.data.body)];
    let { exchangeId } = first;
    for (const command of ['nextPage', 'nextPage', 'previousPage', 'previousPage'] as const) {
      const page = await succeed(command, exchangeId);
      pages.push(idsOf(page.data.body));
      titles.push(inFront());
      exchangeId = page.exchangeId;
    }
    const later = ['GET samples 11–20 · 200', 'GET samples 21–25 · 200', 'GET samples 11–20 · 200'];
    assert.deepEqual(titles.slice(0, 4), ['GET samples · 200', ...later]);
    assert.deepEqual(
      pages.map((ids) => ids.length),
      [10, 10, 5, 10, 10],
    );
    assert.deepEqual(pages[3], pages[1]);
    assert.deepEqual(pages[4], pages[0]);
    assert.equal(new Set(pages.flat()).size, 25);
  });

  it('goes on from a document that is open after the history has dropped its request', async () => {
    const first = await succeed('sendRequest', { path: SAMPLES, query: { limit: 10 }, environment: 'local' });
    const second = await succeed('nextPage', first.exchangeId);
    await setUserSetting('history.maxRequests', 1);
    try {
      // More than the window has at hand by itself.
      for (let n = 0; n < 25; n += 1)
        await succeed('sendRequest', { path: SAMPLES, environment: 'local', reveal: false });
      const third = await succeed('nextPage', second.exchangeId);
      assert.equal(idsOf(third.data.body).length, 5);
    } finally {
      await setUserSetting('history.maxRequests', undefined);
    }
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

  it('shows CSV without a byte order mark, which Excel finds in the saved file', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      environment: 'local',
      reveal: false,
    });
    await succeed('collectAllPages', exchangeId, { format: 'csv' });
    const untitled = vscode.window.activeTextEditor?.document;
    assert.ok(untitled);
    assert.ok(untitled.getText().startsWith('"id"'));
    assert.ok(await untitled.save());
    const saved = vscode.Uri.file(untitled.uri.path);
    try {
      const bytes = await vscode.workspace.fs.readFile(saved);
      assert.deepEqual([...bytes.slice(0, 4)], [0xef, 0xbb, 0xbf, 0x22]);
    } finally {
      await vscode.workspace.fs.delete(saved);
    }
  });

  it('hands every number over exactly, with links whole, and writes it so', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      const records = `[{"amount":12345678901234567890.123456789,"rate":1.50,"at":${index},"url":"https://a.example/?s=${index}"}]`;
      const paging = index === 0 ? '{"totalCount":2,"nextPage":"n"}' : '{"totalCount":2}';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"success":true,"message":"m","data":{"records":${records},"paging":${paging}}}`);
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { exchangeId } = await succeed('sendRequest', {
      path: '/x',
      environment: 'sandbox',
      reveal: false,
    });
    // The first answer of all belongs to the request itself.
    const { data } = await succeed('collectAllPages', exchangeId, { format: 'json' });
    const [first] = data.records;
    assert.deepEqual(first, {
      amount: '12345678901234567890.123456789',
      rate: 1.5,
      at: 1,
      url: 'https://a.example/?s=1',
    });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /"amount": 12345678901234567890\.123456789,\n\s+"rate": 1\.50,/);
    await succeed('collectAllPages', exchangeId, { format: 'csv' });
    assert.match(
      vscode.window.activeTextEditor?.document.getText() ?? '',
      /^"amount","rate","at","url"\r?\n12345678901234567890\.123456789,1\.50,/,
    );
  });

  it('keeps what was collected before a failure, and says so', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      if (index < 2)
        sendJson(
          response,
          200,
          envelope({ records: [index], paging: { totalCount: 3, nextPage: `n${index}` } }),
        );
      else sendJson(response, 404, { success: false, code: 'not_found', message: 'No such page', data: {} });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { exchangeId } = await succeed('sendRequest', {
      path: '/x',
      environment: 'sandbox',
      reveal: false,
    });
    const { error } = await fail('collectAllPages', exchangeId, { format: 'json' });
    assert.equal(error.kind, 'api');
    assert.equal(error.status, 404);
    assert.match(error.message, /Not all was collected. Items that came before: 1; pages: 1\./);
    assert.deepEqual(JSON.parse(vscode.window.activeTextEditor?.document.getText() ?? ''), [1]);
  });
});
