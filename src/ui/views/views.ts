import * as vscode from 'vscode';
import { lazily } from '../../util/lazily';
import { Drawing, findFocusedRow } from './focusedRow';
import { registerLeaving } from './leaving';
import { openedBy, registerRowOpening } from './openRow';
import { VIEWS, type ViewName } from './viewNames';

/** What is done when rows are dragged out of a view, or something is dropped on it. */
export type RowDrag<Row> = Pick<vscode.TreeDragAndDropController<Row>, 'handleDrag' | 'handleDrop'>;

/** What a feature gives so that its view can be shown. */
export interface ViewContent {
  readonly tree: vscode.TreeDataProvider<unknown>;
  readonly drop?: RowDrag<unknown>;
  /** Called once, with the view that shows the tree. */
  attach?(view: vscode.TreeView<unknown>): void;
}

/** Where the content of the views comes from. */
export type LoadViews = () => Promise<{ readonly views: Readonly<Record<ViewName, ViewContent>> }>;

/** Registers the views. Their content is loaded when the editor first asks for it: a hidden view costs nothing. */
export function registerViews(load: LoadViews): vscode.Disposable {
  return vscode.Disposable.from(...VIEWS.map((name) => createView(name, load)));
}

function createView(name: ViewName, load: LoadViews): { dispose(): void } {
  const changed = new vscode.EventEmitter<unknown>();
  const subscriptions: { dispose(): void }[] = [changed];
  const drawing = new Drawing();
  const content = lazily(async (): Promise<ViewContent> => {
    const loaded = (await load()).views[name];
    const listener = loaded.tree.onDidChangeTreeData?.((element) => changed.fire(element));
    if (listener !== undefined) subscriptions.push(listener);
    loaded.attach?.(view);
    return loaded;
  });
  const get = () => content.get();

  const itemOf = async (element: unknown) => (await get()).tree.getTreeItem(element);
  const openRow = `paymentsApi.${name}.openRow`;

  const view: vscode.TreeView<unknown> = vscode.window.createTreeView(`paymentsApi.${name}`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (element) =>
        drawing.count(async () => {
          const rows = await (await get()).tree.getChildren(element);
          drawing.given(element, rows ?? []);
          return rows;
        }),
      getTreeItem: (element) =>
        drawing.count(async () => {
          const item = openedBy(openRow, await itemOf(element));
          drawing.described(element, item);
          return item;
        }),
      getParent: async (element) => (await get()).tree.getParent?.(element),
      resolveTreeItem: async (item, element, token) =>
        (await (await get()).tree.resolveTreeItem?.(item, element, token)) ?? item,
    },
    canSelectMany: true,
    showCollapseAll: name !== 'environments',
    ...((name === 'files' || name === 'operations') && { dragAndDropController: lazyDrop(get) }),
  });
  subscriptions.push(
    view,
    registerRowOpening(openRow, view, itemOf),
    registerRowKeys(name, view, drawing),
    registerLeaving(name, view, drawing),
  );
  return {
    dispose: () => {
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

function lazyDrop(get: () => Promise<ViewContent>): vscode.TreeDragAndDropController<unknown> {
  return {
    dropMimeTypes: ['files', 'text/uri-list'],
    dragMimeTypes: ['text/plain'],
    handleDrag: async (source, data, token) => (await get()).drop?.handleDrag?.(source, data, token),
    handleDrop: async (target, data, token) => (await get()).drop?.handleDrop?.(target, data, token),
  };
}

/** Registers what keys of the manifest call: one of our commands is run on the row that has the focus, as its menu does. */
function registerRowKeys(
  name: ViewName,
  view: vscode.TreeView<unknown>,
  drawing: Readonly<Drawing>,
): vscode.Disposable {
  let last: Promise<unknown> = Promise.resolve();
  return vscode.commands.registerCommand(`paymentsApi.${name}.runOnFocused`, async (command: string) => {
    // A second key waits: two that toggle the selection at the same time would read each other's.
    const finding = last.then(() =>
      findFocusedRow(view, drawing, () => vscode.commands.executeCommand('list.toggleSelection')),
    );
    last = finding.catch(() => undefined);
    const row = await finding;
    return row && vscode.commands.executeCommand(command, row.focused, row.selection);
  });
}
