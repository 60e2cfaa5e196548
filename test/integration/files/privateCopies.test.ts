import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});
