import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sendJson } from '../../support/httpServer';
import { KEY, acceptUpload, errorOf, outcomeOf, startService, storedFiles } from '../support/contract';
import { newPdf, sample, writeFile } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };
const read = () => outcomeOf('sendRequest', { path: '/things', environment: 'sandbox', reveal: false });

describe('the history', () => {
  it('finds an exchange by the request id of its first attempt and of its last', async () => {
    const prefix = crypto.randomUUID();
    await using _service = await startService((_request, response, index) => {
      const headers = { 'x-request-id': `${prefix}-${index}`, 'retry-after': '0' };
      sendJson(
        response,
        index < 2 ? 503 : 200,
        index < 2 ? { success: false, code: 'x', message: 'No' } : envelope,
        headers,
      );
    });
    const { exchangeId, requestId } = await read();
    assert.equal(requestId, `${prefix}-2`);
    for (const index of [0, 1, 2]) {
      const found = await outcomeOf('findRequest', `${prefix}-${index}`);
      assert.ok(found.ok);
      assert.equal(found.exchangeId ?? (found.data as { id: string }).id, exchangeId);
    }
    assert.equal((await errorOf('findRequest', `${prefix}-3`)).kind, 'not-found');
    assert.equal((await outcomeOf('copyRequestId', exchangeId)).data, `${prefix}-2`);
    assert.equal(await vscode.env.clipboard.readText(), `${prefix}-2`);
    for (const name of ['copySupportReport', 'copyAsCode']) {
      const { data } = await outcomeOf(name, exchangeId, { target: 'curl' });
      assert.equal(await vscode.env.clipboard.readText(), data);
      assert.ok(typeof data === 'string' && data.length > 20 && !data.includes(KEY));
    }
    assert.equal((await errorOf('copyAsCode', exchangeId, { target: 'cobol' })).kind, 'preflight');
  });
});

describe('an export that cannot be written', () => {
  it('is refused', async () => {
    for (const target of [
      sample('no.json/such/folder.json'),
      sample('.'),
      vscode.Uri.parse('nowhere:/x.json'),
      vscode.Uri.file('/proc/nope/x'),
    ]) {
      await vscode.workspace.fs.writeFile(sample('no.json'), new Uint8Array());
      for (const [name, options] of [
        ['exportHar', { target, environment: 'local' }],
        ['exportFiles', { target, format: 'csv', environment: 'local' }],
      ] as const) {
        const { ok, error } = await outcomeOf(name, options);
        assert.ok(!ok, `${name} ${target.toString()}`);
        assert.equal(error?.kind, 'preflight', `${name} ${target.toString()} ${error?.message}`);
      }
    }
  });
});

describe('a key in the name of a file', () => {
  it('is sent as it is, and in no file of the extension', async () => {
    await using service = await startService(acceptUpload);
    const uri = await writeFile(`invoice ${KEY}.pdf`, newPdf());
    const answers = { purpose: 'payment_evidence', duplicates: 'upload', environment: 'sandbox' };
    assert.ok((await outcomeOf('uploadFiles', uri, undefined, answers)).ok);
    assert.ok(service.server.seen[0]?.body.includes(`invoice ${KEY}.pdf`));
    for (const { name, content } of await storedFiles()) assert.ok(!content.includes(KEY), name);
    await vscode.workspace.fs.delete(uri);
  });
});

describe('the Local Sandbox', () => {
  it('has every scenario of the contract, and no other', async () => {
    for (const scenario of [
      'rate-limited',
      'flaky',
      'slow',
      'offline',
      'malformed',
      'expired-links',
      'normal',
    ]) {
      assert.deepEqual((await outcomeOf('setLocalSandboxScenario', scenario)).data, { scenario });
    }
    for (const scenario of ['', 'Normal', '__proto__', 'constructor', 'x'.repeat(10_000)]) {
      assert.equal((await errorOf('setLocalSandboxScenario', scenario)).kind, 'preflight');
    }
  });
});
