import assert from 'node:assert/strict';
import { type FileHandle, open, readFile, readlink, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { writeChunks } from '../../../src/ui/documents/writeChunks';
import { sample, writeFile } from '../support/extension';

async function* pieces(): AsyncIterable<string> {
  yield await Promise.resolve('one, ');
  yield 'two';
}

describe('a file that is written in pieces', () => {
  it('is whole, also where the system takes less at once than it was given, as a disk that is almost full does', async () => {
    const target = await writeFile('pieces.txt', new Uint8Array());
    const handle = await open(target.fsPath);
    await handle.close();
    const all = Object.getPrototypeOf(handle) as { write: unknown };
    const { write } = all;
    all.write = async function (this: FileHandle, text: string): Promise<unknown> {
      return Reflect.apply(write as FileHandle['write'], this, [text.slice(0, 2)]);
    };
    try {
      await writeChunks(target, pieces());
    } finally {
      all.write = write;
    }
    assert.equal(await readFile(target.fsPath, 'utf8'), 'one, two');
    await vscode.workspace.fs.delete(sample('pieces.txt'));
  });

  it('is written where a link leads to, and the link stays', async function () {
    // Windows makes links for administrators alone.
    if (process.platform === 'win32') this.skip();
    const target = await writeFile('linked.txt', 'before');
    const link = sample('link.txt');
    await symlink(target.fsPath, link.fsPath);
    await writeChunks(link, pieces());
    assert.equal(await readlink(link.fsPath), target.fsPath);
    assert.equal(await readFile(target.fsPath, 'utf8'), 'one, two');
    for (const uri of [link, target]) await vscode.workspace.fs.delete(uri);
  });
});
