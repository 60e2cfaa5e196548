import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../host/editor/waiting.mts';
import { PrivateCopies } from '../../../src/files/records/privateCopies';
import { closeEditors } from '../support/extension';

/** Opens copies as a window does that begins with this storage, and ends it with the test. */
const withCopies = (test: (copies: () => PrivateCopies, storage: string) => Promise<void>) => async () => {
  const storage = mkdtempSync(join(tmpdir(), 'copies-'));
  let copies: PrivateCopies | undefined;
  try {
    await test(() => (copies ??= new PrivateCopies(vscode.Uri.file(storage))), storage);
  } finally {
    copies?.dispose();
    await closeEditors();
    rmSync(storage, { recursive: true, force: true });
  }
};

describe('copies of contents that windows left', () => {
  it(
    'are removed unless their window lives, also where another process has its number since a restart',
    withCopies(async (copies, storage) => {
      const opened = join(storage, 'opened');
      const leave = (pid: number | string) => {
        const folder = join(opened, String(pid));
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'passport.pdf'), 'of somebody');
        return folder;
      };
      const living = process.ppid;
      leave(living);
      // No process has this number, which is too large on every system.
      leave(2 ** 30);
      leave('no number');
      // The first process of a system lives as long as that does.
      utimesSync(leave(1), 0, 0);
      await copies().open('note.txt', Buffer.from('text'), 'text/plain');
      assert.deepEqual(readdirSync(opened).sort(), [String(living), String(process.pid)].sort());
    }),
  );
});

describe('a copy of a content', () => {
  it(
    'is opened also where its name has more bytes than a file system takes',
    withCopies(async (copies) => {
      for (const end of ['請求書.txt', '🧾.json']) {
        const uri = await copies().open(end.slice(0, 2).repeat(60) + end, Buffer.from('{}'), 'text/plain');
        assert.ok(uri.path.endsWith(end));
      }
    }),
  );

  it(
    'is gone once its window has closed, and is not made any more',
    withCopies(async (copies) => {
      const open = () => copies().open('note.txt', Buffer.from('text'), 'text/plain');
      const { fsPath } = await open();
      copies().dispose();
      assert.ok(!existsSync(fsPath));
      await assert.rejects(open(), { name: 'AbortError' });
    }),
  );

  it(
    'is there until its last tab is closed, and not only until the first',
    withCopies(async (copies) => {
      const isGone = ({ fsPath }: vscode.Uri) => until(() => !existsSync(fsPath));
      const uri = await copies().open('note.txt', Buffer.from('text'), 'text/plain');
      await vscode.commands.executeCommand('vscode.open', uri, vscode.ViewColumn.Beside);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      const other = await copies().open('other.txt', Buffer.from('text'), 'text/plain');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await isGone(other);
      assert.ok(existsSync(uri.fsPath));
      await closeEditors();
      await isGone(uri);
    }),
  );
});
