import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Dirent, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile as write } from 'node:fs/promises';
import * as vscode from 'vscode';
import { list } from '../../../src/files/check/fileAccess';
import { MAX_WALKED_FILES } from '../../../src/files/check/walk';
import { TEST_KEY } from '../../support/apiClient';
import { files, setUp } from '../support/batches';
import { statuses } from '../support/uploads';
import { acceptUpload } from '../support/contract';
import { newPdf, succeed, writeFile } from '../support/extension';

describe('a file on the disk, between its check and its turn', () => {
  it('is sent where its bytes are the same, and not where they are others, whatever its times say', async () => {
    await using test = await setUp(acceptUpload);
    const { window, seen } = test;
    const padding = new Uint8Array(200_000);
    const contents = [newPdf(), Buffer.concat([newPdf(), padding])];
    for (const [size, content] of contents.entries()) {
      const uris = await Promise.all(
        ['same', 'touched', 'others', 'replaced', 'gone'].map((name) =>
          writeFile(`turn/${size}-${name}.pdf`, Buffer.concat([content, Buffer.from(name.padEnd(9))])),
        ),
      );
      const [, touched = '', others = '', replaced = '', gone = ''] = uris.map(({ fsPath }) => fsPath);
      const checked = await window.check(uris);
      const other = Buffer.concat([content, Buffer.from('different')]);
      const { atime, mtime } = await stat(others);
      await write(others, other);
      await utimes(others, atime, mtime);
      await write(touched, await readFile(touched));
      await write(`${replaced}.new`, other);
      await rename(`${replaced}.new`, replaced);
      await rm(gone);
      const results = await window.send(checked);
      assert.deepEqual(statuses(results), ['uploaded', 'uploaded', 'rejected', 'rejected', 'rejected']);
      assert.match(results[2]?.error?.message ?? '', /changed since it was checked/);
      assert.match(results[4]?.error?.message ?? '', /no longer exists/);
    }
    assert.equal(seen.length, 4);
  });

  it('is rejected in words of which no key is kept that somebody put into its name', async () => {
    await using test = await setUp(acceptUpload);
    const { window } = test;
    const uris = await files(1, 'named');
    const checked = await window.check(uris);
    for (const { fsPath } of uris) await rm(fsPath);
    // Words hold no more than a hundred characters of a name: they end in the middle of the key.
    const name = `${'n'.repeat(90)} ${TEST_KEY}.pdf`;
    assert.deepEqual(statuses(await window.send(checked.map((file) => ({ ...file, name })))), ['rejected']);
    assert.match(window.rows[0]?.error?.message ?? '', /n{90} •+\.pdf.? no longer exists/);
  });

  it('is rejected where a folder, a link to another file or a pipe without a writer is in its place', async () => {
    await using test = await setUp(acceptUpload);
    const { window, seen } = test;
    const uris = await files(4, 'replaced');
    const checked = await window.check(uris);
    const [folder = '', link = '', pipe = ''] = uris.map(({ fsPath }) => fsPath);
    for (const path of [folder, link, pipe]) await rm(path);
    await mkdir(folder);
    await symlink((await writeFile('other.pdf', newPdf())).fsPath, link);
    execFileSync('mkfifo', [pipe]);
    const results = await window.send(checked);
    await Promise.all([rm(folder, { recursive: true }), rm(link), rm(pipe)]);
    assert.deepEqual(statuses(results), ['rejected', 'rejected', 'rejected', 'uploaded']);
    assert.match(results[0]?.error?.message ?? '', /could not be read/);
    assert.equal(seen.length, 1);
  });
});

describe('a folder on the disk', () => {
  it('is rejected as such beside its files where it holds more than can be sent at once', async () => {
    const file = await writeFile('overfull/0.pdf', new Uint8Array());
    const folder = vscode.Uri.joinPath(file, '..');
    for (let at = 1; at <= MAX_WALKED_FILES; at += 1) writeFileSync(`${folder.fsPath}/${at}.pdf`, '');
    const options = { environment: 'local', purpose: 'payment_evidence' } as const;
    const { data: results } = await succeed('uploadFiles', folder, [folder], options);
    await rm(folder.fsPath, { recursive: true });
    assert.equal(results.length, MAX_WALKED_FILES + 1);
    const { uri, status, error } = results.at(-1) ?? {};
    assert.deepEqual([uri, status], [folder.toString(), 'rejected']);
    assert.match(error?.message ?? '', /overfull.? has more files/);
  });

  it('is listed by what its entries are, where all of them are called links, as those of a cloud on Windows', async () => {
    const file = await writeFile('cloud/a.pdf', newPdf());
    const folder = vscode.Uri.joinPath(file, '..');
    await symlink(file.fsPath, vscode.Uri.joinPath(folder, 'link.pdf').fsPath);
    await mkdir(vscode.Uri.joinPath(folder, 'within').fsPath);
    const own = Object.getOwnPropertyDescriptors(Dirent.prototype);
    const no = () => false;
    Object.assign(Dirent.prototype, { isFile: no, isDirectory: no, isSymbolicLink: () => true });
    try {
      const kinds = Object.fromEntries(await list(folder));
      assert.deepEqual(kinds, { 'a.pdf': 'file', 'link.pdf': 'other', within: 'directory' });
    } finally {
      Object.defineProperties(Dirent.prototype, own);
      await rm(folder.fsPath, { recursive: true });
    }
  });
});
