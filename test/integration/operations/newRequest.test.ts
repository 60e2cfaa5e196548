import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DOCUMENTED } from '../../../src/api/model/operations';
import { errorOf } from '../support/contract';
import { call, newPdf, succeed, writeFile } from '../support/extension';
import { acceptAll, dismissAll } from '../support/prompts';

describe('operations that are known', () => {
  it('are found by their words, the documented ones in their order', async () => {
    const paths = async (...args: unknown[]) =>
      (await succeed('findOperations', ...args)).data.map(
        ({ method, path }) => `${String(method)} ${String(path)}`,
      );
    assert.deepEqual(
      await paths(''),
      DOCUMENTED.map(({ method, path }) => `${method} ${path}`),
    );
    assert.deepEqual(await paths('', { limit: 1 }), ['POST /files/upload']);
    assert.deepEqual(await paths('BALANCES post top-up'), ['POST /balances/sandbox/top-up']);
    assert.equal((await errorOf('findOperations', '', { limit: 0 })).kind, 'preflight');
    assert.equal((await errorOf('findOperations', 7)).kind, 'preflight');
  });

  it('are written as requests that can be sent as they are', async () => {
    const uri = await writeFile('operation.pdf', newPdf());
    const uploaded = await succeed('uploadFiles', uri, undefined, {
      purpose: 'payment_evidence',
      duplicates: 'upload',
    });
    const { text } = (await succeed('newRequest', 'getFile', { reveal: false })).data;
    assert.match(text, new RegExp(`^@fileId = ${String(uploaded.data[0]?.file?.['id'])}$`, 'm'));
    const own = await writeFile('operation.http', text);
    assert.equal((await succeed('sendFromFile', own, { reveal: false })).data.status, 200);
    assert.equal((await errorOf('newRequest', 'unknown')).kind, 'not-found');
  });

  it('ask for what is missing before they are sent, with ids that are known here', async () => {
    const uri = await writeFile('asked.pdf', newPdf());
    await succeed('uploadFiles', uri, undefined, { purpose: 'payment_evidence', duplicates: 'upload' });
    const read = { method: 'GET', path: '/files/{fileId}' };
    const dismissed = await dismissAll(call('sendOperation', read, { reveal: false }));
    assert.ok(!dismissed.ok && dismissed.error.kind === 'cancelled');
    assert.equal(dismissed.exchangeId, undefined);
    const sent = await acceptAll(call('sendOperation', read, { reveal: false }));
    assert.ok(sent.ok, JSON.stringify(sent));
    assert.equal((sent.data as { status: number }).status, 200);
  });

  it('open in an editor, by method and path', async () => {
    const { text } = (await succeed('newRequest', { method: 'post', path: '/v1/balances/sandbox/top-up' }))
      .data;
    const shown = () => vscode.window.activeTextEditor;
    assert.equal(shown()?.document.getText(), text);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    // What is to be replaced is selected: the value of a parameter of the path.
    const read = (await succeed('newRequest', 'getFile')).data.text;
    assert.equal(shown()?.document.getText(shown()?.selection), /@fileId = (.*)/.exec(read)?.[1]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are copied as code that sends what a new request of them would, without a key', async () => {
    const topUp = { method: 'POST', path: '/balances/sandbox/top-up', source: 'documented' };
    const { text } = (await succeed('newRequest', topUp, { reveal: false })).data;
    const body = text.slice(text.indexOf('{\n'));
    const code = async (operation: unknown, target: string) => {
      const { data, exchangeId } = await succeed('copyAsCode', operation, { target });
      assert.equal(exchangeId, undefined);
      assert.equal(await vscode.env.clipboard.readText(), data);
      return data;
    };
    const curl = await code(topUp, 'curl');
    assert.ok(curl.includes(body.trim()), curl);
    assert.match(curl, /\/v1\/balances\/sandbox\/top-up[^]*ApiKey \$\{?PAYMENTS_API_KEY/);
    // A row that a menu passes has more fields.
    assert.match(await code({ ...topUp, kind: 'operation', last: undefined }, 'http'), /^POST \{\{apiUrl/m);
    assert.match(await code({ method: 'POST', path: '/files/upload' }, 'python'), /purpose[^]*files=/);
    assert.equal(
      (await errorOf('copyAsCode', { method: 'GET', path: '/no' }, { target: 'curl' })).kind,
      'not-found',
    );
    assert.equal((await errorOf('copyAsCode', topUp, { target: 'cobol' })).kind, 'preflight');
  });
});
