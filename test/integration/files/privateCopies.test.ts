import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { PrivateCopies } from '../../../src/files/records/privateCopies';

describe('copies of contents that windows left', () => {
  it('are removed unless their window lives, also where another process has its number since a restart', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'copies-'));
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
    const copies = new PrivateCopies(vscode.Uri.file(storage));
    try {
      await copies.open('note.txt', Buffer.from('text'), 'text/plain');
      assert.deepEqual(readdirSync(opened).sort(), [String(living), String(process.pid)].sort());
    } finally {
      copies.dispose();
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      rmSync(storage, { recursive: true, force: true });
    }
  });
});

describe('a copy of a content', () => {
  it('is opened also where its name has more bytes than a file system takes', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'copies-'));
    const copies = new PrivateCopies(vscode.Uri.file(storage));
    try {
      for (const end of ['請求書.txt', '🧾.json']) {
        const uri = await copies.open(end.slice(0, 2).repeat(60) + end, Buffer.from('{}'), 'text/plain');
        assert.ok(uri.path.endsWith(end));
      }
    } finally {
      copies.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(storage, { recursive: true, force: true });
    }
  });

  it('is there until its last tab is closed, and not only until the first', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'copies-'));
    const copies = new PrivateCopies(vscode.Uri.file(storage));
    const removed = ({ fsPath }: vscode.Uri) =>
      new Promise<void>((resolve) => {
        const watcher = watch(dirname(dirname(fsPath)), () => {
          if (existsSync(fsPath)) return;
          watcher.close();
          resolve();
        });
      });
    try {
      const uri = await copies.open('note.txt', Buffer.from('text'), 'text/plain');
      await vscode.commands.executeCommand('vscode.open', uri, vscode.ViewColumn.Beside);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      const other = await copies.open('other.txt', Buffer.from('text'), 'text/plain');
      const otherIsGone = removed(other);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await otherIsGone;
      assert.ok(existsSync(uri.fsPath));
      const isGone = removed(uri);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await isGone;
    } finally {
      copies.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(storage, { recursive: true, force: true });
    }
  });
});
