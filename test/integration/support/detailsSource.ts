import * as vscode from 'vscode';
import type { PanelContext } from '../../../src/files/details/detailsPanel';
import type { DetailsModel, DetailsTarget } from '../../../src/files/details/model/source';

type PanelSource = PanelContext['source'];

/** What details panels show, as a test says it. */
export class TestSource implements PanelSource {
  /** What the registry would give of every file. */
  kept: Partial<DetailsModel> = {};
  /** What fetching comes to, at once. */
  answer: Partial<DetailsModel> = {};
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  load({ environment, fileId, isProduction }: DetailsTarget): DetailsModel {
    const type = isProduction === true ? 'production' : 'local';
    const named = { id: environment, name: environment, type } as const;
    return { environment: named, fileId, state: 'stale', ...this.kept };
  }

  refresh(target: DetailsTarget): Promise<DetailsModel> {
    return Promise.resolve({ ...this.load(target), state: 'fresh', ...this.answer });
  }

  /** Something changes in the list of files. */
  change(kept = this.kept): void {
    this.kept = kept;
    this.#changed.fire();
  }

  run() {
    return Promise.resolve({ ok: true, data: undefined } as const);
  }

  copy() {
    return Promise.resolve();
  }

  content() {
    return Promise.resolve({ ok: true, data: new Uint8Array() } as const);
  }
}
