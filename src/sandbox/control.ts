import * as vscode from 'vscode';
import { ConfigurationError } from '../api/model/errors';
import type { Addresses } from '../api/model/addresses';
import type { TrialScenario } from '../api/call/clientOptions';
import type { Describe } from './server/described';
import type { LocalSandbox } from './server/server';
import { lazily } from '../util/lazily';
import { explainByScenario, type Scenario } from './server/data/scenarios';
import { t } from '../util/text';

/** Whether the Local Sandbox of this window runs. `idle`: it starts with the first request. */
export type LocalState = 'running' | 'idle' | 'stopped';

/** What can be shown of a running Local Sandbox. */
export type LocalFacts = Partial<Pick<LocalSandbox, 'port' | 'scenario'>>;

export interface SandboxControlOptions {
  /** Path of the database that holds its state. */
  readonly file: string;
  /** Called with its addresses once it listens, and with undefined when it has stopped. */
  readonly onAddresses: (addresses: Addresses | undefined) => void;
  /** Called with a sentence for the user. */
  readonly onWarning: (message: string) => void;
  /** Answers operations of descriptions that were added. */
  readonly describe?: Describe | undefined;
}

/** Starts, stops and steers the Local Sandbox of this window. All windows share its data; each has its port. */
export class LocalSandboxControl {
  readonly #options: SandboxControlOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  #starting = lazily(() => this.#launch());
  #running: LocalSandbox | undefined;
  #closing: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Taken each time where it is free, so that copied addresses stay good. */
  #port = 42_617;

  /** Fires when it started, stopped, or its scenario changed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: SandboxControlOptions) {
    this.#options = options;
  }

  /** The scenario it is in, while it runs. */
  get scenario(): Scenario | undefined {
    return this.#running?.scenario;
  }

  /** The scenario for clients, which explain errors by it; undefined for the normal one. */
  get trial(): TrialScenario | undefined {
    const { scenario } = this;
    if (scenario === undefined || scenario === 'normal') return undefined;
    return { id: scenario, explain: (error) => explainByScenario(scenario, error) };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get state(): LocalState {
    if (this.isRunning) return 'running';
    return this.#isStopped ? 'stopped' : 'idle';
  }

  /** What the Environments view shows of it while it runs. */
  get facts(): LocalFacts {
    return this.#running ?? {};
  }

  /** Starts it, or gives the one that runs. */
  async start(): Promise<LocalSandbox> {
    this.#isStopped = false;
    return this.#starting.get();
  }

  /** @throws ConfigurationError when it was stopped */
  refuseStopped(): void {
    if (!this.#isStopped) return;
    const message = t('The Local Sandbox is stopped. Start it to send requests to it.');
    throw new ConfigurationError(message, { environment: 'local', missing: 'sandbox' });
  }

  /** For a request: starts it on first use, without a question. @throws as `refuseStopped` */
  async ensure(): Promise<void> {
    this.refuseStopped();
    await this.start();
    // Somebody may have done so while it started.
    this.refuseStopped();
  }

  /** Stops it until somebody starts it: no request does that, such as one that outlives its window. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const starting = this.#starting.loaded;
    // It may be started again before it has stopped.
    this.#starting = lazily(() => this.#launch());
    const closing = this.#closing.then(async () => {
      const ending = await starting?.catch(() => undefined);
      // Before its port is free: nothing more is sent there.
      this.#options.onAddresses(undefined);
      await ending?.close();
      this.#running = undefined;
      this.#changed.fire();
    });
    // A start that follows waits for it, and so gets the same port.
    this.#closing = closing.catch(() => undefined);
    await closing;
  }

  async setScenario(scenario: Scenario): Promise<void> {
    await this.#write((sandbox) => sandbox.setScenario(scenario));
  }

  /** Forgets its files and balances; the scenario is `normal` again. */
  async reset(): Promise<void> {
    await this.#write((sandbox) => sandbox.reset());
  }

  /** @throws ConfigurationError where its data is locked or cannot be written */
  async #write(change: (sandbox: LocalSandbox) => void): Promise<void> {
    const sandbox = await this.start();
    try {
      change(sandbox);
    } catch (cause) {
      const { inWords } = await import('./index');
      throw new ConfigurationError(inWords(cause, this.#options.file).message, { cause });
    }
    this.#changed.fire();
  }

  async #launch(): Promise<LocalSandbox> {
    await this.#closing;
    const sandbox = await this.#serve();
    const { apiUrl, filesUrl } = sandbox;
    this.#running = sandbox;
    this.#options.onAddresses({ apiUrl, filesUrl, apiOrigin: filesUrl, filesOrigin: filesUrl });
    this.#changed.fire();
    return sandbox;
  }

  async #serve(): Promise<LocalSandbox> {
    const { startLocalSandbox } = await import('./index');
    try {
      const sandbox = await startLocalSandbox({
        file: this.#options.file,
        preferredPort: this.#port,
        describe: this.#options.describe,
        onControlled: () => this.#changed.fire(),
      });
      this.#port = sandbox.port;
      if (sandbox.setAside !== undefined) {
        const message = t(
          'The data of the Local Sandbox was damaged. It was kept as {0}, and the sandbox starts empty.',
          sandbox.setAside,
        );
        this.#options.onWarning(message);
      }
      return sandbox;
    } catch (cause) {
      throw cannotStart(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }
}

function cannotStart(reason: string, cause?: unknown): ConfigurationError {
  const message = t('The Local Sandbox could not be started: {0}', reason);
  return new ConfigurationError(message, { environment: 'local', missing: 'sandbox', cause });
}
