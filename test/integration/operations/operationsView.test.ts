import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CancelledError } from '../../../src/api/model/errors';
import type { ApiOperation } from '../../../src/api/model/operations';
import { createOperationViewCommands, type RequestHandlers } from '../../../src/operations/viewCommands';
import { operationsItem, type OperationsNode } from '../../../src/operations/view/operationNodes';
import { OperationsTree } from '../../../src/operations/view/operationsTree';
import { Operations } from '../../../src/services/descriptions/operations';
import type { DescribedDocument } from '../../../src/services/descriptions/descriptions';
import { Environments } from '../../../src/services/environments/environments';
import { Settings } from '../../../src/services/environments/settings';
import type { Services } from '../../../src/services/services';
import type { ExchangeSummary } from '../../../src/storage';
import { exchange } from '../../unit/requests/exchanges';
import { memento, replaceInWindow } from '../support/registry';
import { succeed, writeFile } from '../support/extension';

const URI = 'file:///made-up/api.yaml';
const operation: ApiOperation = {
  ...{ id: 'pay', method: 'POST', path: '/payouts/{id}', summary: 'Pay\u202e it', deprecated: true, line: 7 },
  ...{ service: 'api', source: URI, tags: [], security: 'OAuth (write)' },
  parameters: [
    { name: 'id', in: 'path', required: true },
    { name: 'old', in: 'query', required: false, deprecated: true },
  ],
  body: { contentType: 'application/json', required: true },
  answers: [{ status: '201' }, { status: '4XX' }, { status: 'default' }],
};
const document = (more: Partial<DescribedDocument>): DescribedDocument => ({
  ...{ uri: URI, title: 'Made up', version: '2', operations: [operation], remarks: [], addedAt: 0 },
  ...more,
});

/** A text of a row, which is plain text: nothing of it is markup. */
function plain(text: unknown): string {
  assert.equal(typeof text, 'string');
  return text as string;
}

describe('the API view', () => {
  let disposables: { dispose(): unknown }[];
  let sent: ExchangeSummary[];
  let kept: vscode.EventEmitter<{ readonly what: 'history' }>;
  beforeEach(() => {
    sent = [];
    kept = new vscode.EventEmitter();
    disposables = [kept];
  });
  afterEach(() => {
    for (const each of disposables) each.dispose();
  });

  function treeOf(...documents: DescribedDocument[]): OperationsTree {
    return treeIn('local', documents);
  }

  function treeIn(environment: string, documents: readonly DescribedDocument[]): OperationsTree {
    const settings = new Settings();
    const state = memento();
    void state.update('paymentsApi.activeEnvironment', environment);
    const environments = new Environments(settings, state);
    const changed = new vscode.EventEmitter<void>();
    const descriptions = { documents, ready: () => Promise.resolve(), onDidChange: changed.event };
    const operations = new Operations(() => documents.flatMap((each) => each.operations));
    const storage = {
      get: () => Promise.resolve({ history: { pages: () => [sent] }, onDidChange: kept.event }),
    };
    const tree = new OperationsTree({
      environments,
      descriptions,
      operations,
      storage,
    } as unknown as Services);
    disposables.push(tree, changed, environments, settings);
    return tree;
  }

  /** The row of a document, with its own rows. */
  async function rowsOf(tree: OperationsTree): Promise<[row: vscode.TreeItem, ...below: vscode.TreeItem[]]> {
    const roots = await tree.getChildren();
    const node = roots.find((each): each is OperationsNode => each.kind === 'source' && each.source === URI);
    assert.ok(node);
    const below = await tree.getChildren(node);
    return [tree.getTreeItem(node), ...below.map((each) => tree.getTreeItem(each))];
  }

  it('names parameters, the body, answers and security in a tooltip, and what is deprecated', async () => {
    const [, row] = await rowsOf(treeOf(document({})));
    assert.deepEqual(plain(row?.tooltip).split('\n'), [
      'POST /payouts/{id}',
      'Pay it',
      'Deprecated',
      'Parameter: id (path, required)',
      'Parameter: old (query, deprecated)',
      'Body: application/json, required',
      'Answers: 201, 4XX, default',
      'Security: OAuth (write)',
      'Last result: never sent',
    ]);
    assert.ok(plain(row?.label).includes('\u0336'), 'A deprecated operation is struck through');
    assert.match(row?.accessibilityInformation?.label ?? '', /^POST \/payouts\/\{id\}, deprecated, /);
  });

  it('shows the rows of a long list under ids of their own for each tag, and more of them when asked', async () => {
    const operations = Array.from({ length: 250 }, (_, n) => {
      return { ...operation, path: `/payouts/${n}`, tags: ['a', 'b'] };
    });
    const tree = treeOf(document({ operations }));
    const source = (await tree.getChildren()).find((each) => each.kind === 'source' && each.source === URI);
    const tags = await tree.getChildren(source);
    const rows = (await Promise.all(tags.map((tag) => tree.getChildren(tag)))).flat();
    assert.equal(new Set(rows.map((row) => tree.getTreeItem(row).id)).size, 402);
    tree.setFilter('payouts');
    const more = (await tree.getChildren()).at(-1);
    assert.ok(more?.kind === 'more');
    tree.loadMore(more.id);
    assert.equal((await tree.getChildren()).length, 250);
  });

  it('shows on the row of a document what is wrong with it, and leads to the line', async () => {
    const message = 'api.yaml, line 3, column 5: a comma is missing';
    const [row, problem, ...more] = await rowsOf(
      treeOf(document({ operations: [], error: { message, line: 2 } })),
    );
    assert.deepEqual([row.description, (row.iconPath as vscode.ThemeIcon).id], ['cannot be read', 'error']);
    assert.match(plain(row.tooltip), /line 3, column 5: a comma is missing$/);
    // The editor would have the tooltip read instead.
    assert.equal(row.accessibilityInformation?.label, `${plain(row.label)}, cannot be read`);
    assert.deepEqual([problem?.label, more], [message, []]);
    assert.ok(problem?.command);
    const [uri, { selection }] = problem.command.arguments as [vscode.Uri, { selection: vscode.Range }];
    assert.deepEqual([uri.toString(), selection.start.line], [URI, 2]);
    const [remarked, first] = await rowsOf(
      treeOf(document({ remarks: [{ message: 'Not used: 1 webhooks' }] })),
    );
    assert.deepEqual([remarked.description, (remarked.iconPath as vscode.ThemeIcon).id], ['1', 'warning']);
    assert.equal(first?.label, 'Not used: 1 webhooks');
  });

  it('shows what came of the first request of all', async () => {
    const tree = treeOf(document({}));
    const last = async () => plain((await rowsOf(tree))[1]?.description);
    assert.match(await last(), /never sent/);
    const request = {
      ...{ method: 'POST', path: '/v1/payouts/1' },
      ...{ environment: 'local', startedAt: 0 },
    };
    sent = [exchange({ id: 'first', status: 201, ...request })];
    kept.fire({ what: 'history' });
    assert.match(await last(), /^201, /);
    await new Promise((resolve) => disposables.push(tree.onDidChangeTreeData(resolve)));
  });

  it('has the words of an offer read, not its file alone', () => {
    const item = operationsItem({ kind: 'offer', uri: vscode.Uri.file('/made-up/api.yaml') }, 'local', 0);
    assert.equal(item.accessibilityInformation?.label, 'Use api.yaml as API description');
  });

  it('is searched as one types, and is shown whole again', async () => {
    const tree = treeOf(document({}));
    const view = {
      message: '',
      visible: true,
      onDidChangeVisibility: () => new vscode.Disposable(() => undefined),
    };
    tree.content.attach?.(view as unknown as vscode.TreeView<unknown>);
    const typed = new vscode.EventEmitter<string>();
    const hidden = new vscode.EventEmitter<void>();
    const input = vscode.window.createInputBox();
    Object.assign(input, {
      onDidChangeValue: typed.event,
      onDidHide: hidden.event,
      // The editor says that one stays before anybody has asked for that.
      ignoreFocusOut: false,
    });
    using _window = replaceInWindow({ createInputBox: () => input });
    const commands = createOperationViewCommands(
      {} as Services,
      tree,
      () => operation,
      {} as RequestHandlers,
    );
    const asked = commands.filterOperations();
    const kinds = async () => (await tree.getChildren()).map(({ kind }) => kind);
    const whole = await kinds();
    typed.fire(' pay no-such ');
    assert.deepEqual(
      [await kinds(), view.message],
      [[], 'Filter: “pay no-such” · No row matches the filter.'],
    );
    typed.fire('payouts');
    assert.deepEqual([await kinds(), view.message], [['operation'], 'Filter: “payouts”']);
    assert.equal(input.ignoreFocusOut, true, 'a click on a row that is found ends it');
    hidden.fire();
    await assert.rejects(asked, CancelledError);
    assert.deepEqual([await kinds(), view.message], [whole, '']);
    disposables.push(typed, hidden);
  });

  it('is searched for the operations that the environment has', async () => {
    const paths = async (environment: string, filter: string) => {
      const tree = treeIn(environment, [document({})]);
      tree.setFilter(filter);
      const rows = await tree.getChildren();
      tree.setFilter('');
      return rows.flatMap((row) => (row.kind === 'operation' ? [row.path] : []));
    };
    assert.deepEqual(await paths('sandbox', 'top-up'), ['/balances/sandbox/top-up']);
    assert.deepEqual(await paths('production', 'top-up'), []);
    assert.deepEqual(await paths('production', 'payouts'), ['/payouts/{id}']);
    assert.deepEqual(await paths('local', 'samples'), ['/local-sandbox/samples']);
    assert.deepEqual(await paths('sandbox', 'samples'), []);
  });

  it('takes documents that are dropped on it', async () => {
    const bytes = new TextEncoder().encode('openapi: 3.1.0\npaths: { /dropped: { get: {} } }');
    const uri = await writeFile('dropped.yaml', bytes);
    const data = new vscode.DataTransfer();
    data.set('text/uri-list', new vscode.DataTransferItem(`# dragged\r\n${uri.toString()}\r\nno uri`));
    await treeOf().content.drop?.handleDrop?.(undefined, data, new vscode.CancellationTokenSource().token);
    assert.equal((await succeed('findOperations', '/dropped')).data[0]?.['source'], uri.toString());
    await succeed('removeApiDescription', uri);
  });
});
