import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { FilesTree } from '../../../src/files/view/filesTree';
import { Environments } from '../../../src/services/environments/environments';
import { Settings } from '../../../src/services/environments/settings';
import { timesOf } from '../../../src/files/view/fileItems';
import type { FileNode } from '../../../src/files/view/fileNodes';
import { timeOf, type DayNode } from '../../../src/requests/view/requestNodes';
import type { Storage } from '../../../src/storage';
import { servicesWith } from '../support/services';
import { memento, newStorage } from '../support/registry';
import { newUpload } from '../../unit/storage/support';

const environment = 'local';

describe('the Files view', () => {
  let window: ReturnType<typeof newStorage>;
  let storage: Storage;
  let tree: FilesTree;
  let disposables: readonly { dispose(): unknown }[];
  const at = { address: 'https://one' };

  beforeEach(() => {
    window = newStorage({ identityOf: () => at.address });
    ({ storage } = window);
    const settings = new Settings();
    const environments = new Environments(settings, memento());
    const changes = new vscode.EventEmitter<undefined>();
    tree = new FilesTree(servicesWith({ environments, storage, state: memento() }), new UploadProgress(), {
      missing: () => Promise.resolve(undefined),
      onDidChange: changes.event,
    });
    disposables = [tree, environments, settings, changes];
  });
  afterEach(() => {
    for (const each of disposables) each.dispose();
    return window[Symbol.asyncDispose]();
  });

  const shown = async (parent?: FileNode): Promise<vscode.TreeItem[]> =>
    (await tree.getChildren(parent)).map((node) => tree.getTreeItem(node));

  it('shows nothing of the account that is there now below a group of an earlier one', async () => {
    await tree.setGrouping('purpose');
    storage.files.begin([newUpload('one.pdf', { environment })]);
    const [before] = await tree.getChildren();
    assert.equal((await tree.getChildren(before)).length, 1);
    at.address = 'https://two';
    storage.files.begin([newUpload('two.pdf', { environment })]);
    const [now] = await tree.getChildren();
    assert.ok(before && now);
    assert.equal((await tree.getChildren(now)).length, 1);
    assert.deepEqual(await tree.getChildren(before), []);
    assert.notEqual(tree.getTreeItem(now).id, tree.getTreeItem(before).id);
  });

  it('offers one thing to do where there is no file yet', async () => {
    const rows = await shown();
    assert.deepEqual(
      rows.map(({ label, command }) => [label, command?.command]),
      [
        ['No files yet. Drop some here, or:', undefined],
        ['Upload Files…', 'paymentsApi.uploadFiles'],
      ],
    );
  });

  it('keeps its groups while a filter is set, whose first row clears it', async () => {
    await tree.setGrouping('purpose');
    storage.files.begin([newUpload('one.pdf', { environment }), newUpload('two.pdf', { environment })]);
    tree.setFilter('two');
    const [clear, group, ...more] = await tree.getChildren();
    assert.ok(clear && group);
    const { command } = tree.getTreeItem(clear);
    // It says which row is about to go.
    assert.deepEqual([command?.command, command?.arguments], ['paymentsApi.clearFileFilter', [clear]]);
    assert.equal(tree.getTreeItem(group).label, 'Payment evidence');
    assert.equal(tree.getTreeItem(group).accessibilityInformation?.label, 'Payment evidence, 1');
    assert.deepEqual(more, []);
    assert.deepEqual(
      (await shown(group)).map(({ label }) => label),
      ['two.pdf'],
    );
    tree.setFilter('three');
    assert.deepEqual(
      (await shown()).map(({ label }) => label),
      ['Clear Files Filter', 'No file matches "three".'],
    );
  });

  it('opens the first groups only: the rows of each cost the editor time', async () => {
    const purposes = ['one', 'two', 'three'];
    storage.files.begin(purposes.map((purpose) => newUpload(purpose, { environment, purpose })));
    await tree.setGrouping('purpose');
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const states = (await shown()).map(({ collapsibleState }) => collapsibleState);
    assert.deepEqual(states, [Expanded, Expanded, Collapsed]);
  });

  it('draws the names of days anew at midnight, as the Requests view does', async () => {
    storage.files.begin([newUpload('one.pdf', { environment })]);
    await tree.setGrouping('day');
    const [group] = await tree.getChildren();
    assert.ok(group);
    const day: DayNode = { kind: 'day', environment, generation: 0, day: '2026-03-28', open: true };
    const [evening, midnight] = [new Date(2026, 2, 28, 21, 30).getTime(), new Date(2026, 2, 29).getTime()];
    assert.deepEqual(timesOf(group, evening), [midnight]);
    assert.equal(timeOf(day, evening), midnight);
  });

  it('says in a row its age and size, and its purpose only beside rows of another one', async () => {
    const add = (name: string, purpose: string) => {
      const [upload] = storage.files.begin([{ ...newUpload(name, { environment }), purpose }]);
      assert.ok(upload);
      storage.files.startSending(upload.key);
      storage.files.finish(upload.key, { fileId: `file_${name}` });
    };
    const described = async (parent?: FileNode) =>
      (await shown(parent)).map(({ description }) => String(description)).sort();
    add('one.pdf', 'payment_evidence');
    assert.deepEqual(await described(), ['now · 1.23 kB']);
    add('two.pdf', 'other');
    assert.deepEqual(await described(), ['now · 1.23 kB · Payment evidence', 'now · 1.23 kB · other']);
    await tree.setGrouping('purpose');
    const [group] = await tree.getChildren();
    assert.deepEqual(await described(group), ['now · 1.23 kB']);
    tree.setFilter('pdf');
    const [, filtered] = await tree.getChildren();
    assert.deepEqual(await described(filtered), ['now · 1.23 kB']);
  });

  it('opens the details of every row, whatever became of its upload, and names state, purpose and age', async () => {
    const names = ['waiting.pdf', 'under-way.pdf', 'failed.pdf', 'cancelled.pdf', 'unknown.pdf', 'there.pdf'];
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const uploads = storage.files.begin(names.map((name) => newUpload(name, { environment, mimeType })));
    const [, underWay, failed, cancelled, unknown, there] = uploads.map(({ key }) => key);
    for (const key of [underWay, failed, cancelled, unknown, there]) storage.files.startSending(key ?? 0);
    const error = { kind: 'network', message: 'No way there.' } as const;
    storage.files.fail(failed ?? 0, { state: 'failed', error });
    storage.files.fail(cancelled ?? 0, { state: 'cancelled', error });
    storage.files.fail(unknown ?? 0, { state: 'unknown', error });
    storage.files.finish(there ?? 0, { fileId: 'file_there.pdf' });
    await tree.setSort('name');
    const rows = await shown();
    assert.deepEqual(
      new Set(rows.map(({ command }) => command?.command)),
      new Set(['paymentsApi.showFileDetails']),
    );
    assert.deepEqual(
      rows.map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        'cancelled.pdf, Cancelled · now · 1.23 kB, Payment evidence',
        'failed.pdf, Failed · now · 1.23 kB, Payment evidence',
        'there.pdf, uploaded, now · 1.23 kB, Payment evidence',
        'under-way.pdf, Uploading · now · 1.23 kB, Payment evidence',
        'unknown.pdf, Outcome unknown · now · 1.23 kB, Payment evidence',
        'waiting.pdf, Waiting · now · 1.23 kB, Payment evidence',
      ],
    );
    // High-contrast themes leave out the colours for lists.
    assert.deepEqual(
      rows
        .slice(1, 5)
        .map(({ iconPath }) => [(iconPath as vscode.ThemeIcon).id, (iconPath as vscode.ThemeIcon).color?.id]),
      [
        ['error', 'errorForeground'],
        ['file-text', undefined],
        ['sync~spin', undefined],
        ['question', 'editorWarning.foreground'],
      ],
    );
  });
});
