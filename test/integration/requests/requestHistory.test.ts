import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { until } from '../../host/editor/waiting.mts';
import { sendJson } from '../../support/httpServer';
import {
  call,
  fail,
  sample,
  succeed,
  useEnvironments,
  writeFile,
  sendInVain,
  send,
  readText,
  closeEditors,
  replaceText,
  shownText,
  userSetting,
} from '../support/extension';
import { SAMPLES, envelope, lensTitles } from '../support/requests';
import { KEY, startService } from '../support/contract';

/** An entry of a HAR file as a browser writes it. */
const entryOf = (url: string, text: string, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, statusText: 'OK', headers: [], content: { text } },
  ...more,
});
const harOf = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });

describe('the request history', () => {
  it('writes a HAR file that it opens again, one entry of it read-only', async () => {
    const { exchangeId } = await send(SAMPLES);
    const target = sample('requests.har');
    const { data } = await succeed('exportHar', { environment: 'local', target });
    assert.equal(data.uri, target.toString());
    const text = await readText(target);
    const { log } = JSON.parse(text) as { log: { version: string; entries: { _exchangeId: string }[] } };
    assert.equal(log.version, '1.2');
    assert.equal(log.entries.at(-1)?._exchangeId, exchangeId, 'the oldest comes first');
    assert.equal(new Set(log.entries.map(({ _exchangeId }) => _exchangeId)).size, data.count);

    const failed = await sendInVain('/files/none');
    const scoped = sample('scoped.har');
    await succeed('exportHar', { environment: 'local', target: scoped, failed: true });
    const { log: ofFailed } = JSON.parse(await readText(scoped)) as {
      log: { entries: { _exchangeId: string; _outcome: string }[] };
    };
    assert.equal(ofFailed.entries.at(-1)?._exchangeId, failed.exchangeId);
    assert.ok(ofFailed.entries.every(({ _outcome }) => _outcome !== 'ok'));
    const none = await succeed('exportHar', { environment: 'local', target: scoped, day: '2001-02-03' });
    assert.equal(none.data.count, 0);
    for (const wrong of [{ day: 'today' }, { day: '2026-02-31' }, { failed: 'yes' }, { exchangeIds: [7] }]) {
      const { error } = await fail('exportHar', { environment: 'local', target, ...wrong });
      assert.equal(error.kind, 'preflight', JSON.stringify(wrong));
    }

    const opened = await succeed('openHar', target, { entry: 0 });
    assert.equal(opened.data.count, data.count);
    assert.match(vscode.window.activeTextEditor?.document.uri.query ?? '', /^har-1-/);
    assert.equal((await fail('sendAgain', opened.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('openHar', target, { entry: 1e6 })).error.kind, 'not-found');
    await writeFile('requests.har', '{"log":');
    assert.equal((await fail('openHar', target)).error.kind, 'preflight');
    // Before a file is asked for.
    assert.equal((await fail('openHar', undefined, { entry: -1 })).error.kind, 'preflight');
    const { error } = await fail('openHar', sample('no-such.har'));
    assert.match(error.message, /: no-such\.har\. Choose another file\.$/);
  });

  it('opens a HAR file of more than 50 MB, such as it may write', async () => {
    const har = harOf(entryOf('https://api.test/v1/files/one', '{"last":6}'));
    const uri = sample('large.har');
    // Not through the editor, which takes seconds for so much.
    writeFileSync(uri.fsPath, har.padStart(53_000_000));
    assert.deepEqual((await succeed('openHar', uri)).data, { count: 1, skipped: 0 });
    assert.match(shownText(), /"last": 6/);
    await vscode.workspace.fs.delete(uri);
  });

  it('shows each HAR file’s own request, also where both name it alike, and sends none of them', async () => {
    const opened: (string | undefined)[] = [];
    for (const said of ['before', 'after']) {
      const about = { _environment: 'local', _environmentType: 'local' };
      const har = harOf(entryOf('http://127.0.0.1/v1/files/one', JSON.stringify({ said }), about));
      const uri = await writeFile('browser.har', har);
      opened.push((await succeed('openHar', uri, { entry: 0 })).exchangeId);
      assert.ok(shownText().includes(`"${said}"`), shownText());
      await vscode.commands.executeCommand('workbench.action.keepEditor');
    }
    for (const id of opened) assert.equal((await fail('sendAgain', id)).error.kind, 'not-found');
    await closeEditors();
  });

  it('makes drafts in their own folder, whatever a HAR file names a method', async () => {
    const request = { method: '../../escaped', url: 'https://api.test/', headers: [] };
    const uri = await writeFile('escaping.har', harOf(entryOf('', '{}', { request })));
    const { exchangeId } = await succeed('openHar', uri, { entry: 0 });
    await succeed('addExpectations', exchangeId);
    const { path = '' } = vscode.window.activeTextEditor?.document.uri ?? {};
    assert.match(path, /\/requests\/drafts\/[^/]+\/escaped\.http$/);
    await closeEditors();
  });

  it('shows and copies no key of this machine that a HAR file holds', async () => {
    await using _environments = await useEnvironments({ sandbox: { apiUrl: 'https://api.test' } }, KEY);
    const har = harOf(entryOf(`https://api.test/v1/keys?key=${KEY}`, JSON.stringify({ key: KEY })));
    const uri = await writeFile('keys.har', har);
    const { exchangeId } = await succeed('openHar', uri, { entry: 0 });
    const texts = [
      shownText(),
      (await succeed('copySupportReport', exchangeId)).data,
      (await succeed('copyResponseBody', exchangeId)).data,
    ];
    for (const text of texts) assert.ok(text.includes('••••') && !text.includes(KEY), text);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is cleared for one environment at a time, without a question when called by code', async () => {
    await using server = await startService((_request, response) =>
      sendJson(response, 200, envelope(), { 'x-request-id': `clear-${server.port}` }),
    );
    const local = await send(SAMPLES);
    const other = await send('/x', { environment: 'sandbox' });
    const { data } = await succeed('clearHistory', { environment: 'sandbox' });
    assert.ok(data.count >= 1);
    assert.equal((await succeed('clearHistory', { environment: 'sandbox' })).data.count, 0);
    assert.equal((await fail('showExchange', other.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('nextPage', other.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('findRequest', other.requestId)).error.kind, 'not-found');
    await succeed('showExchange', local.exchangeId);
    assert.equal((await fail('askToClearHistory')).error.kind, 'cancelled');
  });

  it('keeps none when the setting says so; a failure can be reported all the same', async () => {
    await using _setting = await userSetting('history.maxRequests', 0);
    const failure = await sendInVain('/nothing/here');
    assert.equal((await fail('showExchange', failure.exchangeId)).error.kind, 'not-found');
    assert.equal((await fail('findRequest', failure.requestId)).error.kind, 'not-found');
    const { data } = await succeed('copySupportReport', failure.exchangeId);
    assert.ok(data.includes(failure.requestId ?? '-'));
  });

  it('explains in a restored tab that a request is no longer kept', async () => {
    const uri = vscode.Uri.from({
      scheme: 'payments-api',
      path: '/Payments API/Sandbox/GET x · 200',
      query: 'ex_gone',
    });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /no longer in the history/);
  });
});

describe('sending again and saving', () => {
  it('repeats a read where it went, and asks before it repeats a write', async () => {
    const read = await send(`${SAMPLES}?limit=3`);
    const again = await succeed('sendAgain', read.exchangeId, { reveal: false });
    assert.deepEqual(again.data.body, read.data.body);
    assert.notEqual(again.requestId, read.requestId);
    const write = await send('/balances/sandbox/top-up', {
      method: 'POST',
      body: { amount: 1, currency: 'EUR' },
    });
    assert.equal((await fail('sendAgain', write.exchangeId)).error.kind, 'cancelled');
  });

  it('opens a request in an editor, checks it there, and sends it', async () => {
    const write = await send('/balances/sandbox/top-up', {
      method: 'POST',
      body: { amount: 1.25, currency: 'EUR' },
    });
    await succeed('editRequest', write.exchangeId);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.match(document.uri.path, /POST balances-sandbox-top-up.*\.http$/);
    assert.equal(
      document.getText(),
      `POST {{apiUrl}}/balances/sandbox/top-up
Authorization: ApiKey {{apiKey}}
Content-Type: application/json

{
  "amount": 1.25,
  "currency": "EUR"
}
`,
    );
    // The first value is selected: what is typed replaces it.
    const { selection } = vscode.window.activeTextEditor ?? {};
    assert.equal(document.getText(selection), '1.25');
    const lenses = await lensTitles(document.uri);
    assert.ok(
      lenses.some((title) => title.includes('Send to Local Sandbox')),
      lenses.join(),
    );
    assert.equal((await succeed('sendFromFile', document.uri, { reveal: false })).data.status, 200);

    await replaceText(document, 'GET {{nowhere}}/a');
    assert.equal((await fail('sendFromFile', document.uri)).error.kind, 'preflight');
    // A draft is written down as it is typed. What it names beside it is in the workspace.
    await until(() => !document.isDirty);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), 'GET {{nowhere}}/a');
    await writeFile('beside.json', '{"amount":2,"currency":"EUR"}');
    const head = 'POST {{apiUrl}}/balances/sandbox/top-up\nContent-Type: application/json';
    await replaceText(document, `${head}\n\n< ./beside.json\n`);
    assert.equal((await succeed('sendFromFile', document.uri, { reveal: false })).data.status, 200);
    // It still is where a saved request names it.
    await succeed('saveRequest', document.uri, { name: 'Of a draft', place: 'user' });
    const run = await succeed('runSavedRequest', 'Of a draft', { environment: 'local', reveal: false });
    assert.equal(run.data.status, 200);
    await succeed('removeSavedRequest', 'Of a draft');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('sends the write of a request file once, however often it is asked to meanwhile', async () => {
    const open = Promise.withResolvers<undefined>();
    await using server = await startService(async (_request, response) => {
      await open.promise;
      sendJson(response, 200, envelope({}));
    });
    const sendThrice = async (method: string) => {
      const uri = await writeFile(`${method}.http`, `${method} /things\n`);
      return [1, 2, 3].map(() => call('sendFromFile', uri, { environment: 'sandbox', reveal: false }));
    };
    // Whichever of the three comes first is sent, and answered once the two others were refused.
    let refused = 0;
    const writes = (await sendThrice('POST')).map(async (sent) => {
      const outcome = await sent;
      if (outcome.ok) return 'sent';
      assert.match(outcome.error.message, /being sent already/);
      if (++refused === 2) open.resolve(undefined);
      return 'refused';
    });
    assert.deepEqual((await Promise.all(writes)).sort(), ['refused', 'refused', 'sent']);
    const reads = await sendThrice('GET');
    assert.ok((await Promise.all(reads)).every(({ ok }) => ok));
    assert.deepEqual(server.seen.map(({ method }) => method).sort(), ['GET', 'GET', 'GET', 'POST']);
  });
});
