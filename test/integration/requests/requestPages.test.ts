import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering, refusing } from '../../support/httpServer';
import { fail, succeed, send, shownText, userSetting } from '../support/extension';
import { SAMPLES, idsOf, envelope } from '../support/requests';
import { startService } from '../support/contract';

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
    await using _setting = await userSetting('history.maxRequests', 1);
    // More than the window has at hand by itself.
    for (let n = 0; n < 25; n += 1) await send(SAMPLES);
    const third = await succeed('nextPage', second.exchangeId);
    assert.equal(idsOf(third.data.body).length, 5);
  });

  it('says that there is no further page', async () => {
    const { exchangeId } = await send(SAMPLES, { query: { limit: 100 } });
    assert.equal((await fail('nextPage', exchangeId, { reveal: false })).error.kind, 'not-found');
    assert.equal((await fail('previousPage', exchangeId, { reveal: false })).error.kind, 'not-found');
  });

  it('collects all pages into one document, as JSON and as CSV', async () => {
    const { exchangeId } = await send(SAMPLES, { query: { limit: 10 } });
    const { data } = await succeed('collectAllPages', exchangeId, { format: 'json' });
    assert.deepEqual([data.records.length, data.pages], [25, 3]);
    const json = shownText();
    assert.deepEqual(JSON.parse(json), data.records);
    await succeed('collectAllPages', exchangeId, { format: 'csv' });
    const lines = shownText().trim().split(/\r?\n/);
    assert.equal(lines.length, 26);
    assert.match(lines[0] ?? '', /^"id".*description.*amount/);
    // It is shown without a byte order mark, which Excel finds in the saved file.
    const untitled = vscode.window.activeTextEditor?.document;
    assert.ok(await untitled?.save());
    const saved = vscode.Uri.file(untitled?.uri.path ?? '');
    const bytes = await vscode.workspace.fs.readFile(saved);
    assert.deepEqual([...bytes.slice(0, 4)], [0xef, 0xbb, 0xbf, 0x22]);
    await vscode.workspace.fs.delete(saved);
    assert.equal((await fail('collectAllPages', exchangeId, { format: 'xml' })).error.kind, 'preflight');
    // Nothing is shown, so nothing is asked.
    const before = shownText();
    assert.equal((await succeed('collectAllPages', exchangeId, { reveal: false })).data.pages, 3);
    assert.equal(shownText(), before);
  });

  it('hands every number over exactly, with links whole, and writes it so', async () => {
    await using _service = await startService((_request, response, index) => {
      const records = `[{"amount":12345678901234567890.123456789,"rate":1.50,"at":${index},"url":"https://a.example/?s=${index}"}]`;
      const paging = index === 0 ? '{"totalCount":2,"nextPage":"n"}' : '{"totalCount":2}';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"success":true,"message":"m","data":{"records":${records},"paging":${paging}}}`);
    });
    const { exchangeId } = await send('/x', { environment: 'sandbox' });
    // The first answer of all belongs to the request itself.
    const { data } = await succeed('collectAllPages', exchangeId, { format: 'json' });
    const [first] = data.records;
    assert.deepEqual(first, {
      amount: '12345678901234567890.123456789',
      rate: 1.5,
      at: 1,
      url: 'https://a.example/?s=1',
    });
    const text = shownText();
    assert.match(text, /"amount": 12345678901234567890\.123456789,\n\s+"rate": 1\.50,/);
    await succeed('collectAllPages', exchangeId, { format: 'csv' });
    assert.match(shownText(), /^"amount","rate","at","url"\r?\n12345678901234567890\.123456789,1\.50,/);
  });

  it('keeps what was collected before a failure, and says so', async () => {
    await using _service = await startService((...request) => {
      const [, , index] = request;
      const page = envelope({ records: [index], paging: { totalCount: 3, nextPage: `n${index}` } });
      return (index < 2 ? answering(200, page) : refusing(404))(...request);
    });
    const { exchangeId } = await send('/x', { environment: 'sandbox' });
    const { error } = await fail('collectAllPages', exchangeId, { format: 'json' });
    assert.equal(error.kind, 'api');
    assert.equal(error.status, 404);
    assert.match(error.message, /Not all was collected. Items that came before: 1; pages: 1\./);
    assert.deepEqual(JSON.parse(shownText()), [1]);
  });
});
