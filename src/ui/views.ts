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
 * Registers what keys of the manifest call: it runs one of our commands on the selected rows, as their menu does.
 * Extensions do not learn which row has the focus, so the keybindings select that row first.
 */
function registerRowKeys(name: ViewName, view: vscode.TreeView<unknown>): vscode.Disposable {
  return vscode.commands.registerCommand(`paymentsApi.${name}.onSelection`, (command: string) => {
    const { selection } = view;
    return vscode.commands.executeCommand(
      command,
      ...(selection.length === 0 ? [] : [selection[0], selection]),
    );
  });
}

function lazyDrop(get: () => Promise<ViewContent>): vscode.TreeDragAndDropController<unknown> {
  return {
    dropMimeTypes: ['files', 'text/uri-list'],
    dragMimeTypes: ['text/plain'],
    handleDrag: async (source, data, token) => (await get()).drop?.handleDrag?.(source, data, token),
    handleDrop: async (target, data, token) => (await get()).drop?.handleDrop?.(target, data, token),
  };
}
