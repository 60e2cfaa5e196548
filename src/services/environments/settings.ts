import * as vscode from 'vscode';
import { isPurpose } from '../../api/rules/limits';

/** The settings of the README, checked: a value that does not fit gives the default. */
export type SettingValues = ReturnType<typeof read>;

/**
 * The extension's settings. Only the user's own value is read: a workspace, a folder or a dev container
 * can never redirect a key.
 */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  #values: SettingValues | undefined;

  /** Fires after any of the settings changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('paymentsApi')) return;
      this.#values = undefined;
      this.#changed.fire();
    });
  }

  /** Read once, and again after a change: the editor takes 0.2 ms for each setting. */
  get values(): SettingValues {
    this.#values ??= read();
    return this.#values;
  }

  /** Writes the user's own value of `paymentsApi.environments`. */
  async writeEnvironments(value: Readonly<Record<string, unknown>>): Promise<void> {
    await vscode.workspace
      .getConfiguration('paymentsApi')
      .update('environments', value, vscode.ConfigurationTarget.Global);
    this.#values = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

function read() {
  const purpose = userValue('defaultPurpose');
  return {
    /** As written by the user; read by environmentModel.ts. */
    environments: userValue('environments'),
    defaultPurpose: isPurpose(purpose) ? purpose : 'ask',
    /** Uploads in flight. */
    concurrency: whole('uploads.concurrency', 1, 16, 4),
    /** For one attempt, body included. */
    timeoutSeconds: bounded('requests.timeoutSeconds', 1, 600, 30),
    maxRetries: whole('requests.maxRetries', 0, 10, 3),
    /** Size of all exchanges kept, compressed, in megabytes of 1,000,000 bytes. */
    maxMegabytes: whole('history.maxMegabytes', 10, 10_000, 500),
    /** Exchanges kept per environment; 0 keeps none. */
    maxRequests: whole('history.maxRequests', 0, 100_000, 5000),
    logBodies: userValue('logBodies') !== false,
    transport: userValue('network.transport') === 'vscode' ? 'vscode' : 'undici',
    fileIdLinks: userValue('editor.fileIdLinks') !== false,
    requestIdLinks: userValue('editor.requestIdLinks') !== false,
    answersBeside: userValue('answers.open') !== 'active',
    checkAnswers: userValue('checkAnswers') !== false,
    agents: {
      /** In environments of type `production`. They never write there. */
      production: userValue('agents.production') === 'read' ? 'read' : 'none',
      /** Files in one call. */
      maxUploads: whole('agents.maxUploads', 0, 1000, 20),
      /** Amount of one top-up, in units of its currency. */
      maxTopUp: bounded('agents.maxTopUp', 0, 1_000_000_000, 10_000),
      /** Calls that send something, of all tools together. */
      maxPerMinute: whole('agents.maxPerMinute', 0, 6000, 60),
    },
  } as const;
}

function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration('paymentsApi').inspect(key)?.globalValue;
}

function bounded(key: string, minimum: number, maximum: number, fallback: number): number {
  const value = userValue(key);
  return typeof value === 'number' && value >= minimum && value <= maximum ? value : fallback;
}

function whole(key: string, minimum: number, maximum: number, fallback: number): number {
  const value = bounded(key, minimum, maximum, fallback);
  return Number.isInteger(value) ? value : fallback;
}
