import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { environmentTitle } from '../../ui/environmentTitle';
import { newsOfVisibility } from '../../ui/views/audience';
import type { ViewContent } from '../../ui/views/views';
import { stateOf } from './missing';
import {
  detailItem,
  detailRows,
  environmentDecorations,
  environmentItem,
  type EnvironmentsRow,
} from './environmentRows';

/** The Environments view: each environment, its state, and the one next step. */
export class EnvironmentsTree implements vscode.TreeDataProvider<EnvironmentsRow>, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<EnvironmentsRow | EnvironmentsRow[] | undefined>();
  readonly #subscriptions: { dispose(): void }[];
  #view: vscode.TreeView<unknown> | undefined;
  /** The rows that the editor knows, by the id of their environment. */
  #rows: ReadonlyMap<string, EnvironmentsRow> = new Map();
  /** Of those, the ones that it has asked for and not taken in yet, by the id of their environment. */
  readonly #onTheirWay = new Set<string>();
  /** The environment that was active when its row was last brought into sight. */
  #revealed: string | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    const refresh = (): void => {
      this.#describe();
      this.#changed.fire(this.#drawnAnew());
    };
    this.#subscriptions = [
      this.#changed,
      services.environments.onDidChange(() => {
        refresh();
        void this.#revealActive();
      }),
      services.keys.onDidChange(refresh),
      services.sandbox.onDidChange(refresh),
      // Another window may have set the scenario: they share it.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) refresh();
      }),
      vscode.window.registerFileDecorationProvider(environmentDecorations),
    ];
  }

  /** What the view is made of. */
  get content(): ViewContent {
    return {
      tree: this,
      attach: (view) => {
        this.#view = view;
        this.#describe();
        this.#subscriptions.push(
          view.onDidChangeVisibility(() => {
            void this.#revealActive();
          }),
        );
      },
    };
  }

  async getChildren(row?: EnvironmentsRow): Promise<EnvironmentsRow[]> {
    const { all } = this.#services.environments;
    if (row === undefined) {
      this.#rows = new Map(all.map(({ id }) => [id, this.#rows.get(id) ?? rowOf(id)]));
      this.#onTheirWay.clear();
      for (const id of this.#rows.keys()) this.#onTheirWay.add(id);
      return [...this.#rows.values()];
    }
    const state = row.kind === 'environment' ? await stateOf(this.#services, row.environmentId) : undefined;
    return state === undefined ? [] : detailRows(state, this.#services.sandbox.facts);
  }

  async getTreeItem(row: EnvironmentsRow): Promise<vscode.TreeItem> {
    if (row.kind === 'detail') return detailItem(row);
    const state = await stateOf(this.#services, row.environmentId);
    // The editor takes all rows in at once, as soon as it has the last of them.
    setImmediate(() => {
      this.#onTheirWay.delete(row.environmentId);
      if (this.#onTheirWay.size === 0) void this.#revealActive();
    });
    return state === undefined ? new vscode.TreeItem(row.environmentId) : environmentItem(state);
  }

  getParent(row: EnvironmentsRow): EnvironmentsRow | undefined {
    return row.kind === 'detail' ? { kind: 'environment', environmentId: row.environmentId } : undefined;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /**
   * Each row by itself, while they are the same environments: a view that is refreshed as a whole forgets its
   * rows for a moment, and a menu that is open then would not know any more which of them it is about. But the
   * editor passes over a row that it has not taken in yet, and would go on to show it as it was.
   */
  #drawnAnew(): EnvironmentsRow[] | undefined {
    const ids = this.#services.environments.all.map(({ id }) => id);
    const isSame = ids.join('/') === [...this.#rows.keys()].join('/');
    return isSame && this.#onTheirWay.size === 0 ? [...this.#rows.values()] : undefined;
  }

  /** Brings the environment in use into sight and unfolds it, once after each switch. A hidden view waits. */
  async #revealActive(): Promise<void> {
    if (!this.#isToReveal()) return;
    const { id } = this.#services.environments.active;
    await newsOfVisibility();
    const row = this.#rows.get(id);
    if (!this.#isToReveal() || id !== this.#services.environments.active.id || row === undefined) return;
    this.#revealed = id;
    try {
      await this.#view?.reveal(row, { select: false, focus: false, expand: true });
    } catch {
      // The row no longer exists, or the view is hidden.
    }
  }

  #isToReveal(): boolean {
    const { id } = this.#services.environments.active;
    return id !== this.#revealed && this.#view?.visible === true && this.#rows.has(id);
  }

  #describe(): void {
    if (this.#view !== undefined)
      this.#view.description = environmentTitle(this.#services.environments.active);
  }
}

function rowOf(environmentId: string): EnvironmentsRow {
  return { kind: 'environment', environmentId };
}
