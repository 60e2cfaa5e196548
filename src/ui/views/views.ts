import * as vscode from 'vscode';
import { openedBy, registerRowOpening } from './openRow';

const VIEWS = ['files', 'requests', 'environments'] as const;
export type ViewName = (typeof VIEWS)[number];

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
      getChildren: async (element) => (await get()).tree.getChildren(element),
      getTreeItem: async (element) => openedBy(openRow, await itemOf(element)),
      getParent: async (element) => (await get()).tree.getParent?.(element),
      resolveTreeItem: async (item, element, token) =>
        (await (await get()).tree.resolveTreeItem?.(item, element, token)) ?? item,
    },
    canSelectMany: true,
    showCollapseAll: name !== 'environments',
    ...(name === 'files' && { dragAndDropController: lazyDrop(get) }),
  });
  subscriptions.push(view, registerRowOpening(openRow, view, itemOf), registerRowKeys(name, view));
  return {
    dispose: () => {
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

/**
 * Registers what keys of the manifest call: one of our commands is run on the row that has the focus, as its menu does.
 * Extensions learn which rows are selected, but not which row has the focus. So a keybinding runs, in this order,
 * `noteSelection`, the editor's `list.toggleSelection`, `runOnFocused`, and `list.toggleSelection` again: the row that
 * the first toggle adds or takes away has the focus, and the second one puts the selection back.
 */
function registerRowKeys(name: ViewName, view: vscode.TreeView<unknown>): vscode.Disposable {
  let noted: readonly unknown[] = [];
  return vscode.Disposable.from(
    vscode.commands.registerCommand(`paymentsApi.${name}.noteSelection`, () => {
      noted = view.selection;
    }),
    vscode.commands.registerCommand(`paymentsApi.${name}.runOnFocused`, (command: string) => {
      const { selection } = view;
      const removed = noted.find((row) => !selection.includes(row));
      const focused = removed ?? selection.find((row) => !noted.includes(row));
      if (focused === undefined) return undefined;
      // As in a menu: a selected row means the whole selection, any other row means itself.
      return vscode.commands.executeCommand(command, focused, removed === undefined ? [focused] : noted);
    }),
  );
}

function lazyDrop(get: () => Promise<ViewContent>): vscode.TreeDragAndDropController<unknown> {
  return {
    dropMimeTypes: ['files', 'text/uri-list'],
    dragMimeTypes: ['text/plain'],
    handleDrag: async (source, data, token) => (await get()).drop?.handleDrag?.(source, data, token),
    handleDrop: async (target, data, token) => (await get()).drop?.handleDrop?.(target, data, token),
  };
}
