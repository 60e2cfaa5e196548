import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Readable } from 'node:stream';
import type { BegunWrite, Exchange } from '../../../src/api/model/exchange';
import {
  openStorage,
  type ExchangeQuery,
  type KnownFile,
  type NewUpload,
  type Storage,
  type StorageOptions,
  type StorageProblem,
  type UploadedFile,
} from '../../../src/storage';
import { DatabaseConnection } from '../../../src/storage/sqlite/connection';
import { indexSome } from '../../../src/storage/search/fileIndex';
import { databaseFolder, removeFolder } from '../../host/cleanup.mts';

export const environment = 'sandbox';

export function newUpload(name: string, more: Partial<NewUpload> = {}): NewUpload {
  return {
    environment,
    name,
    purpose: 'payment_evidence',
    mimeType: 'application/pdf',
    size: 1234,
    sha256: Buffer.from(name).toString('hex').padStart(64, '0'),
    uri: `file:///invoices/${encodeURIComponent(name)}`,
    ...more,
  };
}

export function answer(fileId: string, more: Partial<UploadedFile> = {}): UploadedFile {
  return {
    fileId,
    purpose: 'payment_evidence',
    mimeType: 'application/pdf',
    uploadedAt: '2026-03-01T10:00:00.000Z',
    requestId: `req_${fileId}`,
    exchangeId: `ex_${fileId}`,
    ...more,
  };
}

export function newExchange(id: string, more: Partial<Exchange> = {}): Exchange {
  const startedAt = more.startedAt ?? 1_772_000_000_000;
  const response = { status: 200, statusText: 'OK', headers: [], body: '{"success":true}', bodyBytes: 16 };
  return {
    id,
    environment,
    environmentType: 'sandbox',
    operation: 'getFile',
    method: 'GET',
    url: 'https://files.example/v1/files/file_1.pdf',
    path: '/v1/files/file_1.pdf',
    startedAt,
    durationMs: 12.5,
    request: { headers: [['accept', 'application/json']] },
    attempts: [
      { startedAt, durationMs: 12.5, waitedMs: 0, response: { ...response, requestId: `req_${id}` } },
    ],
    outcome: 'ok',
    requestId: `req_${id}`,
    status: 200,
    ...more,
  };
}

/** A top-up as it is journaled. */
export function newWrite(id: string, more: Partial<BegunWrite> = {}): BegunWrite {
  const whole = newExchange(id, {
    method: 'POST',
    operation: 'topUp',
    path: '/v1/balances/sandbox/top-up',
  });
  const { attempts: _a, durationMs: _d, outcome: _o, status: _s, requestId: _r, ...begun } = whole;
  return { ...begun, writeHash: 'same', ...more };
}

/** Begins one upload, given whole or by its name, and gives its row. */
export function begin(
  { files }: Pick<Storage, 'files'>,
  upload: NewUpload | string = 'invoice.pdf',
): KnownFile {
  const [row] = beginAll({ files }, [typeof upload === 'string' ? newUpload(upload) : upload]);
  return row ?? assert.fail('nothing begun');
}

/** Begins uploads in one batch, and gives their rows. */
export function beginAll({ files }: Pick<Storage, 'files'>, uploads: readonly NewUpload[]): KnownFile[] {
  return files.beginBatch(uploads).map(({ file }) => file);
}

/** The ids of the exchanges that are listed. */
export function ids({ history }: Pick<Storage, 'history'>, query: Partial<ExchangeQuery> = {}): string[] {
  return history.list({ environment, limit: 5000, ...query }).items.map(({ id }) => id);
}

/** A folder for one test, and storages on one database in it that are closed at the end. */
export class Place {
  readonly folder = mkdtempSync(join(databaseFolder(), 'storage-test-'));
  readonly file = join(this.folder, 'data', 'payments-api.db');
  readonly problems: StorageProblem[] = [];
  readonly #opened: Storage[] = [];
  readonly #children: Worker[] = [];

  /** Opens another window, so to say. */
  open(options: Partial<StorageOptions> = {}): Storage {
    const storage = openStorage({
      file: this.file,
      onProblem: (problem) => this.problems.push(problem),
      ...options,
    });
    this.#opened.push(storage);
    return storage;
  }

  /** Starts a window of another process; see worker.ts for what it can do. */
  start(command: string, ...args: string[]): Worker {
    const worker = new Worker(command, this.file, ...args);
    this.#children.push(worker);
    return worker;
  }

  /** Does at once what an idle window does in its own time. */
  index(): void {
    const db = new DatabaseConnection(new DatabaseSync(this.file, { timeout: 5000 }));
    db.transaction(() => {
      while (indexSome(db));
    });
    db.close();
  }

  /** Runs SQL on the database, as another program may. */
  run(sql: string): void {
    const db = new DatabaseSync(this.file, { timeout: 20_000, defensive: false });
    db.exec(sql);
    db.close();
  }

  /** What the database itself says, as another program reads it. */
  rows(sql: string): Record<string, SQLOutputValue>[] {
    const db = new DatabaseSync(this.file, { timeout: 20_000, readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  }

  /** Gives what is in flight to another window, of which the database says this. */
  handOver(columns: string): void {
    this.run(`PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'x', ${columns};
      UPDATE files SET session = 'x' WHERE session IS NOT NULL; UPDATE writes SET session = 'x'`);
  }

  /** Makes the window that has something in flight look like one that died, and another one end its rows. */
  takeForDead(): Storage {
    this.handOver("host = 'elsewhere', heartbeat = 0");
    const other = this.open();
    other.files.recover();
    return other;
  }

  async end(): Promise<void> {
    for (const storage of this.#opened) storage.close();
    for (const child of this.#children) await child.kill();
    removeFolder(this.folder);
  }
}

/** A test with a place, which is cleaned up after it. */
export function inPlace(title: string, test: (place: Place) => void | Promise<void>): void {
  it(title, async () => {
    const place = new Place();
    try {
      await test(place);
    } finally {
      await place.end();
    }
  });
}

/** A test with one open window in a place of its own. */
export function inWindow(
  title: string,
  test: (storage: Storage, place: Place) => void | Promise<void>,
): void {
  inPlace(title, (place) => test(place.open(), place));
}

export class Worker {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<number | null>;

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [resolve('out/unit/storage/worker.js'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line it prints. */
  async line(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) throw new Error('The worker ended without another line.');
    return next.value;
  }

  /** The lines that are left and its exit code, once it has ended by itself. */
  async end(): Promise<{ lines: readonly string[]; code: number | null }> {
    const lines: string[] = [];
    for (let next = await this.#lines.next(); next.done !== true; next = await this.#lines.next())
      lines.push(next.value);
    return { lines, code: await this.#ended };
  }

  /** Ends it as a crash or a power button does: without a chance to say anything. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
