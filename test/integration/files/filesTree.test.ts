import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { FilesTree } from '../../../src/files/view/filesTree';
import { Environments } from '../../../src/services/environments/environments';
import { Settings } from '../../../src/services/environments/settings';
import { timesOf } from '../../../src/files/view/fileItems';
import type { FileNode } from '../../../src/files/view/fileNodes';
import { timeOf, type DayNode } from '../../../src/requests/view/requestNodes';
import type { Storage, UnfinishedUpload } from '../../../src/storage';
import { servicesWith } from '../support/services';
import { memento, newStorage, replaceInWindow, watchContext } from '../support/registry';
import { createFileCommands } from '../../../src/files/commands/fileCommands';
import type { FileRecords } from '../../../src/files/records/fileRecords';
import type { Action } from '../../../src/ui/messages';
import { begin, beginAll, newUpload } from '../../unit/storage/support';

const environment = 'local';

describe('the Files view', () => {
  let window: ReturnType<typeof newStorage>;
  let storage: Storage;
  let tree: FilesTree;
  let environments: Environments;
  let disposables: readonly { dispose(): unknown }[];
  const at = { address: 'https://one' };

  beforeEach(() => {
    window = newStorage({ identityOf: () => at.address });
    ({ storage } = window);
    const settings = new Settings();
    environments = new Environments(settings, memento());
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

  it('says of the environment that is active now whether it has files, also while nobody looks at it', async () => {
    storage.files.beginBatch([newUpload('one.pdf', { environment })]);
    using context = watchContext('paymentsApi.hasFiles');
    await environments.switchTo('sandbox');
    await nextTurn();
    await environments.switchTo('local');
    await nextTurn();
    assert.deepEqual(context.said, [false, true]);
  });

  it('shows nothing of the account that is there now below a group of an earlier one', async () => {
    await tree.setGrouping('purpose');
    storage.files.beginBatch([newUpload('one.pdf', { environment })]);
    const [before] = await tree.getChildren();
    assert.equal((await tree.getChildren(before)).length, 1);
    at.address = 'https://two';
    storage.files.beginBatch([newUpload('two.pdf', { environment })]);
    const [now] = await tree.getChildren();
    assert.ok(before && now);
    assert.equal((await tree.getChildren(now)).length, 1);
    assert.deepEqual(await tree.getChildren(before), []);
    assert.notEqual(tree.getTreeItem(now).id, tree.getTreeItem(before).id);
  });

  it('offers one thing to do where there is no file yet', async () => {
    const rows = (await shown()).map(({ label, command }) => [label, command?.command]);
    const [what, offer] = [
      ['No files yet. Drop some here, or:', undefined],
      ['Upload Files…', 'paymentsApi.uploadFiles'],
    ];
    assert.deepEqual(rows, [what, offer]);
  });

  it('keeps its groups while a filter is set, whose first row clears it', async () => {
    await tree.setGrouping('purpose');
    storage.files.beginBatch([newUpload('one.pdf', { environment }), newUpload('two.pdf', { environment })]);
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

  it('shows a hundred, and a hundred more when asked', async () => {
    const names = Array.from({ length: 205 }, (_, n) => newUpload(`${n}.pdf`, { environment }));
    storage.files.beginBatch(names);
    for (const count of [100, 200, 205]) {
      const last = (await tree.getChildren()).at(-1);
      assert.deepEqual([tree.shownFiles.length, last?.kind], [count, count < 205 ? 'line' : 'file']);
      if (last?.kind !== 'line') continue;
      const { label, command } = tree.getTreeItem(last);
      assert.deepEqual([label, command?.command], ['Load more', 'paymentsApi.loadMoreFiles']);
      assert.deepEqual(command?.arguments, [last]);
      tree.loadMore(last.group);
    }
  });

  it('loses the files that are taken out, and has them back with Undo', async () => {
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
      storage.files.keepDetails(environment, { fileId: name, details: { name } });
    const names = async () => {
      await tree.getChildren();
      return tree.shownFiles.map(({ name }) => name).sort();
    };
    const shown: { message: string; undo: Action }[] = [];
    const showInformationMessage = (message: string, undo: Action) => {
      shown.push({ message, undo });
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showInformationMessage });
    const never = () => assert.fail();
    const commands = createFileCommands(servicesWith({ storage }), {} as FileRecords, never, never);
    const rows = (await tree.getChildren()).filter((node) => node.kind === 'file').slice(0, 2);
    await commands.forgetFile(rows[0], rows);
    assert.equal((await names()).length, 1);
    const [{ message, undo } = assert.fail()] = shown;
    assert.match(message, /^Removed from the Files view: .\.pdf, .\.pdf\. Nothing changes on the service\.$/);
    assert.equal(undo.title, 'Undo');
    undo.run();
    assert.deepEqual(await names(), ['a.pdf', 'b.pdf', 'c.pdf']);
    const [{ file } = assert.fail()] = storage.files.beginBatch([newUpload('d.pdf', { environment })]);
    await assert.rejects(commands.forgetFile({ file }, undefined), {
      message: /Cancel the upload first/,
    });
  });

  it('opens the first groups only: the rows of each cost the editor time', async () => {
    const purposes = ['one', 'two', 'three'];
    storage.files.beginBatch(purposes.map((purpose) => newUpload(purpose, { environment, purpose })));
    await tree.setGrouping('purpose');
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const states = (await shown()).map(({ collapsibleState }) => collapsibleState);
    assert.deepEqual(states, [Expanded, Expanded, Collapsed]);
  });

  it('draws the names of days again at midnight, as the Requests view does', async () => {
    storage.files.beginBatch([newUpload('one.pdf', { environment })]);
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
      const upload = begin(storage, { ...newUpload(name, { environment }), purpose });
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
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const cases: [name: string, state: UnfinishedUpload['state'] | undefined, said: string, icon: string][] =
      [
        ['cancelled.pdf', 'cancelled', ', Cancelled · now', 'circle-slash disabledForeground'],
        // High-contrast themes leave out the colours for lists.
        ['failed.pdf', 'failed', ', Failed · now', 'error errorForeground'],
        ['there.pdf', undefined, ', uploaded, now', 'file-text '],
        ['under-way.pdf', undefined, ', Uploading · now', 'sync~spin '],
        ['unknown.pdf', 'unknown', ', Outcome unknown · now', 'question editorWarning.foreground'],
        ['waiting.pdf', undefined, ', Waiting · now', 'clock '],
      ];
    const uploads = beginAll(
      storage,
      cases.map(([name]) => newUpload(name, { environment, mimeType })),
    );
    const error = { kind: 'network', message: 'No way there.' } as const;
    for (const [index, { key, name }] of uploads.entries()) {
      const state = cases[index]?.[1];
      if (name !== 'waiting.pdf') storage.files.startSending(key);
      if (state !== undefined) storage.files.fail(key, { state, error });
      if (name === 'there.pdf') storage.files.finish(key, { fileId: 'file_there.pdf' });
    }
    await tree.setSort('name');
    const rows = (await shown()).map(({ command, accessibilityInformation, iconPath }) => {
      const { id, color } = iconPath as vscode.ThemeIcon;
      return [command?.command, accessibilityInformation?.label, `${id} ${color?.id ?? ''}`];
    });
    const command = 'paymentsApi.showFileDetails';
    assert.deepEqual(
      rows,
      cases.map(([name, , said, icon]) => [command, `${name}${said} · 1.23 kB, Payment evidence`, icon]),
    );
  });
});
