import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onExit } from '../cleanup.mts';
import { nodeEnv, root } from '../paths.mts';
import { broken, withMissing, type Report } from './report.mts';

/** The message to a lane: files to run, by their paths in the tier's folder, or to end. */
export type ToLane =
  | { readonly files: readonly string[]; readonly grep?: string; readonly timeout?: number }
  | 'end';

/** The message of a lane: what mocha printed, as it comes, and at the end of the files their report. */
export type FromLane = { readonly printed: string } | { readonly report: Report };

/** A process that runs test files of one tier in plain Node, list after list, until it is ended. */
export interface Lane {
  /** Runs files and reports every test; of files that did not run to their end, that. */
  run(files: readonly string[]): Promise<Report>;
  end(): Promise<void>;
}

export interface LaneOptions {
  /** The tier's folder of bundled tests, as `out/unit`. */
  readonly folder: string;
  readonly grep?: string | undefined;
  /** Milliseconds for one test, where it is not the tier's own. */
  readonly timeout?: number | undefined;
  /** Takes what the tests print. */
  readonly print: (text: string) => void;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** Starts a lane. A process that ends by itself fails the files that it was running; the next ones get a new one. */
export function startLane({ folder, grep, timeout, print, env }: LaneOptions): Lane {
  let child: ReturnType<typeof start> | undefined;

  function start() {
    const process = fork('test/host/runner/run-suite.mts', [folder], {
      cwd: root,
      env: nodeEnv(env),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [process.stdout, process.stderr]) stream?.setEncoding('utf8').on('data', print);
    // Not by force: it ends what it started itself.
    const release = onExit(() => process.kill('SIGTERM'));
    process.once('exit', () => {
      release();
      child = undefined;
    });
    return process;
  }

  return {
    async run(files) {
      child ??= start();
      const running = child;
      const order: ToLane = {
        files,
        ...(grep === undefined ? {} : { grep }),
        ...(timeout === undefined ? {} : { timeout }),
      };
      const { promise, resolve } = Promise.withResolvers<Report>();
      const onMessage = (message: FromLane): void => {
        if ('printed' in message) print(message.printed);
        else resolve(message.report);
      };
      const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
        const why = `The tests did not run to their end (${String(signal ?? code)}).`;
        resolve(files.map((file) => broken(file, why)));
      };
      running.on('message', onMessage).on('exit', onEnd);
      running.send(order);
      const report = await promise;
      running.off('message', onMessage).off('exit', onEnd);
      return withMissing(report, files, grep !== undefined);
    },
    async end() {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.send('end' satisfies ToLane);
      await ended;
    },
  };
}
