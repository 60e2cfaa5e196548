import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { askExportTarget, exportTo } from '../../../src/files/commands/exportFiles';
import { openStorage, type Storage } from '../../../src/storage';
import { sample } from '../support/extension';
import { newUpload } from '../../unit/storage/support';
import { removeFolder } from '../../host/cleanup.mts';

const FILES = 1100;

describe('the name that is suggested for an export', () => {
  const { showSaveDialog } = vscode.window;
  const { workspaceFolders } = vscode.workspace;
  const inFolders = (value: typeof workspaceFolders) => {
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => value });
  };
  before(() => {
    const choose = ({ defaultUri }: vscode.SaveDialogOptions) => Promise.resolve(defaultUri);
    Object.assign(vscode.window, { showSaveDialog: choose });
  });
  after(() => {
    Object.assign(vscode.window, { showSaveDialog });
    inFolders(workspaceFolders);
  });

  it('is that of one file in the workspace, whatever the id of the environment', async () => {
    for (const [id, name] of [
      ['sandbox', 'files-sandbox.csv'],
      ['a/../../b:c', 'files-a_.._.._b_c.csv'],
    ] as const) {
      assert.equal((await askExportTarget('csv', id)).path, sample(name).path);
    }
  });

  it('is there also in a window without a folder', async () => {
    inFolders(undefined);
    const uri = await askExportTarget('json', 'sandbox');
    assert.equal(uri.fsPath, join(homedir(), 'files-sandbox.json'));
  });
});

describe('an export of many files', () => {
  let folder: string;
  let storage: Storage;
  let target: vscode.Uri;
  const scope = { kind: 'query', environment: 'local' } as const;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    storage = openStorage({
      file: join(folder, 'files.db'),
      onProblem: ({ message }) => assert.fail(message),
    });
    storage.files.begin(
      Array.from({ length: FILES }, (_, n) => newUpload(`${n}.pdf`, { environment: 'local' })),
    );
    target = vscode.Uri.file(join(mkdtempSync(join(folder, 'target-')), 'files.csv'));
    writeFileSync(target.fsPath, 'before');
  });
  after(() => {
    storage.close();
    removeFolder(folder);
  });

  it('stops at Cancel, and leaves what was there before', async () => {
    const reports: string[] = [];
    const exporting = exportTo(target, 'csv', scope, storage.files, (_title, work) => {
      const cancel = new AbortController();
      return work(cancel.signal, (message) => {
        if (reports.push(message) === 2) cancel.abort();
      });
    });
    await assert.rejects(exporting, { kind: 'cancelled' });
    assert.deepEqual(reports, ['250 of 1100', '500 of 1100']);
    assert.equal(readFileSync(target.fsPath, 'utf8'), 'before');
    assert.deepEqual(readdirSync(join(target.fsPath, '..')), ['files.csv']);
  });

  it('says how far it is', async () => {
    const seen: number[] = [];
    const count = await exportTo(target, 'csv', scope, storage.files, (_title, work) =>
      work(new AbortController().signal, (_message, percent) => {
        seen.push(Math.round(percent ?? 0));
      }),
    );
    assert.equal(count, FILES);
    assert.equal(readFileSync(target.fsPath, 'utf8').trimEnd().split('\r\n').length, FILES + 1);
    assert.deepEqual(seen, [23, 45, 68, 91, 100]);
  });
});
