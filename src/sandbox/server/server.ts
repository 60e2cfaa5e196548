/** The Local Sandbox: the whole interface, served on this machine, with state that is kept and faults at command. */
import { openDatabase } from './data/sandboxDatabase';
import { LOCAL_SANDBOX_KEY } from './data/key';
import type { Describe } from './described';
import { listen } from './listen';
import type { Scenario } from './data/scenarios';
import { SandboxStore } from './data/sandboxStore';

export { LOCAL_SANDBOX_KEY } from './data/key';
export type { Describe } from './described';
export { isScenario, SCENARIOS, type Scenario } from './data/scenarios';

export interface LocalSandboxOptions {
  /** Path of the database, or `:memory:`. Any number of sandboxes may share one, in any number of processes. */
  readonly file: string;
  /** The port to use; starting fails when it is taken. 0 is any. */
  readonly port?: number;
  /** The port to use if it is free, else any. */
  readonly preferredPort?: number;
  /** Called with one line for every answer: method, path, status, duration, request id. */
  readonly onRequest?: (line: string) => void;
  /** Called when a request has set the scenario or reset the sandbox. */
  readonly onControlled?: () => void;
  /** Answers operations of descriptions that were added. */
  readonly describe?: Describe | undefined;
  /** How long an answer takes in the scenario `slow`, in milliseconds. 3000 by default. */
  readonly slowMs?: number;
}

export interface LocalSandbox {
  /** `http://127.0.0.1:PORT/v1` */
  readonly apiUrl: string;
  /** `http://127.0.0.1:PORT` */
  readonly filesUrl: string;
  readonly port: number;
  readonly apiKey: string;
  /** Where a damaged database was moved to, if there was one: a new one took its place. */
  readonly setAside?: string;
  /** The scenario of this database, shared by all its sandboxes. */
  readonly scenario: Scenario;
  setScenario(scenario: Scenario): void;
  /** Forgets files and balances, and returns to the normal scenario. */
  reset(): void;
  /** Ends the server, open connections included, and closes the database. */
  close(): Promise<void>;
}

/**
 * Starts a Local Sandbox on 127.0.0.1.
 * @throws Error with a sentence for a person when the port is taken or the database cannot be opened
 */
export async function startLocalSandbox(options: LocalSandboxOptions): Promise<LocalSandbox> {
  const { db, setAside } = await openDatabase(options.file);
  const store = new SandboxStore(db);
  try {
    const server = await listen({
      store,
      port: options.port,
      preferredPort: options.preferredPort,
      slowMs: options.slowMs ?? 3000,
      onRequest: options.onRequest ?? (() => undefined),
      onControlled: options.onControlled ?? (() => undefined),
      describe: options.describe,
    });
    const filesUrl = server.origin;
    let closed: Promise<void> | undefined;
    return {
      apiUrl: `${filesUrl}/v1`,
      filesUrl,
      port: server.port,
      apiKey: LOCAL_SANDBOX_KEY,
      ...(setAside !== undefined && { setAside }),
      get scenario() {
        return store.scenario;
      },
      setScenario: (scenario) => {
        store.setScenario(scenario);
      },
      reset: () => {
        store.reset();
      },
      close: () =>
        (closed ??= server.close().finally(() => {
          store.close();
        })),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
