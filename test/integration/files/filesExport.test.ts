import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createRedactor } from '../../../src/api/model/redact';
import { askExportTarget, askScope, exportTo } from '../../../src/files/commands/exportFiles';
import { sample } from '../support/extension';
import { begin, newUpload } from '../../unit/storage/support';
import { newStorage, replaceInWindow } from '../support/registry';

const FILES = 1100;
const noKeys = createRedactor([]);

describe('the name that is suggested for an export', () => {
  const { workspaceFolders } = vscode.workspace;
  const inFolders = (value: typeof workspaceFolders) => {
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => value });
  };
  const showSaveDialog = ({ defaultUri }: vscode.SaveDialogOptions) => Promise.resolve(defaultUri);

  it('is that of one file in the workspace, whatever the id of the environment', async () => {
    using _ = replaceInWindow({ showSaveDialog });
    for (const [id, name] of [
      ['sandbox', 'files-sandbox.csv'],
      ['a/../../b:c', 'files-a_.._.._b_c.csv'],
    ] as const) {
      assert.equal((await askExportTarget('csv', id)).path, sample(name).path);
    }
  });

  it('is there also in a window without a folder', async () => {
    using _ = replaceInWindow({ showSaveDialog });
    inFolders(undefined);
    const uri = await askExportTarget('json', 'sandbox').finally(() => inFolders(workspaceFolders));
    assert.equal(uri.fsPath, join(homedir(), 'files-sandbox.json'));
  });
});

describe('the question what to export', () => {
  it('offers the files that match a filter only where there are some, and is asked all the same', async () => {
    const shown: string[] = [];
    const showQuickPick = ([first, ...others]: readonly vscode.QuickPickItem[]) => {
      shown.push([first, ...others].map((item) => item?.label).join(', '));
      return Promise.resolve(first);
    };
    using _ = replaceInWindow({ showQuickPick });
    for (const count of [1, 0]) await askScope({ count: () => count }, 'local', [], 'paper');
    const all = 'All files of this environment';
    assert.deepEqual(shown, [`The files that match "paper", ${all}`, all]);
  });
});

describe('an export', () => {
  it('has what became of each file, and what is known of it, but no link', async () => {
    await using window = newStorage();
    const { files } = window.storage;
    const contentLink = { url: 'https://content.test/p', expiryDate: '2026-01-01T00:00:00.000Z' };
    const record = { id: 'file_1', name: '=there.pdf', size: 'as the service has it' };
    const there = files.keepDetails('local', { fileId: 'file_1', details: { ...record, contentLink } });
    const failed = begin({ files }, newUpload('failed.pdf', { environment: 'local' }));
    const error = { kind: 'api', message: 'It may be there.', status: 500 } as const;
    files.fail(failed.key, { state: 'failed', error, requestId: 'req-1' });
    const rows = [there, failed].flatMap(({ key }) => files.getByKey(key) ?? []);
    const textOf = async (format: 'csv' | 'json') => {
      const target = vscode.Uri.file(join(window.folder, `files.${format}`));
      await exportTo(target, format, { kind: 'rows', files: rows }, files, noKeys);
      return readFileSync(target.fsPath, 'utf8');
    };
    const { name, purpose, mimeType, size, sha256, uri: uploadedFrom } = failed;
    const sent = { size, sha256, uploadedFrom, requestId: 'req-1', error: 'It may be there.' };
    assert.deepEqual(JSON.parse(await textOf('json')), [
      { ...record, state: 'uploaded', environment: 'local' },
      { name, purpose, mimeType, state: 'failed', environment: 'local', ...sent },
    ]);
    const [, first = '', second = ''] = (await textOf('csv')).split('\r\n');
    assert.match(first, /^"file_1","uploaded","'=there\.pdf",.*,"2026-01-01T00:00:00\.000Z","local"$/);
    assert.match(second, /^,"failed","failed\.pdf","payment_evidence",.*,"req-1",,,"local"$/);
  });
});

describe('an export of many files', () => {
  let window: ReturnType<typeof newStorage>;
  let target: vscode.Uri;
  const scope = { kind: 'query', environment: 'local' } as const;

  before(() => {
    window = newStorage();
    window.storage.files.beginBatch(
      Array.from({ length: FILES }, (_, n) => newUpload(`${n}.pdf`, { environment: 'local' })),
    );
    target = vscode.Uri.file(join(mkdtempSync(join(window.folder, 'target-')), 'files.csv'));
    writeFileSync(target.fsPath, 'before');
  });
  after(() => window[Symbol.asyncDispose]());

  it('stops at Cancel, and leaves what was there before', async () => {
    const reports: string[] = [];
    const exporting = exportTo(target, 'csv', scope, window.storage.files, noKeys, (_title, work) => {
      const cancel = new AbortController();
      return work(cancel.signal, (message) => {
        if (reports.push(message) === 2) cancel.abort();
      });
    });
    await assert.rejects(exporting, { kind: 'cancelled' });
    assert.deepEqual(reports, ['250 of 1,100', '500 of 1,100']);
    assert.equal(readFileSync(target.fsPath, 'utf8'), 'before');
    assert.deepEqual(readdirSync(join(target.fsPath, '..')), ['files.csv']);
  });

  it('says how far it is', async () => {
    const seen: number[] = [];
    const count = await exportTo(target, 'csv', scope, window.storage.files, noKeys, (_title, work) =>
      work(new AbortController().signal, (_message, percent) => {
        seen.push(Math.round(percent ?? 0));
      }),
    );
    assert.equal(count, FILES);
    assert.equal(readFileSync(target.fsPath, 'utf8').trimEnd().split('\r\n').length, FILES + 1);
    assert.deepEqual(seen, [23, 45, 68, 91, 100]);
  });
});
