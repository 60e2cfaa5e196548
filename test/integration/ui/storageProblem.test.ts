import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { StorageService } from '../../../src/services/storage';
import { showStorageProblem } from '../../../src/ui/storageProblem';
import { replaceInWindow } from '../support/registry';

describe('the message about a list that cannot be written', () => {
  it('begins no new one by its button where that was done meanwhile, as in another window', async () => {
    const said = Promise.withResolvers<string>();
    using _ = replaceInWindow({
      showWarningMessage: (_message: string, ...actions: readonly vscode.MessageItem[]) =>
        Promise.resolve(actions.find(({ title }) => title === 'Start a New List')),
      showInformationMessage: (message: string) => {
        said.resolve(message);
        return Promise.resolve(undefined);
      },
    });
    const kept = { problem: undefined, startNewList: () => 'A new one' };
    const service = { get: () => Promise.resolve(kept) } as unknown as StorageService;
    showStorageProblem({ kind: 'newer', message: 'It cannot be written.' }, service);
    assert.equal(await said.promise, 'The list of known files and requests can be written again.');
  });
});
