import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findInWorkspace } from '../../../src/ui/documents/findInWorkspace';
import { writeFile } from '../support/extension';

describe('a search of the workspace', () => {
  it('finds files, and nothing where the editor cannot search', async () => {
    const file = await writeFile('find-me.searched', 'x');
    const found = await findInWorkspace('**/*.searched');
    assert.deepEqual(found?.map(String), [file.toString()]);
    const nowhere = new vscode.RelativePattern(vscode.Uri.parse('nobody-serves-this:/a'), '**/*');
    await assert.rejects(async () => vscode.workspace.findFiles(nowhere));
    assert.equal(await findInWorkspace(nowhere), undefined);
  });
});
