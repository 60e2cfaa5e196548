import * as vscode from 'vscode';
import type { Environment } from '../../services/environments/environmentModel';
import type { Services } from '../../services/services';
import { localDayRange } from '../../storage/types/days';
import type { KeyRange, RequestHistory, Storage } from '../../storage';
import { environmentTitle } from '../../ui/environmentTitle';
import { AgeTimer } from '../../ui/views/ageTimer';
import { lazily } from '../../util/lazily';
import { audienceOf, newsOfVisibility } from '../../ui/views/audience';
import { NewestRow } from '../../ui/views/newestRow';
import { readExchangeTargets } from '../exchange/exchanges';
import { LongSearch } from './longSearch';
import type { RequestFilter } from '../../commands/table/commandTypes';
import { isNarrowed, leavesSaved } from './requestFilter';
import { queryOf, RequestRows, type RequestListing } from './requestRows';
import type { RunningRequests } from './pendingRequests';
import { isSavedNode, savedItem, type SavedCollection, type SavedNode } from '../saved/savedRows';
import { exchangeOf, timeOf, treeItem, type DayNode, type RequestNode } from './requestNodes';
import { welcomeOf, type Readiness } from '../../ui/views/welcome';
import { welcomeNotes, withFilterNotes } from './noteRows';
import { describeDay, describeFilter } from './viewWords';

const GROUPED = 'paymentsApi.requestsByDay';
/** Changes that come together are shown together, in milliseconds. */
const TOGETHER = 100;
/** A batch of uploads changes the view all the time: at most this part of the thread's time is spent on showing it. */
const SHARE = 0.1;
const MOST = 1000;

/** What the tree needs of the saved requests. */
export type SavedRows = Pick<SavedCollection, 'root' | 'children' | 'onDidChange'>;

/** What the tree needs of the view that shows it. */
type ShownIn = Pick<
  vscode.TreeView<unknown>,
  'visible' | 'selection' | 'reveal' | 'onDidChangeVisibility' | 'description' | 'message'
>;

/** The Requests view: what is under way in the active environment, then its exchanges, newest first. */
export class RequestTree implements vscode.TreeDataProvider<unknown>, vscode.Disposable {
  readonly #services: Services;
  readonly #pending: RunningRequests;
  readonly #saved: SavedRows;
  readonly #readiness: Readiness;
  readonly #changed = new vscode.EventEmitter<unknown>();
  readonly #rows = new RequestRows();
  /** The row of the answer that came last is selected. */
  readonly newest = new NewestRow(newsOfVisibility);
  /** The first change shows at once or nearly so; those that follow it closely wait for each other. */
  readonly #refreshSoon = (): void => {
    this.#timer ??= setTimeout(
      () => {
        this.#costMs = 0;
        this.refresh();
      },
      Math.min(MOST, Math.max(TOGETHER, this.#costMs / SHARE)),
    );
  };
  readonly #search = new LongSearch(this.#refreshSoon);
  readonly #subscriptions: { dispose(): void }[] = [this.#changed];
  /** Once the database is read, the view follows its changes. */
  readonly #storage = lazily(async () => {
    const storage = await this.#services.storage.get();
    this.#subscriptions.push(
      storage.onDidChange(({ what, environment = this.#shown.id }) => {
        if (what === 'history' && environment === this.#shown.id) this.#refreshSoon();
      }),
    );
    return storage;
  });
  #view: ShownIn | undefined;
  #ages: AgeTimer | undefined;
  #filter: RequestFilter = {};
  #environment: string;
  #timer: NodeJS.Timeout | undefined;
  /** How long it took to read the rows when they were last shown. */
  #costMs = 0;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(services: Services, running: RunningRequests, saved: SavedRows, readiness: Readiness) {
    this.#services = services;
    this.#pending = running;
    this.#saved = saved;
    this.#readiness = readiness;
    this.#environment = services.environments.active.id;
    this.#subscriptions.push(
      services.environments.onDidChange(() => {
        const { id } = services.environments.active;
        if (id !== this.#environment) this.#rows.reset();
        this.#environment = id;
        this.refresh();
      }),
      running.onDidChange(({ environment }) => {
        if (environment === this.#environment) this.#refreshSoon();
      }),
      saved.onDidChange(this.#refreshSoon),
      readiness.onDidChange(this.#refreshSoon),
    );
    this.#setContext();
  }

  get filter(): RequestFilter {
    return this.#filter;
  }

  /** The exchanges that are selected, where the view shows that environment. */
  selectedIds(environment: string): string[] {
    return environment === this.#shown.id ? readExchangeTargets(undefined, this.#view?.selection) : [];
  }

  get byDay(): boolean {
    return this.#services.context.workspaceState.get<boolean>(GROUPED) !== false;
  }

  /** Takes the view that shows this tree: its heading says what is shown. */
  attach(view: ShownIn): void {
    this.#view = view;
    this.#ages = new AgeTimer(audienceOf(view), () => this.#changed.fire(undefined));
    this.#subscriptions.push(
      this.#ages,
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.refresh();
      }),
    );
    this.#describe();
  }

  setFilter(filter: RequestFilter): void {
    this.#filter = filter;
    if (filter.text === undefined) this.#search.stop();
    this.#rows.reset();
    this.#setContext();
    this.refresh();
  }

  async setGrouped(byDay: boolean): Promise<void> {
    await this.#services.context.workspaceState.update(GROUPED, byDay);
    this.#rows.reset();
    this.#setContext();
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
    const rows = await this.#children(element);
    void this.newest.drawn(this.#view, rows, exchangeOf);
    return rows;
  }

  async #children(element: unknown): Promise<(RequestNode | SavedNode)[]> {
    const node = element as RequestNode | SavedNode | undefined;
    if (node !== undefined && isSavedNode(node)) return this.#saved.children(node);
    if (node?.kind === 'pinned' || node?.kind === 'batch') return [...node.exchanges];
    if (node !== undefined && node.kind !== 'day') return [];
    const storage = await this.#storage.get();
    const [{ history }, listing] = [storage, this.listing(storage)];
    if (node !== undefined) return this.#timed(() => this.#rows.children(history, listing, node));
    if (isNarrowed(this.#filter)) return this.#filtered(history, listing);
    // Those under way have no outcome yet, so a filter cannot say whether they belong to what it leaves.
    const own = [...(await this.#saved.root()), ...this.#pinned(history, listing)];
    const running = this.#pending
      .of(listing.environment)
      .map((request): RequestNode => ({ kind: 'running', request }));
    const sent = [...running, ...this.#timed(() => this.#rows.roots(history, listing))];
    // Without any row the view shows the welcome of the manifest.
    return own.length > 0 && sent.length === 0
      ? [...own, ...(await this.#welcome(listing.environment))]
      : [...own, ...sent];
  }

  async #welcome(environment: string): Promise<RequestNode[]> {
    const missing = await this.#readiness.missing(environment);
    const title = environmentTitle(this.#services.environments.get(environment));
    return welcomeNotes(environment, missing && welcomeOf(missing, title, environment));
  }

  /** What the filter leaves. */
  async #filtered(history: RequestHistory, listing: RequestListing): Promise<(RequestNode | SavedNode)[]> {
    const left = [
      ...(await this.#saved.root((saved) => leavesSaved(this.#filter, saved))),
      ...this.#pinned(history, listing),
      ...this.#rows.roots(history, listing),
    ];
    return withFilterNotes(left, listing.environment, this.#search.isUnderWay);
  }

  getTreeItem(element: unknown): vscode.TreeItem {
    const node = element as RequestNode | SavedNode;
    if (isSavedNode(node)) return savedItem(node);
    const now = Date.now();
    const time = timeOf(node, now);
    if (time !== undefined) this.#ages?.shows(time, now);
    const { all } = this.#services.environments;
    const nameOf = (id: string) => all.find((environment) => environment.id === id)?.name ?? id;
    return treeItem(node, now, nameOf);
  }

  getParent(element: unknown): RequestNode | SavedNode | undefined {
    const node = element as RequestNode | SavedNode;
    return 'parent' in node ? node.parent : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#search.stop();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Adds to the row of a day what happened on it: a look at all its requests, so only for the row that is asked about. */
  async resolveTreeItem(item: vscode.TreeItem, element: unknown): Promise<vscode.TreeItem> {
    const node = element as RequestNode | SavedNode;
    if (node.kind !== 'day') return item;
    const { history } = await this.#storage.get();
    const { from, to } = localDayRange(node.day);
    item.tooltip = describeDay(history.summary(node.environment, from, to));
    return item;
  }

  #timed<T>(read: () => T): T {
    const began = performance.now();
    const rows = read();
    this.#costMs = Math.max(this.#costMs, performance.now() - began);
    return rows;
  }

  /** What the view lists. */
  listing(storage: Storage): RequestListing {
    const environment = this.#shown.id;
    const generation = storage.generation(environment);
    const listing = { environment, generation, filter: this.#filter, byDay: this.byDay };
    if (this.#filter.text === undefined) return listing;
    const query = queryOf(listing);
    const key = JSON.stringify([generation, query]);
    const step = (range: KeyRange) => storage.history.findInLongTexts(query, range);
    return { ...listing, alsoKeys: this.#search.follow(key, step) };
  }

  /** The environment of the filter may be gone from the settings. */
  get #shown(): Environment {
    const { active, all } = this.#services.environments;
    return all.find(({ id }) => id === this.#filter.environment) ?? active;
  }

  #pinned(history: RequestHistory, listing: RequestListing): RequestNode[] {
    const exchanges = this.#rows.pinned(history, listing);
    return exchanges.length === 0 ? [] : [{ kind: 'pinned', environment: listing.environment, exchanges }];
  }

  #setContext(): void {
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('paymentsApi.requestsFiltered', isNarrowed(this.#filter));
    set('paymentsApi.requestsByDay', this.byDay);
  }

  #describe(): void {
    if (this.#view === undefined) return;
    this.#view.description = environmentTitle(this.#shown);
    this.#view.message = describeFilter(this.#filter);
  }
}
