import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { openDraft } from '../../../../src/httpFiles/drafts';
import { closeEditors } from '../../support/extension';

/** Makes folders of drafts, opens one more, and gives the names of those that are left. */
async function leftOf(
  names: readonly string[],
  before: (drafts: string) => Promise<void>,
): Promise<string[]> {
  const storage = mkdtempSync(join(tmpdir(), 'drafts-'));
  const drafts = join(storage, 'requests', 'drafts');
  try {
    for (const name of names) {
      mkdirSync(join(drafts, name), { recursive: true });
      writeFileSync(join(drafts, name, 'GET a.http'), 'GET /v1/a\n');
    }
    await before(drafts);
    await openDraft({ globalStorageUri: vscode.Uri.file(storage) }, 'GET b', 'GET /v1/b\n');
    return readdirSync(drafts);
  } finally {
    await closeEditors();
    rmSync(storage, { recursive: true });
  }
}

describe('drafts', () => {
  it('can be read by their owner only', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'drafts-'));
    try {
      const uri = vscode.Uri.file(storage);
      const { document } = await openDraft({ globalStorageUri: uri }, 'GET b', 'GET /v1/b\n');
      const paths = [document.uri.fsPath, dirname(document.uri.fsPath)];
      const modes = paths.map((path) => statSync(path).mode & 0o077);
      // Windows has no modes.
      assert.deepEqual(modes, process.platform === 'win32' ? modes : [0, 0]);
    } finally {
      await closeEditors();
      rmSync(storage, { recursive: true });
    }
  });

  it('are texts that are not saved where they cannot be written down', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
    const inTheWay = join(folder, 'requests');
    writeFileSync(inTheWay, 'a file, where a folder is needed');
    try {
      const { document } = await openDraft(
        { globalStorageUri: vscode.Uri.file(folder) },
        'GET b',
        'GET /v1/b\n',
      );
      assert.deepEqual([document.isUntitled, document.getText()], [true, 'GET /v1/b\n']);
    } finally {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      rmSync(folder, { recursive: true });
    }
  });

  it('are kept while they are not old: another window may have them open', async () => {
    const names = Array.from({ length: 110 }, (_, age) =>
      new Date(Date.now() - age * 6 * 60 * 60 * 1000).toISOString().replace(/\W/g, ''),
    );
    assert.equal((await leftOf(names, () => Promise.resolve())).length, 111);
  });

  it('are kept while a tab has them, also one that was not looked at yet or is compared, and the oldest others go', async () => {
    const names = Array.from({ length: 102 }, (_, number) => `2020-${String(number).padStart(3, '0')}`);
    const left = await leftOf(names, async (drafts) => {
      const [closed, compared, other] = [0, 1, 101].map((number) =>
        vscode.Uri.file(join(drafts, names[number] ?? '', 'GET a.http')),
      );
      await vscode.commands.executeCommand('vscode.diff', compared, other, 'Compared', { preview: false });
      // As after a reload: there is a tab behind another one, and no document.
      await vscode.commands.executeCommand('vscode.open', other, { preview: false });
      await vscode.commands.executeCommand('vscode.open', closed, { background: true, preview: false });
      assert.ok(vscode.workspace.textDocuments.every(({ uri }) => uri.fsPath !== closed?.fsPath));
    });
    assert.deepEqual(
      left.filter((name) => name < '2020-004'),
      ['2020-000', '2020-001', '2020-003'],
    );
  });
});
