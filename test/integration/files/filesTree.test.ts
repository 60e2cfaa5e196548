import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { FilesTree } from '../../../src/files/view/filesTree';
import { Environments } from '../../../src/services/environments';
import { Settings } from '../../../src/services/settings';
import { openStorage } from '../../../src/storage';
import { memento, newUpload } from '../support/registry';

const environment = 'local';

describe('a group of the Files view', () => {
  it('that the editor still holds from an earlier account shows nothing of the account that is there now', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-tree-'));
    const at = { address: 'https://one' };
    const storage = openStorage({
      file: join(folder, 'files.db'),
      identityOf: () => at.address,
      onProblem: ({ message }) => assert.fail(message),
    });
    const settings = new Settings();
    const environments = new Environments(settings, memento());
    const changes = new vscode.EventEmitter<undefined>();
    const tree = new FilesTree({
      environments,
      storage: () => Promise.resolve(storage),
      state: memento(),
      progress: new UploadProgress(),
      readiness: { missing: () => Promise.resolve(undefined), onDidChange: changes.event },
    });
    try {
      await tree.setGrouping('purpose');
      storage.files.begin([newUpload(environment, 'one.pdf')]);
      const [before] = await tree.getChildren();
      assert.equal((await tree.getChildren(before)).length, 1);
      at.address = 'https://two';
      storage.files.begin([newUpload(environment, 'two.pdf')]);
      const [now] = await tree.getChildren();
      assert.ok(before && now);
      assert.equal((await tree.getChildren(now)).length, 1);
      assert.deepEqual(await tree.getChildren(before), []);
      assert.notEqual(tree.getTreeItem(now).id, tree.getTreeItem(before).id);
    } finally {
      for (const each of [tree, environments, settings, changes]) each.dispose();
      storage.close();
      rmSync(folder, { recursive: true });
    }
  });
});
