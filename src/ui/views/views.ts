import * as vscode from 'vscode';
import { GivenRows, registerLeaving } from './leaving';
import { openedBy, registerRowOpening } from './openRow';
import { VIEWS, type ViewName } from './viewNames';

/** What a feature gives so that its view can be shown. */
export interface ViewContent {
  readonly tree: vscode.TreeDataProvider<unknown>;
  readonly drop?: vscode.TreeDragAndDropController<unknown>;
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
  const given = new GivenRows();
  let content: Promise<ViewContent> | undefined;

  const get = (): Promise<ViewContent> => {
    content ??= load().then((features) => {
      const loaded = features.views[name];
      const listener = loaded.tree.onDidChangeTreeData?.((element) => {
        changed.fire(element);
      });
      if (listener !== undefined) subscriptions.push(listener);
      loaded.attach?.(view);
      return loaded;
    });
    return content;
  };

  const itemOf = async (element: unknown) => (await get()).tree.getTreeItem(element);
  const openRow = `paymentsApi.${name}.openRow`;

  const view: vscode.TreeView<unknown> = vscode.window.createTreeView(`paymentsApi.${name}`, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (element) => {
        const rows = await (await get()).tree.getChildren(element);
        given.set(element, rows ?? []);
        return rows;
      },
      getTreeItem: async (element) => openedBy(openRow, await itemOf(element)),
      getParent: async (element) => (await get()).tree.getParent?.(element),
      resolveTreeItem: async (item, element, token) =>
        (await (await get()).tree.resolveTreeItem?.(item, element, token)) ?? item,
    },
    canSelectMany: true,
    showCollapseAll: name !== 'environments',
    ...(name === 'files' && { dragAndDropController: lazyDrop(get) }),
  });
  subscriptions.push(
    view,
    registerRowOpening(openRow, view, itemOf),
    registerRowKeys(name, view),
    registerLeaving(name, view, given),
  );
  return {
    dispose: () => {
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

/** Registers what keys of the manifest call: one of our commands is run on the row that has the focus, as its menu does. */
function registerRowKeys(name: ViewName, view: vscode.TreeView<unknown>): vscode.Disposable {
  let last: Promise<unknown> = Promise.resolve();
  return vscode.commands.registerCommand(`paymentsApi.${name}.runOnFocused`, async (command: string) => {
    // A second key waits: two that toggle the selection at the same time would read each other's.
    const finding = last.then(() => findFocusedRow(view));
    last = finding.catch(() => undefined);
    const row = await finding;
    return row && vscode.commands.executeCommand(command, row.focused, row.selection);
  });
}

/**
 * Finds the row that has the focus. Extensions learn which rows are selected, but not that. So the selection of this
 * row is toggled twice: the row that the first time adds or takes away has the focus, the second time puts it back.
 * @returns the row, and the rows that a command takes: as in a menu, a selected row means the whole selection, any
 *   other row means itself; undefined when no row has the focus
 */
async function findFocusedRow(
  view: vscode.TreeView<unknown>,
): Promise<{ readonly focused: unknown; readonly selection: readonly unknown[] } | undefined> {
  const before = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const toggled = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const removed = before.find((row) => !toggled.includes(row));
  if (removed !== undefined) return { focused: removed, selection: before };
  const added = toggled.find((row) => !before.includes(row));
  return added === undefined ? undefined : { focused: added, selection: [added] };
}

function lazyDrop(get: () => Promise<ViewContent>): vscode.TreeDragAndDropController<unknown> {
  return {
    dropMimeTypes: ['files', 'text/uri-list'],
    dragMimeTypes: ['text/plain'],
    handleDrag: async (source, data, token) => (await get()).drop?.handleDrag?.(source, data, token),
    handleDrop: async (target, data, token) => (await get()).drop?.handleDrop?.(target, data, token),
  };
}
