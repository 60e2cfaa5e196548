import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { DroppedFiles, filesDrop } from '../../../src/files/view/drop';
import { FILE_DATA, ok } from '../../support/apiClient';
import { sendJson } from '../../support/httpServer';
import { startService } from '../support/contract';
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

describe('files that are dropped from the desktop', () => {
  const bytes = newPdf();

  it('are kept where they did not arrive, and no others', async () => {
    await using _service = await startService((_request, response, index) => {
      if (index === 0) sendJson(response, 200, ok({ ...FILE_DATA, id: 'file_dropped.pdf' }));
      else sendJson(response, 400, {});
    });
    const kept: string[][] = [];
    const dropOn = async (uri: vscode.Uri): Promise<void> => {
      const keep = (uris: readonly vscode.Uri[]) => Promise.resolve(kept.push(uris.map(String)));
      const lent = { uris: [uri], keep, dispose: () => undefined };
      const drop = filesDrop({ lend: () => lent } as unknown as DroppedFiles, false);
      const group = { kind: 'group', by: 'purpose', key: 'payment_evidence' } as const;
      const target = { ...group, environment: 'sandbox', generation: 0, count: 1, open: true };
      await acceptAll(drop.handleDrop(target, new vscode.DataTransfer()));
    };
    const refused = await writeFile('dropped-and-refused.pdf', newPdf());
    await succeed('switchEnvironment', 'sandbox');
    await dropOn(await writeFile('dropped-and-sent.pdf', newPdf()));
    await dropOn(refused);
    await succeed('switchEnvironment', 'local');
    assert.deepEqual(kept, [[], [refused.toString()]]);
  });

  it('can be read once more where they are kept, although the editor no longer gives them', async () => {
    let files: vscode.FileSystemProvider | undefined;
    const register = (_scheme: string, provider: vscode.FileSystemProvider): vscode.Disposable => {
      files = provider;
      return new vscode.Disposable(() => undefined);
    };
    const property = { value: register, configurable: true, writable: true };
    const before = Object.getOwnPropertyDescriptor(vscode.workspace, 'registerFileSystemProvider') ?? {};
    Object.defineProperty(vscode.workspace, 'registerFileSystemProvider', property);
    const dropped = new DroppedFiles();
    Object.defineProperty(vscode.workspace, 'registerFileSystemProvider', before);
    let isGone = false;
    const data = () => (isGone ? Promise.reject(new Error('It is gone.')) : Promise.resolve(bytes));
    const lent = dropped.lend([
      { name: 'moved meanwhile.pdf', data: () => Promise.reject(new Error('It is gone.')) },
      { name: 'kept.pdf', data },
      { name: 'not kept.pdf', data },
    ]);
    const [moved = assert.fail(), kept = assert.fail(), other = assert.fail()] = lent.uris;
    await lent.keep([moved, kept]);
    isGone = true;
    lent.dispose();
    assert.equal((await files?.stat(kept))?.size, bytes.length);
    assert.deepEqual(await files?.readFile(kept), bytes);
    await assert.rejects(async () => files?.readFile(other), /EntryNotFound|FileNotFound/);
  });
});
