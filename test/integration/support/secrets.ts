import * as vscode from 'vscode';

/** A secret storage in memory, which can be made to fail as real ones do. */
export class TestSecrets implements vscode.SecretStorage {
  readonly kept = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** What is stored is not there afterwards, as without a keyring. */
  forgets = false;
  /** Storing and deleting throw, as with a locked keyring. */
  refuses = false;
  /** What was stored cannot be decrypted any more. */
  unreadable = false;
  /** How often a value was asked for. */
  reads = 0;

  keys(): Thenable<string[]> {
    return Promise.resolve([...this.kept.keys()]);
  }

  get(key: string): Thenable<string | undefined> {
    this.reads += 1;
    if (this.unreadable) return Promise.reject(new Error('Cannot decrypt'));
    return Promise.resolve(this.kept.get(key));
  }

  store(key: string, value: string): Thenable<void> {
    if (this.refuses) return Promise.reject(new Error('The keyring is locked'));
    if (!this.forgets) this.kept.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Thenable<void> {
    if (this.refuses) return Promise.reject(new Error('The keyring is locked'));
    this.kept.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  /** Another window stored something: only the event and the value are seen here. */
  changeElsewhere(key: string, value: string): void {
    this.kept.set(key, value);
    this.#changed.fire({ key });
  }
}
