import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** After this many statements the log is copied into the database: about a quarter of what SQLite lets come together. */
const STATEMENTS = 1500;

/**
 * Waits for orders in a thread of its own, and ends when there was none for a while. `PASSIVE` waits for nobody and
 * keeps nobody waiting; what was written meanwhile is left to the next round. The file is open only meanwhile: Windows
 * sets no file aside that is open.
 */
const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const end = setTimeout(() => parentPort.close(), 10_000);
  parentPort.on('message', () => {
    end.refresh();
    const db = new DatabaseSync(new URL(workerData));
    for (let round = 0; round < 3; round += 1) {
      const { busy, log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
      if (busy !== 0 || log === checkpointed) break;
    }
    db.close();
    parentPort.postMessage('done');
  });
`;

/**
 * Copies the write-ahead log into the database, in another thread: it takes a tenth of a second and waits for the disk.
 * Where that does not work, SQLite does it at a commit as soon as the log has 16 MB.
 */
export class Checkpoints {
  readonly #file: string;
  #worker: Worker | undefined;
  #isUnderWay = false;
  /** Statements that had been run at the last order. */
  #ordered = 0;

  /** @param file path of the database */
  constructor(file: string) {
    this.#file = file;
  }

  /** To be called after commits. @param statements how many were run on this connection */
  note(statements: number): void {
    // Another connection begins at zero.
    this.#ordered = Math.min(this.#ordered, statements);
    if (this.#isUnderWay || statements - this.#ordered < STATEMENTS) return;
    this.#ordered = statements;
    this.#isUnderWay = true;
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage('go');
    } catch {
      // The system has no thread to give. It is not asked again.
    }
  }

  stop(): void {
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const address = pathToFileURL(this.#file);
    // One that was moved away in the meantime is not made again.
    address.search = '?mode=rw';
    const worker = new Worker(SOURCE, { eval: true, workerData: address.href });
    worker.unref();
    worker.on('message', () => {
      this.#isUnderWay = false;
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#isUnderWay = false;
    });
    return worker;
  }
}
