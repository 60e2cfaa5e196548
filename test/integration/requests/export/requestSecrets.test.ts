import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../../host/editor/waiting.mts';
import { MASK } from '../../../../src/api/model/redact';
import { FILE_DATA } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import {
  call,
  extension,
  fail,
  setUserSetting,
  succeed,
  readText,
  linkedTexts,
  useEnvironments,
  sample,
  shownText,
  writeFile,
} from '../../support/extension';

const KEY = 'test-key/with+signs=and space-0042';

function assertNoKey(text: string, where: string): void {
  for (const form of [KEY, encodeURIComponent(KEY)]) assert.ok(!text.includes(form), where);
}

describe('an API key that the service echoes', () => {
  // In whatever form, and what else is made of an exchange: test/unit/requests/export/keysInSinks.test.ts.
  it('is in no outcome, document or log, and its request cannot be sent again as it was', async () => {
    await using server = await startHttpServer((request, response, index) => {
      const error = { success: false, code: 'invalid_request', message: `No: ${KEY}`, data: [] };
      const answer = { success: true, message: KEY, data: { header: request.headers.authorization } };
      sendJson(response, index % 2 === 0 ? 200 : 400, index % 2 === 0 ? answer : error, {
        'x-request-id': `secret-${server.port}-${index}`,
        'x-echo': KEY,
      });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    await setUserSetting('logBodies', true);
    for (const path of ['/echo', `/echo?key=${encodeURIComponent(KEY)}`]) {
      const outcome = await call('sendRequest', { path, environment: 'sandbox' });
      assertNoKey(JSON.stringify(outcome), 'the outcome');
      assert.match(shownText(), /\/v1\/echo/);
      assertNoKey(shownText(), 'the document');
      if (path === '/echo') continue;
      for (const command of ['sendAgain', 'editRequest'] as const) {
        const { error } = await fail(command, outcome.exchangeId, { reveal: false });
        assert.equal(error.kind, 'preflight');
        assert.match(error.message, /Missing: the address/);
      }
    }
    for (const seen of server.seen) assert.equal(seen.headers.authorization, `ApiKey ${KEY}`);

    const last = `secret-${server.port}-${server.seen.length - 1}`;
    const log = await logShowing(last);
    assertNoKey(log.getText(), 'the log');
    const place = log.positionAt(log.getText().lastIndexOf(last));
    const linked = async (): Promise<string[]> => {
      // In a long log, ids are looked for in the lines that are in sight.
      for (const editor of vscode.window.visibleTextEditors)
        if (editor.document === log) editor.revealRange(new vscode.Range(place, place));
      return linkedTexts(log);
    };
    await eventually(linked, (ids) => ids.includes(last));
  });
});

describe('an API key that is stored after the service gave it', () => {
  it('leaves in no report, archive, copy or file', async () => {
    const issued = 'issued-key-of-today-in-words';
    await using server = await startHttpServer((request, response) => {
      if (request.path.startsWith('/v1/files/')) {
        const contentLink = { url: `https://files.example/a?signature=${issued}`, expiryDate: null };
        const data = { ...FILE_DATA, contentLink, name: `${issued}.pdf`, [issued]: 1 };
        sendJson(response, 200, { success: true, message: 'Found', data });
        return;
      }
      sendJson(response, 400, {
        success: false,
        code: 'expired',
        message: `Use ${issued} now`,
        data: [{ key: issued }],
      });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const quiet = { environment: 'sandbox', reveal: false };
    const { exchangeId } = await call('sendRequest', { ...quiet, path: `/rotate?to=${issued}` });
    await call('sendRequest', { ...quiet, path: `/rotate/${issued}` });
    await succeed('addFileById', FILE_DATA.id, { environment: 'sandbox' });
    const { setApiKey } = await extension().activate();
    await setApiKey('sandbox', issued);

    const target = sample('later.har');
    await succeed('exportHar', { environment: 'sandbox', target });
    const archive = await readText(target);
    assert.match(archive, /Use •••• now/);
    await succeed('saveResponse', exchangeId, { target: sample('later.json') });
    const files = { environment: 'sandbox', format: 'csv', target: sample('later.csv') } as const;
    await succeed('exportFiles', files);
    const described = { environment: 'sandbox', of: 'seen', target: sample('described.json') } as const;
    await succeed('exportApiDescription', described);
    const texts: Record<string, string> = {
      archive,
      saved: await readText(sample('later.json')),
      files: await readText(files.target),
      description: await readText(described.target),
      report: (await succeed('copySupportReport', exchangeId)).data,
      bundle: (await succeed('exportSupportBundle', exchangeId)).data.text,
    };
    await succeed('copySupportReport', exchangeId, { show: true });
    texts['shown report'] = vscode.window.activeTextEditor?.document.getText() ?? issued;
    texts['link'] = (await succeed('copyContentLink', FILE_DATA.id, { environment: 'sandbox' })).data;
    texts['copied link'] = await vscode.env.clipboard.readText();
    await succeed('copyResponseBody', exchangeId);
    texts['clipboard'] = await vscode.env.clipboard.readText();
    for (const [where, text] of Object.entries(texts)) assert.ok(!text.includes(issued), where);
    for (const where of ['files', 'description']) assert.ok(texts[where]?.includes(MASK), where);
    // What has a key in it cannot be written as it was sent.
    const pasted = await writeFile('pasted.http', `GET {{apiUrl}}/a\nAuthorization: ApiKey ${issued}\n`);
    const inVain = [
      ['Missing: the address', await fail('editRequest', exchangeId)],
      ['Secrets do not belong in a file', await fail('saveRequest', exchangeId, { name: 'Of later' })],
      ['Secrets do not belong in a file', await fail('saveRequest', pasted, { name: 'Pasted' })],
    ] as const;
    for (const [words, { error }] of inVain) {
      assert.equal(error.kind, 'preflight');
      assert.ok(error.message.includes(words), error.message);
    }
    assert.equal((await fail('runSavedRequest', 'Pasted')).error.kind, 'not-found');
    await vscode.workspace.fs.delete(pasted);
  });
});

/** The log of the extension in the output panel, once it holds a text. */
async function logShowing(text: string): Promise<vscode.TextDocument> {
  await succeed('showLog');
  const find = () =>
    vscode.workspace.textDocuments.find(
      (document) => document.uri.scheme === 'output' && document.getText().includes(text),
    );
  return (await eventually(find, (found) => found !== undefined)) ?? assert.fail();
}
