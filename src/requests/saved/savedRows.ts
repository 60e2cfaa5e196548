import * as vscode from 'vscode';
import { REQUEST_FILES } from '../../httpFiles/run/httpFiles';
import { findInWorkspace } from '../../ui/documents/findInWorkspace';
import { smallText } from '../../ui/documents/readFile';
import { speakRow } from '../../ui/views/spokenRow';
import { plainText } from '../../util/plainText';
import { requestsIn, type SavedRequest, type SavedRequests } from './savedRequests';
import { capitalised, present, t } from '../../util/text';

/** The rows of the collection in the Requests view. */
export type SavedNode = SavedRoot | SavedFileNode | SavedRequestNode;

export interface SavedRoot {
  readonly kind: 'savedRoot';
  /** Which requests a filter leaves; all of them when absent. */
  readonly isShown?: SavedFilter;
}

/** Whether a filter leaves a saved request. */
export type SavedFilter = (saved: SavedRequest) => boolean;

/** A file of the workspace with several requests. */
export interface SavedFileNode {
  readonly kind: 'savedFile';
  readonly parent: SavedRoot;
  readonly uri: vscode.Uri;
  readonly requests: readonly SavedRequest[];
}

/** `saved` is what commands are handed by menus. */
export interface SavedRequestNode {
  readonly kind: 'savedRequest';
  readonly parent: SavedRoot | SavedFileNode;
  readonly saved: SavedRequest;
  /** The user's own, and not a file of the workspace. */
  readonly isOwn: boolean;
}

export function isSavedNode(node: { readonly kind: string }): node is SavedNode {
  return node.kind === 'savedRoot' || node.kind === 'savedFile' || node.kind === 'savedRequest';
}

const ROOT: SavedRoot = { kind: 'savedRoot' };
const MOST_FILES = 200;
/** Files of a workspace above this size are not read for their requests, in bytes. */
const LARGEST = 1_000_000;

/** What is asked of the user's own requests. */
export type OwnRequests = Pick<SavedRequests, 'all' | 'hasAny' | 'onDidChange'>;

/** The saved requests as a collection: the user's own, then those in `.http` files of the workspace. */
export class SavedCollection implements vscode.Disposable {
  readonly #saved: OwnRequests;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #files: Promise<vscode.Uri[] | undefined> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(saved: OwnRequests) {
    this.#saved = saved;
    const watcher = vscode.workspace.createFileSystemWatcher(REQUEST_FILES);
    const changed = () => this.#changed.fire();
    const found = () => {
      this.#files = undefined;
      changed();
    };
    this.#subscriptions = [
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate(found),
      watcher.onDidDelete(found),
      // Of a folder, the watcher names no files.
      vscode.workspace.onDidDeleteFiles(found),
      vscode.workspace.onDidRenameFiles(found),
      vscode.workspace.onDidChangeWorkspaceFolders(found),
      saved.onDidChange(changed),
    ];
  }

  /**
   * The row of the collection, where there is anything in it.
   * @param isShown of a filter; without one, no file is read to draw the row
   */
  async root(isShown?: SavedFilter): Promise<SavedNode[]> {
    if (isShown !== undefined) {
      const root: SavedRoot = { kind: 'savedRoot', isShown };
      return (await this.children(root)).length > 0 ? [root] : [];
    }
    const hasAny = (await this.#saved.hasAny()) || (await this.#workspaceFiles()).length > 0;
    return hasAny ? [ROOT] : [];
  }

  async children(node: SavedNode): Promise<SavedNode[]> {
    if (node.kind === 'savedRequest') return [];
    if (node.kind === 'savedFile') return node.requests.map((saved) => row(saved, node, false));
    const { isShown = () => true } = node;
    const own = (await this.#saved.all()).filter(isShown).map((saved) => row(saved, node, true));
    const files = await Promise.all((await this.#workspaceFiles()).map((uri) => readRequests(uri)));
    const shared = files.map((all): SavedNode[] => {
      const requests = all.filter(isShown);
      const [first] = requests;
      if (first === undefined) return [];
      if (all.length === 1) return [row(first, node, false)];
      return [{ kind: 'savedFile', parent: node, uri: first.uri, requests }];
    });
    return [...own, ...shared.flat()];
  }

  /** All requests, whatever the view shows. */
  async all(): Promise<SavedRequest[]> {
    const files = (await this.#workspaceFiles()).map((uri) => readRequests(uri));
    return [...(await this.#saved.all()), ...(await Promise.all(files)).flat()];
  }

  dispose(): void {
    this.#changed.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #workspaceFiles(): Promise<readonly vscode.Uri[]> {
    const search = (this.#files ??= findRequestFiles());
    const uris = await search;
    // One that failed is tried again.
    if (uris === undefined && this.#files === search) this.#files = undefined;
    return uris ?? [];
  }
}

/** The request files of the workspace by their paths; nothing where the editor cannot search. */
async function findRequestFiles(): Promise<vscode.Uri[] | undefined> {
  const uris = await findInWorkspace(REQUEST_FILES, '**/node_modules/**', MOST_FILES);
  return uris?.toSorted((a, b) => a.path.localeCompare(b.path));
}

async function readRequests(uri: vscode.Uri): Promise<SavedRequest[]> {
  // It may have been removed meanwhile, or is not for this user to read.
  return requestsIn(uri, (await smallText(uri, LARGEST)) ?? '');
}

function row(saved: SavedRequest, parent: SavedRoot | SavedFileNode, isOwn: boolean): SavedRequestNode {
  return { kind: 'savedRequest', parent, saved, isOwn };
}

export function savedItem(node: SavedNode): vscode.TreeItem {
  if (node.kind !== 'savedRequest') return groupItem(node);
  const { saved, isOwn } = node;
  const item = new vscode.TreeItem(plainText(saved.name, 100));
  item.id = `saved/${saved.uri.toString()}#${saved.line}`;
  item.description = plainText(`${saved.method} ${saved.path}`, 100);
  const place = isOwn
    ? capitalised(t('in every workspace of this computer'))
    : vscode.workspace.asRelativePath(saved.uri);
  item.tooltip = [saved.name, `${saved.method} ${saved.path}`, place]
    .map((line) => plainText(line, 500))
    .join('\n');
  speakRow(item);
  item.iconPath = new vscode.ThemeIcon(isOwn ? 'account' : 'file-code');
  item.contextValue = isOwn ? 'savedRequest own' : 'savedRequest';
  item.command = {
    command: 'vscode.open',
    title: '',
    arguments: [saved.uri, { selection: new vscode.Range(saved.line, 0, saved.line, 0) }],
  };
  return item;
}

function groupItem(node: SavedRoot | SavedFileNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const file = node.kind === 'savedFile' ? node.uri : undefined;
  const isFiltered = (node.kind === 'savedFile' ? node.parent : node).isShown !== undefined;
  const state = isFiltered ? Expanded : Collapsed;
  const item = file ? new vscode.TreeItem(file, state) : new vscode.TreeItem(t('Saved requests'), state);
  // The editor remembers by the id what is open: what a filter leaves is to be seen at once.
  item.id = present('saved', isFiltered && 'filtered', file?.toString()).join('/');
  item.iconPath = new vscode.ThemeIcon(file === undefined ? 'bookmark' : 'file-code');
  const [, folder] = /^(.*)\/[^/]*$/.exec(file ? vscode.workspace.asRelativePath(file) : '') ?? [];
  if (folder !== undefined) item.description = folder;
  return item;
}
