import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askFilter } from '../../../src/requests/view/filterQuestion';
import { SavedCollection, savedItem, type SavedNode } from '../../../src/requests/saved/savedRows';
import type { SavedRequest } from '../../../src/requests/saved/savedRequests';
import { acceptAll } from '../support/prompts';
import { replaceInWindow } from '../support/registry';
import { openView } from '../support/requestsView';

const BEYOND = 'x'.repeat(20_000);

function saved(name: string, method: string, path: string): SavedRequest {
  return {
    name,
    method,
    path,
    uri: vscode.Uri.file(`/own/${name}.http`),
    text: '',
    title: name,
    index: 0,
    count: 1,
    line: 1,
  };
}

/** A collection with requests of the user's own. The files of the workspace are left out. */
function collectionOf(requests: readonly SavedRequest[]) {
  const collection = new SavedCollection({
    all: () => Promise.resolve(requests),
    hasAny: () => Promise.resolve(requests.length > 0),
    onDidChange: new vscode.EventEmitter<void>().event,
  });
  return {
    root: collection.root.bind(collection),
    children: async (node: SavedNode) =>
      (await collection.children(node)).filter((each) => each.kind === 'savedRequest' && each.isOwn),
    [Symbol.dispose]: () => collection.dispose(),
  };
}

describe('a filter of the Requests view', () => {
  // What a filter leaves: test/unit/requests/view/requestFilter.test.ts.
  it('applies to saved and pinned requests too, and its first row takes it away', async () => {
    using requests = collectionOf([
      saved('All payouts', 'GET', '/payouts'),
      saved('New payout', 'POST', '/payouts'),
      saved('Refund', 'POST', '/refunds'),
    ]);
    await using view = await openView(requests);
    view.server.answerAll();
    for (const path of ['/payouts', '/refunds']) await view.client.request({ method: 'GET', path });
    const { history } = view.storage;
    history.pin(
      history.list({ environment: 'local' }).items.map(({ id }) => id),
      true,
    );
    const below = async (kind: string): Promise<string[]> => {
      const node = (await view.tree.getChildren()).find((each) => each.kind === kind);
      const children = node === undefined ? [] : await view.tree.getChildren(node);
      return children.map((child) => view.tree.getTreeItem(child).label as string);
    };
    view.tree.setFilter({ text: 'PAYOUT', method: 'GET' });
    assert.deepEqual(await below('savedRoot'), ['All payouts']);
    assert.deepEqual(await below('pinned'), ['GET payouts']);
    const [first] = await view.tree.getChildren();
    assert.ok(first);
    const { command } = view.tree.getTreeItem(first);
    // It says which row is about to go.
    assert.deepEqual([command?.command, command?.arguments], ['paymentsApi.clearRequestFilter', [first]]);
    view.tree.setFilter({});
    assert.deepEqual([(await below('savedRoot')).length, (await below('pinned')).length], [3, 2]);
  });

  for (const outcome of ['failed', 'ok', undefined] as const) {
    it(`keeps its conditions when words are typed and Enter is pressed: ${outcome ?? 'any outcome'}`, async () => {
      // The editor says that one stays before anybody has asked for that.
      const list = Object.assign(vscode.window.createQuickPick(), { ignoreFocusOut: false });
      using _window = replaceInWindow({ createQuickPick: () => list });
      const before = { method: 'GET', ...(outcome && { outcome }) };
      const typed = Promise.withResolvers<unknown>();
      const asked = askFilter(before, { methods: ['GET'], days: [], environments: [] }, typed.resolve);
      list.value = 'payout';
      await typed.promise;
      assert.equal(list.ignoreFocusOut, true, 'a click on a row that is found ends it');
      assert.deepEqual(await acceptAll(asked), { ...before, text: 'payout' });
    });
  }

  it('has what is selected exported with the environment whose requests it shows', async () => {
    await using view = await openView();
    view.attach({ kind: 'exchange', exchange: { id: 'ex_1' } });
    view.tree.setFilter({ environment: 'sandbox' });
    assert.deepEqual(
      ['sandbox', 'local'].map((id) => view.tree.selectedIds(id)),
      [['ex_1'], []],
    );
  });

  it('leaves what was sent to the active environment where the one that it names is gone', async () => {
    await using view = await openView();
    view.server.answerAll();
    await view.client.request({ method: 'GET', path: '/payouts' });
    view.tree.setFilter({ environment: 'gone' });
    assert.ok((await view.rows()).some((row) => row.startsWith('GET payouts')));
  });

  it('searches whole answers, and says so until it is certain that there are no more', async () => {
    await using view = await openView();
    view.server.answerAll({ data: { filler: BEYOND, end: 'needle-42' } });
    await view.client.request({ method: 'GET', path: '/long' });
    view.tree.setFilter({ text: 'needle-42' });
    assert.deepEqual(await view.rows(), ['Clear Requests Filter', 'Searching whole bodies and answers…']);
    const found = await view.until((shown) => shown.length === 2 && !shown.join().includes('Searching'));
    assert.match(found[1] ?? '', /^GET long /);
    // What comes later is looked at too.
    await view.client.request({ method: 'GET', path: '/later' });
    await view.until((shown) => shown.length === 3 && shown.join().includes('later'));
    view.tree.setFilter({ text: 'needle-43' });
    await view.until((shown) => shown.join() === 'Clear Requests Filter,No row matches the filter.');
  });
});

describe('the Requests view where only saved requests are', () => {
  it('has a screen reader read their names, methods and paths, not their places', async () => {
    using requests = collectionOf([saved('Refund', 'POST', '/refunds')]);
    const [root] = await requests.root();
    assert.ok(root);
    const [row] = await requests.children(root);
    assert.ok(row);
    assert.equal(savedItem(row).accessibilityInformation?.label, 'Refund, POST /refunds');
  });

  for (const [missing, text, command] of [
    [undefined, 'Requests you send appear here.', 'paymentsApi.sendRequest'],
    ['address', 'Local Sandbox has no address yet.', 'paymentsApi.configureEnvironment'],
    ['key', 'Local Sandbox has no API key yet.', 'paymentsApi.setApiKey'],
    ['stopped', 'The Local Sandbox is stopped.', 'paymentsApi.startLocalSandbox'],
    [
      'offline',
      'The Local Sandbox is offline, because of its scenario.',
      'paymentsApi.setLocalSandboxScenario',
    ],
  ] as const) {
    it(`says what to do next, with one action: ${missing ?? 'nothing is missing'}`, async () => {
      using requests = collectionOf([saved('Refund', 'POST', '/refunds')]);
      await using view = await openView(requests, missing);
      view.server.answerAll();
      const [, note, action, ...more] = (await view.tree.getChildren()).map((node) =>
        view.tree.getTreeItem(node),
      );
      assert.deepEqual([note?.label, note?.command], [text, undefined]);
      assert.equal(action?.command?.command, command);
      assert.deepEqual(more, []);
      await view.client.request({ method: 'GET', path: '/payments' });
      assert.equal((await view.rows()).length, 2, 'the saved ones and the request');
    });
  }
});
