import * as vscode from 'vscode';
import type { ApiOperation } from '../../api/model/operations';
import { execute } from '../../commands/execute';
import type { Services } from '../../services/services';
import type { ExchangeSummary } from '../../storage';
import { AgeTimer } from '../../ui/views/ageTimer';
import { audienceOf } from '../../ui/views/audience';
import { droppedUris } from '../../ui/views/droppedUris';
import type { ViewContent } from '../../ui/views/views';
import { lazily } from '../../util/lazily';
import { sourcesOf, tagsOf } from './describedSources';
import { findOffers } from './offers';
import { LastResults, operationKey } from './lastResults';
import {
  operationsItem,
  type OperationNode,
  type OperationsNode,
  type SourceNode,
  type TagNode,
} from './operationNodes';
import { t } from '../../util/text';

/** Rows of one list that are shown at once. */
const PAGE = 200;
/** Changes that come together are shown together, in milliseconds. */
const TOGETHER = 150;

type Parent = SourceNode | TagNode | undefined;

/** The API view: which operations there are, by document and tag, and what became of each when it was last sent. */
export class OperationsTree implements vscode.TreeDataProvider<OperationsNode>, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<OperationsNode | undefined>();
  readonly #results: LastResults;
  readonly #subscriptions: { dispose(): void }[];
  /** Once the database is read, the results follow its changes. */
  readonly #storage = lazily(async () => {
    const storage = await this.#services.storage.get();
    this.#subscriptions.push(
      storage.onDidChange(({ what }) => {
        if (what === 'history') this.#refreshSoon();
      }),
    );
    return storage;
  });
  /** How many rows of a list are shown, by the id of its last row. */
  readonly #shown = new Map<string, number>();
  #last: ReadonlyMap<string, ExchangeSummary> = new Map();
  #view: vscode.TreeView<unknown> | undefined;
  #ages: AgeTimer | undefined;
  #filter = '';
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    this.#results = new LastResults(services.operations);
    this.#subscriptions = [
      this.#changed,
      services.environments.onDidChange(() => this.#refreshSoon()),
      services.descriptions.onDidChange(() => {
        this.#results.reset();
        this.#refreshSoon();
      }),
    ];
  }

  /** What the view is made of. */
  get content(): ViewContent {
    return {
      tree: this,
      drop: { handleDrop: (_target, data) => addDropped(data) },
      attach: (view) => {
        this.#view = view;
        this.#ages = new AgeTimer(audienceOf(view), () => this.#changed.fire(undefined));
        this.#subscriptions.push(this.#ages);
        this.#describe();
      },
    };
  }

  get filter(): string {
    return this.#filter;
  }

  /** Shows the operations that hold every word; all for an empty text. */
  setFilter(filter: string): void {
    this.#filter = filter;
    this.#shown.clear();
    void vscode.commands.executeCommand('setContext', 'paymentsApi.operationsFiltered', filter !== '');
    this.#describe();
    this.#changed.fire(undefined);
  }

  /** Shows more of a list. @param id of the row that offers it */
  loadMore(id: string): void {
    this.#shown.set(id, (this.#shown.get(id) ?? PAGE) + PAGE);
    this.#changed.fire(undefined);
  }

  /** Shows a document, in the view that is opened for it. */
  async show(source: string): Promise<void> {
    const node = sourcesOf(this.#services).find((each) => each.source === source);
    await vscode.commands.executeCommand('paymentsApi.operations.focus');
    try {
      // The editor waits for what this event names, and knows only rows that it has asked for.
      this.#changed.fire(undefined);
      await this.#view?.reveal(node, { select: true, focus: true, expand: true });
    } catch {
      // A filter hides it.
    }
  }

  async getChildren(node?: OperationsNode): Promise<OperationsNode[]> {
    if (node === undefined) {
      await this.#readResults();
      return this.#filter === '' ? this.#roots() : this.#rows(this.#found(), undefined, 'more//');
    }
    if (node.kind === 'source') {
      const operations = this.#from(node.source);
      const problems = node.problems.map(
        (problem, index) => ({ kind: 'problem', problem, index, parent: node }) as const,
      );
      const tags = tagsOf(node, operations);
      const untagged =
        tags.length === 0 ? operations : operations.filter(({ tags: some }) => some.length === 0);
      return [...problems, ...tags, ...this.#rows(untagged, node, `more/${node.source}/`)];
    }
    if (node.kind !== 'tag') return [];
    const tagged = this.#from(node.parent.source).filter(({ tags }) => tags.includes(node.tag));
    return this.#rows(tagged, node, `more/${node.parent.source}/${node.tag}`);
  }

  getTreeItem(node: OperationsNode): vscode.TreeItem {
    const now = Date.now();
    if (node.kind === 'operation' && node.last !== undefined) this.#ages?.shows(node.last.startedAt, now);
    return operationsItem(node, this.#services.environments.active.id, now);
  }

  getParent(node: OperationsNode): OperationsNode | undefined {
    return 'parent' in node ? node.parent : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #roots(): Promise<OperationsNode[]> {
    await this.#services.descriptions.ready();
    const sources = sourcesOf(this.#services);
    return this.#services.descriptions.documents.length > 0 ? sources : [...sources, ...(await findOffers())];
  }

  async #readResults(): Promise<void> {
    const storage = await this.#storage.get();
    this.#last = this.#results.of(storage, this.#services.environments.active.id);
  }

  #found(): readonly ApiOperation[] {
    return this.#services.operations.find(this.#filter, this.#inEnvironment());
  }

  #inEnvironment(): readonly ApiOperation[] {
    return this.#services.operations.all(this.#services.environments.active.type);
  }

  #from(source: string): readonly ApiOperation[] {
    return this.#inEnvironment().filter((each) => each.source === source);
  }

  #rows(operations: readonly ApiOperation[], parent: Parent, id: string): OperationsNode[] {
    const shown = this.#shown.get(id) ?? PAGE;
    const rows = operations.slice(0, shown).map((operation): OperationNode => ({
      kind: 'operation',
      method: operation.method,
      path: operation.path,
      source: operation.source,
      operation,
      last: this.#last.get(operationKey(operation)),
      parent,
    }));
    return operations.length > shown ? [...rows, { kind: 'more', id, parent }] : rows;
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#describe();
      this.#changed.fire(undefined);
    }, TOGETHER);
  }

  #describe(): void {
    if (this.#view === undefined) return;
    const filter = t('Filter: {0}', `“${this.#filter}”`);
    const hint = this.#found().length === 0 ? ` · ${t('No row matches the filter.')}` : '';
    this.#view.message = this.#filter === '' ? '' : filter + hint;
  }
}

async function addDropped(data: vscode.DataTransfer): Promise<void> {
  for (const uri of await droppedUris(data)) await execute('addApiDescription', uri);
}
