import * as vscode from 'vscode';
import { ConfigurationError } from '../api/errors';
import { checkAddress } from '../api/addresses';
import type { Addresses } from '../environments/model';
import type { LocalSandbox } from './server/server';
import { SCENARIOS, type Scenario } from './server/scenarios';

/** Starts, stops and steers the Local Sandbox of this window. All windows share its data. */
export class LocalSandboxControl {
  readonly #file: string;
  readonly #onAddresses: (addresses: Addresses | undefined) => void;
  readonly #changed = new vscode.EventEmitter<void>();
  #starting: Promise<LocalSandbox> | undefined;
  #running: LocalSandbox | undefined;
  #stoppedByUser = false;

  /** Fires when it started, stopped, or its scenario changed. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param file path of the database that holds its state
   * @param onAddresses told where it listens, and undefined when it has stopped
   */
  constructor(file: string, onAddresses: (addresses: Addresses | undefined) => void) {
    this.#file = file;
    this.#onAddresses = onAddresses;
  }

  /** The scenario it is in, while it runs. */
  get scenario(): Scenario | undefined {
    return this.#running?.scenario;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts it, or gives the one that runs. */
  async start(): Promise<LocalSandbox> {
    this.#stoppedByUser = false;
    this.#starting ??= this.#launch().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /**
   * For a request: starts it on first use, without a question.
   * @throws ConfigurationError when the user has stopped it
   */
  async ensure(): Promise<LocalSandbox> {
    if (this.#stoppedByUser) {
      throw new ConfigurationError({
        message: vscode.l10n.t('The Local Sandbox is stopped. Start it to send requests to it.'),
      });
    }
    return this.start();
  }

  async stop(): Promise<void> {
    this.#stoppedByUser = true;
    await this.close();
  }

  async close(): Promise<void> {
    const starting = this.#starting;
    this.#starting = undefined;
    this.#running = undefined;
    await (await starting?.catch(() => undefined))?.close();
    this.#onAddresses(undefined);
    this.#changed.fire();
  }

  async setScenario(scenario: Scenario): Promise<void> {
    (await this.start()).setScenario(scenario);
    this.#changed.fire();
  }

  /** Forgets its files and balances; the scenario is `normal` again. */
  async reset(): Promise<void> {
    (await this.start()).reset();
    this.#changed.fire();
  }

  async #launch(): Promise<LocalSandbox> {
    const { startLocalSandbox } = await import('./index');
    // The same port each time where it is free, so that copied addresses stay good.
    const sandbox = await startLocalSandbox({ file: this.#file, preferredPort: 42_617 });
    const api = checkAddress(sandbox.apiUrl);
    if (!api.ok) throw new ConfigurationError({ message: api.reason });
    this.#running = sandbox;
    this.#onAddresses({
      apiUrl: api.apiUrl,
      filesUrl: sandbox.filesUrl,
      apiOrigin: api.origin,
      filesOrigin: api.origin,
    });
    this.#changed.fire();
    return sandbox;
  }
}

/** The scenario of that name, or undefined. */
export function findScenario(name: unknown): Scenario | undefined {
  return SCENARIOS.find(({ id }) => id === name)?.id;
}
