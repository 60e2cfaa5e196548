import * as vscode from 'vscode';
import type { Environments } from '../../services/environments';
import type { Storage } from '../../storage/types';
import { plainText } from '../../util/plainText';
import { environmentTitle } from '../../ui/progress';
import { isNarrowed, RequestRows, type RequestFilter, type RequestListing } from './requestRows';
import type { RunningRequests } from './pendingRequests';
import { isSavedNode, savedItem, type SavedCollection, type SavedNode } from '../saved/savedRows';
import { treeItem, type DayNode, type RequestNode } from './exchangeRows';

const GROUPED = 'paymentsApi.requestsByDay';
/** Changes that come together are shown together, in milliseconds. */
const TOGETHER = 100;
/** How often the times of the rows are told again while they are in sight, in milliseconds. */
const TIMES = 30_000;

export interface TreeParts {
  readonly environments: Environments;
  readonly storage: () => Promise<Storage>;
  readonly running: RunningRequests;
  readonly saved: Pick<SavedCollection, 'root' | 'children' | 'onDidChange'>;
  /** Remembers whether the view is grouped. */
  readonly state: vscode.Memento;
}

/** The Requests view: what is under way in the active environment, then its exchanges, newest first. */
export class RequestTree implements vscode.TreeDataProvider<unknown>, vscode.Disposable {
  readonly #parts: TreeParts;
  readonly #changed = new vscode.EventEmitter<unknown>();
  readonly #rows = new RequestRows();
  readonly #subscriptions: { dispose(): void }[] = [this.#changed];
  #storage: Promise<Storage> | undefined;
  #view: vscode.TreeView<unknown> | undefined;
  #filter: RequestFilter = {};
  #environment: string;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(parts: TreeParts) {
    this.#parts = parts;
    this.#environment = parts.environments.active.id;
    this.#subscriptions.push(
      parts.environments.onDidChange(() => {
        this.#onEnvironments();
      }),
      parts.running.onDidChange(({ environment }) => {
        if (environment === this.#environment) this.#refreshSoon();
      }),
      parts.saved.onDidChange(() => {
        this.#refreshSoon();
      }),
    );
    this.#tellContext();
  }

  get filter(): RequestFilter {
    return this.#filter;
  }

  get byDay(): boolean {
    return this.#parts.state.get<boolean>(GROUPED) !== false;
  }

  /** Takes the view that shows this tree: its heading tells what is shown. */
  attach(view: vscode.TreeView<unknown>): void {
    this.#view = view;
    const times = setInterval(() => {
      if (view.visible) this.#changed.fire(undefined);
    }, TIMES);
    // Ages are told as of the moment they are drawn.
    this.#subscriptions.push(
      {
        dispose: () => {
          clearInterval(times);
        },
      },
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.refresh();
      }),
    );
    this.#describe();
  }

  setFilter(filter: RequestFilter): void {
    this.#filter = filter;
    this.#rows.reset();
    this.#tellContext();
    this.refresh();
  }

  async setGrouped(byDay: boolean): Promise<void> {
    await this.#parts.state.update(GROUPED, byDay);
    this.#rows.reset();
    this.#tellContext();
    this.refresh();
  }

  loadMore(node: DayNode | undefined): void {
    this.#rows.loadMore(node);
    this.#changed.fire(node);
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#describe();
    this.#changed.fire(undefined);
  }

  async getChildren(element?: unknown): Promise<(RequestNode | SavedNode)[]> {
    const node = element as RequestNode | SavedNode | undefined;
    if (node !== undefined && isSavedNode(node)) return this.#parts.saved.children(node);
    if (node !== undefined && node.kind !== 'day') return [];
    const { history } = await this.#listen();
    const listing: RequestListing = {
      environment: this.#environment,
      filter: this.#filter,
      byDay: this.byDay,
    };
    if (node !== undefined) return this.#rows.children(history, listing, node);
    const saved = isNarrowed(this.#filter) ? [] : await this.#parts.saved.root();
    return [...saved, ...this.#running(), ...this.#rows.roots(history, listing)];
  }

  getTreeItem(element: unknown): vscode.TreeItem {
    const node = element as RequestNode | SavedNode;
    return isSavedNode(node) ? savedItem(node) : treeItem(node, Date.now());
  }

  getParent(element: unknown): RequestNode | SavedNode | undefined {
    const node = element as RequestNode | SavedNode;
    return 'parent' in node ? node.parent : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** They have no outcome yet, so a filter cannot say whether they belong to what it leaves. */
  #running(): RequestNode[] {
    if (isNarrowed(this.#filter)) return [];
    return this.#parts.running.of(this.#environment).map((begun) => ({ kind: 'running', begun }));
  }

  #listen(): Promise<Storage> {
    this.#storage ??= this.#parts.storage().then(
      (storage) => {
        this.#subscriptions.push(
          storage.onDidChange(({ what, environment }) => {
            if (what !== 'history') return;
            if (environment === undefined || environment === this.#environment) this.#refreshSoon();
          }),
        );
        return storage;
      },
      (error: unknown) => {
        this.#storage = undefined;
        throw error;
      },
    );
    return this.#storage;
  }

  /** The first change shows at once or nearly so; those that follow it closely wait for each other. */
  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.refresh();
    }, TOGETHER);
  }

  #onEnvironments(): void {
    const { id } = this.#parts.environments.active;
    if (id !== this.#environment) {
      this.#environment = id;
      this.#rows.reset();
      this.refresh();
    } else {
      this.#describe();
    }
  }

  #tellContext(): void {
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('paymentsApi.requestsFiltered', isNarrowed(this.#filter));
    set('paymentsApi.requestsByDay', this.byDay);
  }

  #describe(): void {
    if (this.#view === undefined) return;
    this.#view.description = environmentTitle(this.#parts.environments.active);
    this.#view.message = describeFilter(this.#filter);
  }
}

/** The filter as a sentence that stays in sight above the rows; empty when all is shown. */
function describeFilter({ text, outcome }: RequestFilter): string {
  const shown = text === undefined ? '' : plainText(text, 100);
  if (outcome === 'failed') {
    return text === undefined
      ? vscode.l10n.t('Showing failed requests')
      : vscode.l10n.t('Showing failed requests with “{0}”', shown);
  }
  if (outcome === 'ok') {
    return text === undefined
      ? vscode.l10n.t('Showing successful requests')
      : vscode.l10n.t('Showing successful requests with “{0}”', shown);
  }
  return text === undefined ? '' : vscode.l10n.t('Showing requests with “{0}”', shown);
}
