import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Exchange } from '../../../src/api/model/exchange';
import { Exchanges } from '../../../src/requests/exchange/exchanges';
import { exchangeUri } from '../../../src/requests/exchange/exchangeUri';
import type { Storage } from '../../../src/storage';
import { sendJson } from '../../support/httpServer';
import { until } from '../../host/editor/waiting.mts';
import {
  fail,
  succeed,
  writeFile,
  readText,
  closeEditors,
  replaceText,
  linksIn,
  userSetting,
  send,
  shownText,
} from '../support/extension';
import { exchange } from '../../unit/requests/exchanges';
import { SAMPLES, codeLenses, envelope } from '../support/requests';
import { startService } from '../support/contract';

const ENVIRONMENT = { environment: 'sandbox' };

/** The documents of exchanges that are open, by the names of their tabs. */
function tabs(): string[] {
  const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return all.filter(({ input }) => uriOf(input)?.scheme === 'payments-api').map(({ label }) => label);
}

function uriOf(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

function inFront(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  return editor;
}

/** Waits for the window to have caught up. */
const scrolledPast = (line: number) => until(() => (inFront().visibleRanges[0]?.start.line ?? 0) > line);

const request = (path: string) =>
  `###\nGET {{apiUrl}}/local-sandbox/${path}\nAuthorization: ApiKey {{apiKey}}\n`;

describe('the document of an exchange', () => {
  beforeEach(closeEditors);
  after(closeEditors);

  it('opens where others open at the same time', async () => {
    const ids = await Promise.all(
      ['files', 'samples', 'balances'].map(async (path) => {
        const { exchangeId } = await send(`/local-sandbox/${path}`);
        return exchangeId;
      }),
    );
    const shown = ids.map((id) => succeed('showExchange', id));
    await Promise.all([...shown, succeed('newRequest', { method: 'POST', path: '/files/upload' })]);
    assert.match(shownText(), /^POST/mu);
  });

  it('shows the whole body as it came, in the language that folds and outlines it', async () => {
    const records = Array.from({ length: 300 }, (_, index) => `{"id":"thing_${index}","amount":0.10}`);
    const body = `{"success":true,"message":"Done","data":{"big":12345678901234567890.123456789,"records":[${records.join(',')}]}}`;
    await using _service = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req-whole' });
      response.end(body);
    });
    const { exchangeId } = await succeed('sendRequest', { path: '/things', ...ENVIRONMENT });
    const { document } = inFront();
    assert.equal(document.languageId, 'jsonc');
    assert.match(document.lineAt(0).text, /^\/\/ 200 OK · .+ · .+ · req-whole · GET \/v1\/things$/);
    assert.equal(document.lineAt(1).text, '{');
    assert.ok(document.getText().includes('"big": 12345678901234567890.123456789,'));
    assert.ok(document.getText().includes('"id": "thing_299",\n        "amount": 0.10\n'));
    assert.equal((await succeed('copyResponseBody', exchangeId)).data, body);
    assert.equal(await vscode.env.clipboard.readText(), body);
    const target = await writeFile('saved.json', new Uint8Array());
    assert.equal((await succeed('saveResponse', exchangeId, { target })).data.bytes, body.length);
    assert.equal(await readText(target), body);
  });

  it('is of the exchange at hand where it was just made: the history need not be read', async () => {
    const exchanges = new Exchanges(() => assert.fail());
    const made = exchange({ id: 'ex_made' });
    exchanges.note(made);
    assert.equal(await exchanges.find('ex_made'), made);
    exchanges.dispose();
  });

  it('holds on to what is not kept until the last of its documents is closed', async () => {
    const kept = { history: { get: () => undefined } } as unknown as Storage;
    const exchanges = new Exchanges(() => Promise.resolve(kept));
    const held = exchange({ id: 'ex_held' });
    exchanges.hold(held);
    for (const kind of ['body', 'exchange'] as const) {
      const uri = exchangeUri(kind, held, 'Sandbox', '');
      // Without `openTextDocument`: the editor keeps what that opened for minutes.
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    }
    const found: (Exchange | undefined)[] = [];
    const closing = vscode.workspace.onDidCloseTextDocument(async () => {
      found.push(await exchanges.find('ex_held'));
    });
    for (let closed = 1; closed <= 2; closed += 1) {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until(() => found.length === closed);
    }
    assert.deepEqual(found, [held, undefined]);
    closing.dispose();
    exchanges.dispose();
  });

  it('folds the sections below the body, and has no line of actions, which would come late and move its text', async () => {
    await succeed('sendRequest', { path: SAMPLES, query: { limit: 2 }, environment: 'local' });
    const { document } = inFront();
    assert.deepEqual(await codeLenses(document.uri), []);
    const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const headings = ranges
      .map(({ start }) => document.lineAt(start).text)
      .filter((line) => line.includes('───'));
    assert.deepEqual(
      headings.map((line) => line.replaceAll(/[^a-z ]/gi, '').trim()),
      ['Response headers', 'Request', 'Attempts', 'About this request'],
    );
    // Another answer takes its place.
    await fail('sendRequest', { path: '/files/no%20file', environment: 'local' });
    assert.deepEqual(tabs(), ['GET no file · 404']);
    assert.equal(inFront().document.uri.path, '/Payments API/Local Sandbox/GET no file · 404');
  });

  it('opens the answer of a request of a file beside it, in one group, and leaves the focus there', async () => {
    const file = await writeFile('beside.http', request('balances'));
    const { document } = await vscode.window.showTextDocument(file);
    for (const path of ['samples', 'files']) {
      await replaceText(document, request(path));
      // The editor refuses to save once in a long while; a person saves again.
      await until(() => document.save());
      await succeed('sendFromFile', file, { environment: 'local' });
    }
    assert.equal(inFront().document.uri.toString(), file.toString());
    const groups = vscode.window.tabGroups.all.map((group) => group.tabs.map(({ label }) => label));
    assert.equal(groups.length, 2);
    assert.deepEqual(groups[0], ['beside.http']);
    await using _setting = await userSetting('answers.open', 'active');
    await succeed('sendFromFile', file, { environment: 'local', line: 1 });
    assert.notEqual(inFront().document.uri.toString(), file.toString());
  });

  it('shows what is no JSON as text', async () => {
    await using _service = await startService((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<h1>Bad</h1>\n<p>gateway</p>');
    });
    const options = { method: 'POST', path: '/x', body: {}, ...ENVIRONMENT };
    const { exchangeId } = await fail('sendRequest', options);
    const { document } = inFront();
    assert.equal(document.languageId, 'plaintext');
    assert.ok(document.getText().includes('\n<h1>Bad</h1>\n<p>gateway</p>\n'));
    await succeed('showResponseBody', exchangeId);
    assert.equal(inFront().document.getText(), '<h1>Bad</h1>\n<p>gateway</p>');
    assert.match(inFront().document.uri.path, /\.html$/);
  });

  it('is replaced when the same request is sent again, and keeps the place', async () => {
    let count = 0;
    await using _service = await startService((_request, response) => {
      count += 1;
      const records = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, count }));
      sendJson(response, 200, envelope({ records }));
    });
    const { exchangeId } = await succeed('sendRequest', { path: '/list', ...ENVIRONMENT });
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    const place = new vscode.Position(300, 0);
    inFront().selection = new vscode.Selection(place, place);
    inFront().revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.AtTop);
    await scrolledPast(250);
    await succeed('sendAgain', exchangeId);
    assert.deepEqual(tabs(), ['GET list · 200']);
    assert.ok(inFront().document.getText().includes('"count": 2'));
    assert.equal(inFront().selection.active.line, 300);
    await scrolledPast(250);
  });

  it('begins the next page at its first record', async () => {
    const first = await succeed('sendRequest', { path: SAMPLES, query: { limit: 10 }, environment: 'local' });
    const end = new vscode.Position(60, 0);
    inFront().selection = new vscode.Selection(end, end);
    inFront().revealRange(new vscode.Range(end, end), vscode.TextEditorRevealType.AtTop);
    await scrolledPast(20);
    await succeed('nextPage', first.exchangeId);
    const { document, selection } = inFront();
    assert.deepEqual(tabs(), ['GET samples 11–20 · 200']);
    assert.match(document.lineAt(selection.active.line).text, /^\s*\{$/);
    assert.match(document.lineAt(selection.active.line - 1).text, /"records": \[/);
  });

  it('gives the JSON path of the cursor', async () => {
    await succeed('sendRequest', { path: SAMPLES, query: { limit: 3 }, environment: 'local' });
    const { document } = inFront();
    const place = document.positionAt(document.getText().lastIndexOf('"amount"') + 12);
    inFront().selection = new vscode.Selection(place, place);
    assert.equal((await succeed('copyJsonPath')).data, '$.data.records[2].amount');
    assert.equal(await vscode.env.clipboard.readText(), '$.data.records[2].amount');
    await closeEditors();
    assert.equal((await fail('copyJsonPath')).error.kind, 'preflight');
  });

  it('links ids in a list, cursors and addresses of the environment, and those links work', async () => {
    await using server = await startService((request, response) => {
      const data =
        request.path === '/v1/things'
          ? {
              records: [
                { id: 'thing 1', self: `${server.url}/v1/other?x=1`, far: 'https://far.example/v1/x' },
              ],
              paging: { totalCount: 2, nextPage: 'n' },
            }
          : {};
      sendJson(response, 200, envelope(data));
    });
    await succeed('sendRequest', { path: '/things', ...ENVIRONMENT });
    const links = await linksIn(inFront().document);
    const own = links.filter(({ target }) => target?.scheme === 'command');
    assert.deepEqual(
      own.map(({ tooltip }) => tooltip),
      ['Send GET /things/thing%201', 'Send GET /v1/other?x=1', 'Next Page'],
    );
    for (const { target } of own) {
      const [args] = [JSON.parse(target?.query ?? '[]') as unknown[]];
      await vscode.commands.executeCommand(target?.path ?? '', ...args);
    }
    assert.deepEqual(
      server.seen.map(({ path }) => path),
      ['/v1/things', '/v1/things/thing%201', '/v1/other?x=1', '/v1/things?page=n'],
    );
  });
});
