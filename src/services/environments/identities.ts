import type * as vscode from 'vscode';
import type { ResetId } from '../../sandbox/resetId';
import type { Environment } from './environmentModel';
import type { Environments } from './environments';

/**
 * Identifies the account behind an environment: stored rows belong to the account, not to the id.
 * It is the origins that requests go to, and for the Local Sandbox, whose port may change, its last reset.
 */
export class Identities implements vscode.Disposable {
  readonly #environments: Environments;
  readonly #reset: ResetId;
  readonly #listener: vscode.Disposable;
  #origins: ReadonlyMap<string, string | undefined> | undefined;

  constructor(environments: Environments, reset: ResetId) {
    this.#environments = environments;
    this.#reset = reset;
    this.#listener = environments.onDidChange(() => {
      this.#origins = undefined;
    });
  }

  /** The identity of an environment now; undefined while it has no address, or is not in the settings. */
  readonly of = (environment: string): string | undefined => {
    if (environment === 'local') return this.#reset.current;
    this.#origins ??= new Map(this.#environments.all.map((one) => [one.id, this.at(one)]));
    return this.#origins.get(environment);
  };

  /** The identity of an environment at the addresses that it is given with. */
  at({ type, addresses }: Environment): string | undefined {
    if (type === 'local') return this.#reset.current;
    return addresses === undefined ? undefined : `${addresses.apiOrigin} ${addresses.filesOrigin}`;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#reset.close();
  }
}
