import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { type DroppedFiles, filesDrop } from '../../../src/files/view/drop';
import { newPdf, succeed, writeFile } from '../support/extension';
import { acceptAll } from '../support/prompts';

describe('a folder that is dropped from the desktop', () => {
  it('is uploaded like one that is chosen in the explorer', async () => {
    const { fsPath } = await writeFile('dropped folder/in-dropped-folder.pdf', newPdf());
    // The editor hands a folder over as a file that cannot be read.
    const folder: vscode.DataTransferFile = {
      name: 'dropped folder',
      uri: vscode.Uri.file(dirname(fsPath)),
      data: () => Promise.reject(new Error('It is a folder.')),
    };
    const data = new vscode.DataTransfer();
    data.set('', Object.assign(new vscode.DataTransferItem(''), { asFile: () => folder }));
    const lent: string[] = [];
    const dropped = {
      lend(files: readonly vscode.DataTransferFile[]) {
        lent.push(...files.map(({ name }) => name));
        return { uris: [], keep: () => Promise.resolve(), dispose: () => undefined };
      },
    } as unknown as DroppedFiles;
    const group = { kind: 'group', by: 'purpose', key: 'payment_evidence' } as const;
    const target = { ...group, environment: 'local', generation: 0, count: 1, open: true };
    await acceptAll(filesDrop(dropped, true).handleDrop(target, data));
    assert.deepEqual(lent, []);
    const { data: found } = await succeed('findFiles', 'in-dropped-folder', { environment: 'local' });
    assert.deepEqual(
      found.map(({ state }) => state),
      ['uploaded'],
    );
  });
});
