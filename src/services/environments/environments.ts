import * as vscode from 'vscode';
import { ConfigurationError } from '../../api/model/errors';
import type { Settings } from './settings';
import type { Addresses } from '../../api/model/addresses';
import { readEnvironments, type Environment } from './environmentModel';
import { plainText } from '../../util/plainText';
import { listed, t } from '../../util/text';
import { isObject } from '../../util/objects';

const ACTIVE = 'paymentsApi.activeEnvironment';

/**
 * The environments and which of them is active. The choice is kept per workspace, so that a new window
 * never starts in production because another one was left there.
 */
export class Environments implements vscode.Disposable {
  readonly #settings: Settings;
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  #local: Addresses | undefined;
  #all:
    | { readonly setting: unknown; readonly environments: readonly [Environment, ...Environment[]] }
    | undefined;

  /** Fires when an environment, its addresses, or the choice of the active one changed. */
  readonly onDidChange = this.#changed.event;

  constructor(settings: Settings, state: vscode.Memento) {
    this.#settings = settings;
    this.#state = state;
    this.#listener = settings.onDidChange(() => this.#announce());
    this.#announce();
  }

  /** All, in their order; the Local Sandbox with its addresses while it runs. */
  get all(): readonly [Environment, ...Environment[]] {
    const setting = this.#settings.values.environments;
    if (this.#all === undefined || this.#all.setting !== setting)
      this.#all = { setting, environments: readEnvironments(setting, this.#local) };
    return this.#all.environments;
  }

  get active(): Environment {
    const id = this.#state.get<string>(ACTIVE);
    return this.all.find((environment) => environment.id === id) ?? this.all[0];
  }

  /**
   * Finds an environment by its id, or the active one.
   * @throws ConfigurationError when there is none by that id
   */
  get(id?: string): Environment {
    if (id === undefined) return this.active;
    const found = this.all.find((environment) => environment.id === id);
    if (found !== undefined) return found;
    throw new ConfigurationError(
      t(
        'There is no environment "{0}". Available: {1}.',
        plainText(id, 100),
        listed(this.all.map((environment) => plainText(environment.id, 60))),
      ),
    );
  }

  async switchTo(id: string): Promise<void> {
    await this.#state.update(ACTIVE, this.get(id).id);
    this.#announce();
  }

  /** Sets where the Local Sandbox listens; undefined when it stopped. */
  setLocalAddresses(addresses: Addresses | undefined): void {
    this.#local = addresses;
    this.#all = undefined;
    this.#announce();
  }

  /** The user's own entries, to be changed and written back. */
  get entries(): Readonly<Record<string, unknown>> {
    const value = this.#settings.values.environments;
    return isObject(value) ? value : {};
  }

  /**
   * Writes the user's own entries.
   * @throws ConfigurationError when the editor could not write its settings
   */
  async writeEntries(entries: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#settings.writeEnvironments(entries);
    } catch (cause) {
      const message = t(
        'The editor could not write the setting paymentsApi.environments. Open your user settings and fix the errors marked there, then try again. Nothing was changed.',
      );
      throw new ConfigurationError(message, { cause });
    }
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #announce(): void {
    const { id, type } = this.active;
    void vscode.commands.executeCommand('setContext', 'paymentsApi.environment', id);
    void vscode.commands.executeCommand('setContext', 'paymentsApi.environmentType', type);
    this.#changed.fire();
  }
}
