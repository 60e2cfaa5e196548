import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import type { FileRegistry, FileSort, KnownFile } from '../../storage';
import { localDay } from '../../storage/types/days';
import { environmentTitle } from '../../ui/environmentTitle';
import { AgeTimer } from '../../ui/views/ageTimer';
import { audienceOf } from '../../ui/views/audience';
import type { ViewContent } from '../../ui/views/views';
import { untrustedWelcome, welcomeOf, type Readiness, type Welcome } from '../../ui/views/welcome';
import { timesOf, treeItemOf } from './fileItems';
import { clearFilterRow, emptyRows, groupQuery, moreRow, noteRow, pagesKey, resumeRow } from './fileNodes';
import type { FileNode, FileRow, GroupNode } from './fileNodes';
import type { UploadProgress } from '../upload/uploadProgress';
import { t } from '../../util/text';

export type Grouping = 'none' | 'purpose' | 'day';

const PAGE = 100;
/** The number of groups that are open at first: the rows of each cost the editor time. */
const OPEN_GROUPS = 2;
const GROUPING = 'paymentsApi.files.grouping';
const SORT = 'paymentsApi.files.sort';
/** Changes that come in a burst, such as a batch of uploads, redraw the view once. */
const REDRAW_MS = 100;
const PROGRESS_MS = 250;

/** The Files view of the active environment. It holds what is shown of the registry, and no data. */
export class FilesTree implements vscode.TreeDataProvider<FileNode>, vscode.Disposable {
  readonly #services: Services;
  readonly #progress: UploadProgress;
  readonly #readiness: Readiness;
  readonly #changed = new vscode.EventEmitter<FileNode | FileNode[] | undefined>();
  readonly #subscriptions: { dispose(): void }[] = [this.#changed];
  /** How many pages are shown below a group, or below the root (''). */
  readonly #pages = new Map<string, number>();
  /** The rows in the view, by the key of their file: the editor redraws a row only for the same object. */
  readonly #shown = new Map<number, FileRow>();
  /** Keys of uploads that got on since they were last drawn. */
  readonly #moving = new Set<number>();
  #view: vscode.TreeView<unknown> | undefined;
  #ages: AgeTimer | undefined;
  #tick: NodeJS.Timeout | undefined;
  #redraw: NodeJS.Timeout | undefined;
  #environment: string;
  #filter = '';
  /** Whether the view shows what to do in place of files. */
  #isEmpty = false;
  /** Of a view that is grouped and filtered: the rows below each group. */
  readonly #matches = new Map<string, FileRow[]>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(services: Services, progress: UploadProgress, readiness: Readiness) {
    const { environments } = services;
    this.#services = services;
    this.#progress = progress;
    this.#readiness = readiness;
    this.#environment = environments.active.id;
    this.#subscriptions.push(
      environments.onDidChange(this.#switch.bind(this)),
      ...[readiness.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust].map((hear) =>
        hear(() => {
          if (this.#isEmpty) this.refresh();
        }),
      ),
      progress.onDidChange((key) => {
        this.#moving.add(key);
        this.#tick ??= setTimeout(() => this.#drawMoving(), PROGRESS_MS);
      }),
    );
    void this.#listen();
  }

  get content(): ViewContent {
    return {
      tree: this,
      attach: (view) => {
        this.#view = view;
        this.#ages = new AgeTimer(audienceOf(view), () => this.refresh());
        this.#subscriptions.push(this.#ages);
        this.#describe();
      },
    };
  }

  get grouping(): Grouping {
    return this.#services.context.workspaceState.get<Grouping>(GROUPING, 'none');
  }

  get sort(): FileSort {
    return this.#services.context.workspaceState.get<FileSort>(SORT, 'time');
  }

  get filter(): string {
    return this.#filter;
  }

  /** The rows that are selected in the view. */
  get selection(): readonly unknown[] {
    return this.#view?.selection ?? [];
  }

  /** The files that the view shows now: no more than the user has loaded. A hidden view keeps its earlier ones. */
  get shownFiles(): KnownFile[] {
    const files = [...this.#shown.values()].map(({ file }) => file);
    return files.filter(({ environment }) => environment === this.#environment);
  }

  async setGrouping(grouping: Grouping): Promise<void> {
    await this.#services.context.workspaceState.update(GROUPING, grouping);
    this.#reset();
  }

  async setSort(sort: FileSort): Promise<void> {
    await this.#services.context.workspaceState.update(SORT, sort);
    this.#reset();
  }

  setFilter(text: string): void {
    this.#filter = text.trim();
    void vscode.commands.executeCommand('setContext', 'paymentsApi.filesFiltered', this.#filter !== '');
    this.#reset();
  }

  /** Shows one more page below a group, or below the root. */
  loadMore(group: GroupNode | undefined): void {
    const key = pagesKey(group);
    this.#pages.set(key, (this.#pages.get(key) ?? 1) + 1);
    this.#changed.fire(group);
  }

  /** Draws what is shown again; bursts are drawn once. */
  refresh(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = undefined;
      this.#changed.fire(undefined);
    }, REDRAW_MS);
  }

  async getChildren(node?: FileNode): Promise<FileNode[]> {
    const environment = this.#environment;
    const storage = await this.#services.storage.get();
    const registry = storage.files;
    if (node !== undefined) {
      // A row that the editor still holds from before another account came has nothing to show.
      const isCurrent = node.kind === 'group' && node.generation === storage.generation(node.environment);
      return isCurrent ? this.#childrenOf(registry, node) : [];
    }
    const known = this.#known(registry);
    this.#shown.clear();
    // Rows take drops; under a welcome text of the manifest the editor hides the tree, and with it the place to drop.
    this.#isEmpty = known === 0;
    if (known === 0) return emptyRows(environment, await this.#welcome(environment));
    const left = registry.count({ environment, states: ['not-sent'] });
    return [
      ...(left === 0 ? [] : [resumeRow(environment, left)]),
      ...(this.#filter === '' ? [] : [clearFilterRow(environment)]),
      ...this.#roots(registry, environment, storage.generation(environment)),
    ];
  }

  #roots(registry: FileRegistry, environment: string, generation: number): FileNode[] {
    const by = this.grouping;
    if (by !== 'none' && this.#filter === '') {
      return registry.groups(environment, by).map((group, index) => {
        return { kind: 'group', environment, generation, by, ...group, open: index < OPEN_GROUPS };
      });
    }
    const rows = this.#rows(registry, environment, undefined);
    if (rows.length > 0) return by === 'none' ? rows : this.#inGroups(rows, environment, generation, by);
    return [noteRow(environment, t('No file matches "{0}".', this.#filter))];
  }

  getTreeItem(node: FileNode): vscode.TreeItem {
    const now = Date.now();
    for (const time of timesOf(node, now)) this.#ages?.shows(time, now);
    return treeItemOf(node, now, node.kind === 'file' ? this.#progress.of(node.file.key) : undefined);
  }

  getParent(node: FileNode): FileNode | undefined {
    return node.kind === 'group' ? undefined : node.group;
  }

  dispose(): void {
    clearTimeout(this.#redraw);
    clearTimeout(this.#tick);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #rows(registry: FileRegistry, environment: string, group: GroupNode | undefined): FileNode[] {
    const limit = PAGE * (this.#pages.get(pagesKey(group)) ?? 1);
    const { items, next } = registry.list({
      environment,
      sort: this.sort,
      limit,
      ...(this.#filter !== '' && { text: this.#filter }),
      ...groupQuery(group),
    });
    const showsPurpose = new Set(items.map(({ purpose }) => purpose)).size > 1;
    const files = items.map((file): FileRow => ({ kind: 'file', file, group, showsPurpose }));
    for (const row of files) this.#shown.set(row.file.key, row);
    return next === undefined ? files : [...files, moreRow(environment, group)];
  }

  #childrenOf(registry: FileRegistry, group: GroupNode): FileNode[] {
    if (this.#filter === '') return this.#rows(registry, group.environment, group);
    // A row that the editor still holds from before a switch has nothing to show under the new name.
    return group.environment === this.#environment ? (this.#matches.get(pagesKey(group)) ?? []) : [];
  }

  /** The matches of a filter so far, below their groups. One look into the registry serves them all. */
  #inGroups(
    rows: readonly FileNode[],
    environment: string,
    generation: number,
    by: GroupNode['by'],
  ): FileNode[] {
    const files = rows.filter((row) => row.kind === 'file');
    const groups = Map.groupBy(files, ({ file }) => (by === 'day' ? localDay(file.sortTime) : file.purpose));
    this.#matches.clear();
    const nodes = [...groups].map(([key, found]): GroupNode => {
      const count = found.length;
      const shown = { count, open: true, isFound: true };
      const group: GroupNode = { kind: 'group', environment, generation, by, key, ...shown };
      const below = found.map((row): FileRow => ({ ...row, group }));
      for (const row of below) this.#shown.set(row.file.key, row);
      this.#matches.set(pagesKey(group), below);
      return group;
    });
    return [...nodes, ...rows.filter(({ kind }) => kind === 'line')];
  }

  /** What has to be done before there can be any files. */
  async #welcome(environment: string): Promise<Welcome | undefined> {
    const missing = await this.#readiness.missing(environment);
    if (missing !== undefined) {
      const { active } = this.#services.environments;
      return welcomeOf(missing, environmentTitle(active), environment);
    }
    return vscode.workspace.isTrusted ? undefined : untrustedWelcome();
  }

  #drawMoving(): void {
    this.#tick = undefined;
    const rows = [...this.#moving].flatMap((key) => this.#shown.get(key) ?? []);
    this.#moving.clear();
    if (rows.length > 0) this.#changed.fire(rows);
  }

  /** How many files there are. The manifest asks whether there are any, also while the view is hidden. */
  #known(registry: FileRegistry): number {
    const known = registry.count({ environment: this.#environment });
    void vscode.commands.executeCommand('setContext', 'paymentsApi.hasFiles', known > 0);
    return known;
  }

  async #listen(): Promise<void> {
    const storage = await this.#services.storage.get();
    const listener = storage.onDidChange(({ what, environment = this.#environment }) => {
      if (what !== 'files' || environment !== this.#environment) return;
      // Of a burst, the first change says enough.
      if (this.#redraw === undefined) this.#known(storage.files);
      this.refresh();
    });
    this.#subscriptions.push(listener);
  }

  #switch(): void {
    const { id } = this.#services.environments.active;
    if (id !== this.#environment) {
      this.#environment = id;
      this.#reset();
      const counting = this.#services.storage.get().then(({ files }) => this.#known(files));
      // What goes wrong, the view itself says.
      counting.catch(() => undefined);
    }
    this.#describe();
  }

  #reset(): void {
    this.#pages.clear();
    this.#describe();
    this.#changed.fire(undefined);
  }

  #describe(): void {
    if (this.#view === undefined) return;
    this.#view.description = environmentTitle(this.#services.environments.active);
    this.#view.message = this.#filter === '' ? '' : t('Filter: {0}', `“${this.#filter}”`);
  }
}
