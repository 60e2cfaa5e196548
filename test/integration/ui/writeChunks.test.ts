import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { failureOf } from '../../../src/ui/failures';
import { writeChunks } from '../../../src/ui/documents/writeChunks';
import { sample, writeFile } from '../support/extension';

async function* pieces(): AsyncIterable<string> {
  yield await Promise.resolve('one, ');
  yield 'two';
}

describe('a file that is written in pieces', () => {
  it('says that the disk is full, which the system says without a path', () => {
    const message = 'The disk is full. Free some space, then try again.';
    for (const full of ['ENOSPC: no space left on device, write', 'EDQUOT: disk quota exceeded, write']) {
      const { error } = failureOf(Object.assign(new Error(full), { syscall: 'write' }));
      assert.deepEqual(error, { kind: 'preflight', message });
    }
  });

  it('says why it cannot be, and what to do, without the file that was written beside it', async () => {
    const folder = sample('a folder').fsPath;
    await mkdir(folder);
    const refused = await writeChunks(vscode.Uri.file(folder), pieces()).catch(failureOf);
    await rm(folder, { recursive: true });
    const { kind, message = '' } = refused?.error ?? {};
    assert.equal(kind, 'preflight');
    assert.match(
      message,
      /^The file could not be read or written: E\w+: .*a folder'\. Choose another file\.$/,
    );
    assert.doesNotMatch(message, /\.part/);
  });

  it('holds all pieces, one after the other', async () => {
    const target = await writeFile('pieces.txt', new Uint8Array());
    await writeChunks(target, pieces());
    assert.equal(await readFile(target.fsPath, 'utf8'), 'one, two');
    await vscode.workspace.fs.delete(target);
  });

  it('has a name as long as the system takes, is in a new folder, and is what a link in its place leads to', async () => {
    const folder = sample('pieces/of a file').fsPath;
    const long = join(folder, 'x'.repeat(255));
    const link = join(folder, 'link');
    await writeChunks(vscode.Uri.file(long), ['before']);
    await symlink(long, link);
    // Fewer rights than a new file has, and more.
    for (const rights of [0o600, 0o666]) {
      if (process.platform !== 'win32') await chmod(long, rights);
      const { mode } = await lstat(long);
      await writeChunks(vscode.Uri.file(link), pieces());
      assert.equal(await readFile(long, 'utf8'), 'one, two');
      assert.ok((await lstat(link)).isSymbolicLink());
      assert.equal((await lstat(long)).mode, mode);
    }
    await rm(sample('pieces').fsPath, { recursive: true });
  });
});
