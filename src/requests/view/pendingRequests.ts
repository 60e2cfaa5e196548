import * as vscode from 'vscode';
import type { BegunExchange } from '../../api/model/exchange';

/** Most answers come sooner than a row could be read; for them none is shown. In milliseconds. */
const A_MOMENT = 300;

/** The requests of this window that are under way, from the time on when they are worth showing. */
export class RunningRequests implements vscode.Disposable {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #shown = new Map<string, BegunExchange>();
  readonly #changed = new vscode.EventEmitter<{ readonly environment: string }>();

  /** Fires when a request should be shown, and when a shown one has ended. */
  readonly onDidChange = this.#changed.event;

  /** A call that begins; `end` follows. */
  begin(request: BegunExchange): void {
    const { id, environment } = request;
    const show = (): void => {
      this.#waiting.delete(id);
      this.#shown.set(id, request);
      this.#changed.fire({ environment });
    };
    this.#waiting.set(id, setTimeout(show, A_MOMENT));
  }

  /** A call that ended, well or not. */
  end({ id, environment }: Pick<BegunExchange, 'id' | 'environment'>): void {
    clearTimeout(this.#waiting.get(id));
    this.#waiting.delete(id);
    if (this.#shown.delete(id)) this.#changed.fire({ environment });
  }

  /** Those of an environment, newest first. */
  of(environment: string): BegunExchange[] {
    return [...this.#shown.values()].filter((request) => request.environment === environment).reverse();
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#changed.dispose();
  }
}
