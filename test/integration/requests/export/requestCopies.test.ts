import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createFindCommand } from '../../../../src/requests/view/findRequest';
import type { Documents } from '../../../../src/requests/exchange/exchangeDocuments';
import type { Storage } from '../../../../src/storage';
import { createFailureReporter, type Action } from '../../../../src/ui/messages';
import { eventually } from '../../../host/editor/waiting.mts';
import { sendJson } from '../../../support/httpServer';
import {
  fail,
  linkedTexts,
  succeed,
  send,
  sendInVain,
  userSetting,
  shownText,
  writeFile,
} from '../../support/extension';
import { replaceInWindow } from '../../support/registry';
import { SAMPLES, envelope } from '../../support/requests';
import { startService } from '../../support/contract';

describe('finding a request again', () => {
  it('finds an exchange by the request id of any of its attempts, and opens it', async () => {
    await using server = await startService((_request, response, index) => {
      sendJson(response, index === 0 ? 503 : 200, envelope(), {
        'x-request-id': `attempt-${server.port}-${index}`,
      });
    });
    const { exchangeId } = await send('/x', { environment: 'sandbox' });
    for (const index of [0, 1]) {
      const found = await succeed('findRequest', ` attempt-${server.port}-${index} `);
      assert.equal(found.exchangeId, exchangeId);
      assert.equal(found.data.attempts.length, 2);
    }
    assert.match(vscode.window.activeTextEditor?.document.uri.query ?? '', new RegExp(exchangeId ?? '-'));
    assert.equal((await succeed('showExchange', exchangeId)).data.id, exchangeId);
    assert.equal((await succeed('copyRequestId', exchangeId)).data, `attempt-${server.port}-1`);
    // What is not known, or no id, is tried in arguments.test.ts.
    assert.equal((await fail('findRequest', '  ')).error.kind, 'preflight');
  });

  it('offers the form of a support report for a request id that is not known', async () => {
    const { data } = await succeed('reportUnknownRequest', 'req_elsewhere');
    assert.match(data, /req_elsewhere/);
    assert.equal(await vscode.env.clipboard.readText(), data);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), data);
  });

  it('leads there from an id that is not known, by a message that is no error', async () => {
    const storage = { history: { findByRequestId: () => undefined } } as unknown as Storage;
    const find = createFindCommand(() => Promise.resolve(storage), {} as unknown as Documents);
    const error: unknown = await Promise.resolve(find('req_made_elsewhere')).catch(
      (thrown: unknown) => thrown,
    );
    const log = vscode.window.createOutputChannel('Unknown request', { log: true });
    const opened = Promise.withResolvers<string>();
    using _window = replaceInWindow({
      showInformationMessage: (message: string, ...actions: readonly Action[]) => {
        opened.resolve(`${message} ${actions.map(({ title }) => title).join()}`);
        return Promise.resolve(actions[0]);
      },
    });
    const failed = { ok: false, error: { kind: 'not-found', message: String(error) } } as const;
    createFailureReporter(log, { all: [] })('findRequest', failed, error);
    assert.match(
      await opened.promise,
      /No request in the history has the id req_made_elsewhere\. .*Support Report/,
    );
    await eventually(shownText, (text) => text.includes('req_made_elsewhere'));
    log.dispose();
  });

  it('links request ids that are known here in text documents, and no others', async () => {
    const { requestId } = await send(SAMPLES);
    const text = `Support said: ${requestId}.\nand req_00000000-0000-4000-8000-000000000000\n`;
    const document = await vscode.workspace.openTextDocument(await writeFile('support.txt', text));
    assert.deepEqual(await linkedTexts(document), [requestId]);
    await using _setting = await userSetting('editor.requestIdLinks', false);
    assert.deepEqual(await linkedTexts(document), []);
  });
});

describe('what is copied of a request', () => {
  it('copies the request id, and says when there was none', async () => {
    await using _service = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(envelope()));
    });
    const without = await send('/x', { environment: 'sandbox' });
    assert.equal((await fail('copyRequestId', without.exchangeId)).error.kind, 'not-found');
    const one = await send(SAMPLES);
    const two = await send(SAMPLES);
    assert.equal((await succeed('copyRequestId', one.exchangeId)).data, one.requestId);
    assert.equal(await vscode.env.clipboard.readText(), one.requestId);
    const rows = [one, two].map(({ exchangeId }) => ({ exchange: { id: exchangeId } }));
    await succeed('copyRequestId', rows[0], rows);
    assert.equal(await vscode.env.clipboard.readText(), `${one.requestId}\n${two.requestId}`);
  });

  it('copies a support report on a failure, and shows it to a person', async () => {
    const failure = await sendInVain('/balances/sandbox/top-up', {
      method: 'POST',
      body: { amount: -1, currency: 'EURO' },
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

  it('copies code, and refuses a language that there is none for', async () => {
    const { exchangeId } = await send(SAMPLES);
    const { data } = await succeed('copyAsCode', exchangeId, { target: 'curl' });
    assert.match(data, /^curl .*--url 'http:\/\/127\.0\.0\.1:\d+\/v1\/local-sandbox\/samples'/s);
    assert.equal(await vscode.env.clipboard.readText(), data);
    using _ = replaceInWindow({ showWarningMessage: () => assert.fail('Nothing of it is missing.') });
    await succeed('copyAsCode', exchangeId, { target: 'curl', interactive: true });
    const file = await succeed('copyAsCode', exchangeId, { target: 'http' });
    assert.match(
      file.data,
      /^GET \{\{apiUrl\}\}\/local-sandbox\/samples HTTP\/1\.1\nAuthorization: ApiKey \{\{apiKey\}\}$/m,
    );
    assert.equal((await fail('copyAsCode', exchangeId, { target: 'cobol' })).error.kind, 'preflight');
    assert.equal((await fail('copyAsCode', exchangeId, { target: null })).error.kind, 'preflight');
  });
});
