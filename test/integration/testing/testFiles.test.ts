import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { keepProfiles } from '../../../src/testing/register';
import { environmentAt } from '../../support/services';
import { sample, writeFile } from '../support/extension';
import { eventually, until } from '../../host/editor/waiting.mts';
import { bench, children, file, WatchedController } from '../support/testingView';

describe('the Testing view', () => {
  it('has a run profile for each environment, as it is named now, the active one first to run', () => {
    const watched = new WatchedController();
    const changed = new vscode.EventEmitter<void>();
    const [one = assert.fail(), other = assert.fail(), third] = ['one', 'other', 'third'].map((id) =>
      environmentAt('http://127.0.0.1:1', { id, name: id, type: id === 'other' ? 'production' : 'sandbox' }),
    );
    const environments = { all: [one, other] as const, active: one, onDidChange: changed.event };
    const keeping = keepProfiles(watched.controller, environments, () => assert.fail('Nothing is run'));
    const shown = () => watched.profiles.map(({ label, isDefault }) => [label, isDefault]);
    assert.deepEqual(shown(), [
      ['one', true],
      ['PRODUCTION (other)', false],
    ]);
    const [first = assert.fail(), second = assert.fail()] = watched.profiles;
    const gone = [first, second].map((profile) => mock.method(profile, 'dispose'));

    Object.assign(environments, { all: [{ ...other, name: 'renamed' }, third], active: third });
    changed.fire();
    assert.deepEqual(
      gone.map((dispose) => dispose.mock.callCount()),
      [1, 0],
    );
    assert.deepEqual(shown().slice(1), [
      ['PRODUCTION (renamed)', false],
      ['third', true],
    ]);
    keeping.dispose();
    watched.dispose();
  });

  it('has the files of the workspace alone, also where others with their names are changed', async () => {
    await using here = await bench();
    const { controller } = here.watched;
    const text = 'GET /v1/things\n\n?? status == 200\n';
    await using uri = await file(text);
    await here.look(uri);
    const changed = new vscode.EventEmitter<vscode.Uri>();
    let content = text;
    const registered = vscode.workspace.registerTextDocumentContentProvider('earlier', {
      onDidChange: changed.event,
      provideTextDocumentContent: () => content,
    });
    // As the left side of a comparison.
    const earlier = await vscode.workspace.openTextDocument(uri.with({ scheme: 'earlier' }));
    content += '\n';
    changed.fire(earlier.uri);
    await until(() => earlier.getText() === content);
    registered.dispose();
    // It is read after the other one.
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`### Newer\n${text}`));
    // Its row may go and come again: the file is empty for a moment while it is written.
    const row = () => controller.items.get(uri.toString());
    const label = () => [row()].flatMap((item) => (item === undefined ? [] : children(item)))[0]?.label;
    await eventually(label, (now) => now === 'Newer');
    assert.equal(controller.items.get(earlier.uri.toString()), undefined);
  });

  it('follows a folder that is renamed, here or elsewhere, and has no files of packages', async () => {
    await using here = await bench();
    const { controller } = here.watched;
    const write = (name: string) => writeFile(name, 'GET /v1/a\n\n?? status == 200\n');
    const files = () =>
      [...controller.items].map(([, { label }]) => label).filter((name) => /moved|packages/.test(name));
    await write('moved-1/a.http');
    await here.feature.resolve(controller, undefined);
    try {
      // First: when the last one is there, it has been passed over.
      await write('packages/node_modules/a.http');
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(sample('moved-1'), sample('moved-2'));
      await vscode.workspace.applyEdit(edit);
      await eventually(files, (all) => all.join() === 'moved-2/a.http');
      await vscode.workspace.fs.rename(sample('moved-2'), sample('moved-3'));
      await controller.refreshHandler?.(new vscode.CancellationTokenSource().token);
      assert.deepEqual(files(), ['moved-3/a.http']);
      await write('moved-3/b.http');
      await eventually(files, (all) => all.length > 1);
      assert.deepEqual(files().toSorted(), ['moved-3/a.http', 'moved-3/b.http']);
    } finally {
      await vscode.workspace.fs.delete(sample('moved-3'), { recursive: true });
      await vscode.workspace.fs.delete(sample('packages'), { recursive: true });
    }
  });

  it('has files whose extension is in capitals, found or written later', async () => {
    await using here = await bench();
    const { controller } = here.watched;
    const write = (name: string) => writeFile(`capitals/${name}`, 'GET /v1/a\n\n?? status == 200\n');
    const has = (uri: vscode.Uri) => controller.items.get(uri.toString()) !== undefined;
    const first = await write('FIRST.HTTP');
    try {
      await here.feature.resolve(controller, undefined);
      assert.ok(has(first));
      const later = await write('LATER.REST');
      await until(() => has(later));
    } finally {
      await vscode.workspace.fs.delete(sample('capitals'), { recursive: true });
    }
  });

  it('is usable at once with many request files', async () => {
    await using here = await bench();
    const folder = sample('many-requests').fsPath;
    mkdirSync(folder);
    // Not through the editor, which takes long for so many.
    for (let index = 0; index < 500; index += 1)
      writeFileSync(join(folder, `${index}.http`), 'GET /v1/things\n\n?? status == 200\n');
    try {
      // Others have their turn all the time. How long each is depends on the computer.
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      }, 0);
      await here.feature.resolve(here.watched.controller, undefined);
      clearInterval(timer);
      assert.ok(here.watched.controller.items.size >= 500);
      assert.ok(turns >= 20, `${turns} turns`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
