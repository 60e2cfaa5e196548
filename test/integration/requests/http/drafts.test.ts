import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openDraft } from '../../../../src/httpFiles/drafts';
import { closeEditors } from '../../support/extension';

describe('drafts', () => {
  it('are kept while they are not old: another window may have them open', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'drafts-'));
    const drafts = join(storage, 'requests', 'drafts');
    try {
      for (let age = 0; age < 110; age++) {
        const written = new Date(Date.now() - age * 6 * 60 * 60 * 1000);
        mkdirSync(join(drafts, written.toISOString().replace(/\W/g, '')), { recursive: true });
      }
      await openDraft({ globalStorageUri: vscode.Uri.file(storage) }, 'GET b', 'GET /v1/b\n');
      assert.equal(readdirSync(drafts).length, 111);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(storage, { recursive: true });
    }
  });

  it('are kept while a tab has them, also one that was not looked at yet or is compared, and the oldest others go', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'drafts-'));
    const drafts = join(storage, 'requests', 'drafts');
    const draft = (number: number) => join(drafts, `2020-${String(number).padStart(3, '0')}`, 'GET a.http');
    try {
      for (let number = 0; number < 102; number++) {
        mkdirSync(join(draft(number), '..'), { recursive: true });
        writeFileSync(draft(number), 'GET /v1/a\n');
      }
      const [compared, other] = [draft(1), draft(101)].map((path) => vscode.Uri.file(path));
      await vscode.commands.executeCommand('vscode.diff', compared, other, 'Compared', { preview: false });
      // As after a reload: there is a tab behind another one, and no document.
      await vscode.window.showTextDocument(vscode.Uri.file(draft(101)), { preview: false });
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(draft(0)), {
        background: true,
        preview: false,
      });
      assert.ok(vscode.workspace.textDocuments.every(({ uri }) => uri.fsPath !== draft(0)));
      await openDraft({ globalStorageUri: vscode.Uri.file(storage) }, 'GET b', 'GET /v1/b\n');
      const left = readdirSync(drafts).filter((name) => name < '2020-004');
      assert.deepEqual(left, ['2020-000', '2020-001', '2020-003']);
    } finally {
      await closeEditors();
      rmSync(storage, { recursive: true });
    }
  });
});
