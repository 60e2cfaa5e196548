import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { call, fail, newPdf, sample, succeed, writeFile, readText } from '../support/extension';
import { uploadNew } from '../support/uploads';

describe('files that the service has', () => {
  it('come with their record and the request id, with nothing set up and nothing asked', async () => {
    const uri = await writeFile('fresh.pdf', newPdf());
    const answers = { purpose: 'payment_evidence', duplicates: 'skip' };
    const { data, requestId, exchangeId } = await succeed('uploadFiles', uri, undefined, answers);
    const [result, ...others] = data;
    assert.deepEqual([result?.uri, result?.status, others], [uri.toString(), 'uploaded', []]);
    assert.match(String(result?.file?.['id']), /\.pdf$/);
    assert.equal(result?.file?.['purpose'], 'payment_evidence');
    assert.ok(requestId !== undefined && exchangeId !== undefined);
    assert.deepEqual([result.requestId, result.exchangeId], [requestId, exchangeId]);
  });

  it('are shown with the record as the service gives it, or its error, with the request id', async () => {
    const id = await uploadNew('shown.pdf');
    const { data, requestId } = await succeed('showFileDetails', id);
    assert.deepEqual([data['id'], data['name']], [id, 'shown.pdf']);
    const unknown = await fail('showFileDetails', 'file_none.pdf');
    assert.deepEqual([unknown.error.kind, unknown.error.status], ['api', 404]);
    assert.ok(requestId !== undefined && unknown.requestId !== undefined);
  });

  it('are found by parts of their names and ids, without a prompt', async () => {
    const id = await uploadNew('Rechnung_Größe-2026.pdf');
    const byName = await succeed('findFiles', 'rechnung 2026');
    assert.ok(byName.data.some((record) => record['id'] === id));
    const byId = await succeed('findFiles', id);
    assert.deepEqual(
      byId.data.map((record) => record['id']),
      [id],
    );
    assert.deepEqual((await succeed('findFiles', 'no-such-thing "OR" *')).data, []);
    assert.equal((await succeed('findFiles', '', { limit: 1 })).data.length, 1);
    assert.equal((await fail('findFiles', '', { limit: 0 })).error.kind, 'preflight');
  });

  it('have their id and their link copied', async () => {
    const id = await uploadNew('copied.pdf');
    assert.equal((await succeed('copyFileId', id)).data, id);
    assert.equal(await vscode.env.clipboard.readText(), id);
    const { data } = await succeed('copyContentLink', id);
    assert.match(data, new RegExp(`/v1/files/${id}/content`));
    assert.equal(await vscode.env.clipboard.readText(), data);
  });

  it('are not saved from a link that has expired nor to where nothing can be, and say so', async () => {
    const id = await uploadNew('expired.pdf');
    const target = vscode.Uri.joinPath(await writeFile('a-file', ''), 'below');
    const inVain = await fail('saveContent', id, { target });
    assert.deepEqual([inVain.error.kind, inVain.requestId?.slice(0, 4)], ['preflight', 'req_']);
    await succeed('setLocalSandboxScenario', 'expired-links');
    try {
      const { error } = await fail('saveContent', id, { target: sample('never-written.pdf') });
      assert.equal(error.kind, 'api');
      assert.equal(error.status, 403);
    } finally {
      await succeed('setLocalSandboxScenario', 'normal');
    }
  });

  it('are saved whole: where the disk gets full, the file that was there stays', async () => {
    const id = await uploadNew('saved.pdf');
    const target = await writeFile('saved before.pdf', 'before');
    const handle = await open(target.fsPath);
    await handle.close();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
    const writing = mock.method(
      Object.getPrototypeOf(handle) as FileHandle,
      'writeFile',
      async function (this: FileHandle) {
        await this.write('%PDF');
        throw full;
      },
    );
    const outcome = await call('saveContent', id, { target });
    writing.mock.restore();
    assert.match(outcome.ok ? '' : outcome.error.message, /disk is full/);
    assert.equal(await readText(target), 'before');
    assert.equal((await succeed('saveContent', id, { target })).data.bytes, newPdf().length);
  });

  it('are exported as CSV and JSON, without links that open them', async () => {
    await uploadNew('exported.pdf');
    for (const format of ['csv', 'json'] as const) {
      const target = sample(`export.${format}`);
      const { data } = await succeed('exportFiles', { format, target });
      assert.equal(data.uri, target.toString());
      const text = await readText(target);
      assert.ok(text.includes('exported.pdf') && !text.includes('token='), 'no content link');
      if (format === 'json') assert.equal((JSON.parse(text) as unknown[]).length, data.count);
    }
  });
});
