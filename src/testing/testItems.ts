import * as vscode from 'vscode';
import { requestsById } from '../httpFiles/run/chooseRequest';
import type { HttpRequest } from '../httpFiles/format/parse/model';
import { shown, type ShownRequest } from '../httpFiles/format/shown';
import { parseHttpFile } from '../httpFiles/format/parse/parse';
import { isHttpFile, REQUEST_FILES } from '../httpFiles/run/httpFiles';
import { findInWorkspace } from '../ui/documents/findInWorkspace';
import { smallText } from '../ui/documents/readFile';
import { plainText } from '../util/plainText';
import { pool } from '../util/async';

/** A line that says what is expected; a quick look, before a file is parsed. */
const EXPECTS = /^[ \t]*\?\?/m;
/** Larger files are no tests, in bytes. */
const LARGEST = 10_000_000;
/** Pause after typing before a file is read again, in milliseconds. */
const PAUSE = 300;

/** The request files with expectations, as items of the Testing view. A file is parsed when its item is looked at. */
export class TestItems implements vscode.Disposable {
  readonly controller: vscode.TestController;
  /** What the items show: their ids count requests of one title, and those of the file may be others by now. */
  readonly shown = new WeakMap<vscode.TestItem, ShownRequest>();
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(controller: vscode.TestController) {
    this.controller = controller;
    const watcher = vscode.workspace.createFileSystemWatcher(REQUEST_FILES);
    const later = (uri: vscode.Uri) => {
      if (!isTestFile(uri)) return;
      const key = uri.toString();
      clearTimeout(this.#timers.get(key));
      this.#timers.set(
        key,
        setTimeout(() => {
          this.#timers.delete(key);
          void this.update(uri);
        }, PAUSE),
      );
    };
    this.#subscriptions.push(
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidChange(later),
      watcher.onDidDelete((uri) => controller.items.delete(uri.toString())),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => later(uri)),
      // Its text may have been left without saving it.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => later(uri)),
      // Of a folder, the watcher names no files.
      vscode.workspace.onDidRenameFiles(() => void this.find()),
      vscode.workspace.onDidDeleteFiles(() => void this.find()),
    );
  }

  /** Looks through the workspace, a few files at a time, and again at those that are known. */
  async find(): Promise<void> {
    const known = [...this.controller.items].flatMap(([, { uri }]) => uri ?? []);
    const found = (await findInWorkspace(REQUEST_FILES, '**/node_modules/**')) ?? [];
    const all = new Map([...known, ...found].map((uri) => [uri.toString(), uri]));
    await pool([...all.values()], 8, (uri) => this.update(uri));
  }

  /** Shows the requests of a file. */
  async unfold(item: vscode.TestItem): Promise<void> {
    if (item.uri === undefined || item.parent !== undefined) return;
    item.canResolveChildren = false;
    await this.update(item.uri);
  }

  /** The requests that a run is asked for, all of them in the order of the view; files unfold for it. */
  async chosen({ include, exclude = [] }: vscode.TestRunRequest): Promise<vscode.TestItem[]> {
    const all = [...this.controller.items].map(([, item]) => item);
    const asked = include ?? all.sort((a, b) => a.label.localeCompare(b.label));
    // By their ids: a file that unfolds gets new items.
    const excluded = new Set(exclude.map(({ id }) => id));
    const found = new Set<vscode.TestItem>();
    for (const item of asked) {
      if (excluded.has(item.id)) continue;
      await this.unfold(item);
      const children = item.parent === undefined ? [...item.children].map(([, child]) => child) : [item];
      for (const child of children) if (!excluded.has(child.id)) found.add(child);
    }
    return [...found];
  }

  /** Reads a file again, as it is in the editor. */
  async update(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    const text = open?.getText() ?? (await smallText(uri, LARGEST));
    if (text === undefined || !EXPECTS.test(text)) {
      this.controller.items.delete(key);
      return;
    }
    const item = this.controller.items.get(key) ?? this.#add(uri);
    // Its requests are not shown yet.
    if (open === undefined && item.canResolveChildren) return;
    const file = parseHttpFile(text);
    item.children.replace(
      [...requestsById(uri, file)].map(([id, request], index) =>
        this.#child(uri, id, request, shown(request, index, file)),
      ),
    );
    item.canResolveChildren = false;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #add(uri: vscode.Uri): vscode.TestItem {
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  #child(uri: vscode.Uri, id: string, request: HttpRequest, as: ShownRequest): vscode.TestItem {
    const { method, line } = request;
    // Without a description: a screen reader reads that in the place of the label.
    const item = this.controller.createTestItem(id, plainText(as.title, 200) || method, uri);
    item.sortText = String(as.index).padStart(6, '0');
    item.range = new vscode.Range(line, 0, line, 0);
    this.shown.set(item, as);
    return item;
  }
}

function isTestFile(uri: vscode.Uri): boolean {
  const isOurs = isHttpFile(uri) && !uri.path.includes('/node_modules/');
  return isOurs && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
