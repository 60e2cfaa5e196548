import type * as vscode from 'vscode';
import { createUndiciTransport } from '../../../src/api';
import type { UploadResult } from '../../../src/commands/table/commandTypes';
import { gather, type CheckedFile } from '../../../src/files/check/gather';
import { sendBatch, type BatchOptions } from '../../../src/files/upload/batch';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import type { Connection } from '../../../src/services/connections';
import type { KnownFile, Storage } from '../../../src/storage';
import { makeClient } from '../../support/apiClient';
import { type Handler, startHttpServer } from '../../support/httpServer';
import { Place } from '../../unit/storage/support';
import { newPdf, writeFile } from './extension';

const PURPOSE = 'payment_evidence';
const ENVIRONMENT = 'test-environment';

/** A window: its connection, and its storage on a database that several windows share. */
export class BatchWindow implements AsyncDisposable {
  readonly storage: Storage;
  /** Of the account that the service has now. */
  account = 'first';
  /** Whether it has begun to close. */
  isClosed = false;
  readonly #client;
  readonly #connection: Connection;

  /**
   * @param place of the database
   * @param busyTimeoutMs how long a write waits for other windows, in milliseconds: long, for a busy machine is no fault
   */
  constructor(url: string, place: Place, busyTimeoutMs = 10_000) {
    this.storage = place.open({
      identityOf: () => this.account,
      pollMs: 20,
      busyTimeoutMs,
    });
    this.#client = makeClient(url, createUndiciTransport());
    const account = () => this.account;
    const isClosed = () => this.isClosed;
    this.#connection = {
      client: this.#client.client,
      environment: {
        id: ENVIRONMENT,
        name: 'Test',
        type: 'sandbox',
        addresses: { apiUrl: url, filesUrl: url },
      },
      get identity() {
        return account();
      },
      get isClosed() {
        return isClosed();
      },
    } as unknown as Connection;
  }

  /** Checks files, as they are now. @param rows whose uploads go on */
  async check(uris: readonly vscode.Uri[], rows: readonly KnownFile[] = []): Promise<CheckedFile[]> {
    const files = await gather(
      uris.map((uri) => ({ uri })),
      new AbortController().signal,
    );
    return files.map((file) => {
      const row = rows.find(({ uri }) => uri === file.uri.toString());
      return { ...file, ...(row !== undefined && { row }) };
    });
  }

  /** Sends what was checked, four at a time. */
  async send(
    files: readonly CheckedFile[],
    options: Partial<BatchOptions> = {},
    signal = new AbortController().signal,
  ): Promise<UploadResult[]> {
    const { results } = await sendBatch(
      files,
      {
        connection: this.#connection,
        storage: this.storage,
        purpose: PURPOSE,
        permit: new Map(),
        isAgreed: false,
        copies: false,
        concurrency: 4,
        progress: new UploadProgress(),
        log: { error: () => undefined },
        ...options,
      },
      signal,
      () => undefined,
    );
    return files.flatMap((file) => results.get(file) ?? []);
  }

  /** Checks files, and sends them. */
  async upload(uris: readonly vscode.Uri[], ...how: [options?: Partial<BatchOptions>, signal?: AbortSignal]) {
    return this.send(await this.check(uris), ...how);
  }

  /** The rows of the list, in the order in which they were begun. */
  get rows(): KnownFile[] {
    const { items } = this.storage.files.list({ environment: ENVIRONMENT, limit: 1000 });
    return items.toSorted((a, b) => a.key - b.key);
  }

  get states(): string[] {
    return this.rows.map(({ state }) => state);
  }

  async [Symbol.asyncDispose]() {
    this.storage.close();
    await this.#client[Symbol.asyncDispose]();
  }
}

/** New files in the workspace, each with bytes of its own. */
export const files = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => writeFile(`batch/${name}-${n}.pdf`, newPdf())));

/** A service, and windows with a database of theirs. They end with the test. */
export async function setUp(handler: Handler) {
  const place = new Place();
  const server = await startHttpServer(handler);
  const windows: BatchWindow[] = [];
  const open = (busyTimeoutMs?: number) => {
    const window = new BatchWindow(server.url, place, busyTimeoutMs);
    windows.push(window);
    return window;
  };
  return {
    seen: server.seen,
    place,
    open,
    window: open(),
    async [Symbol.asyncDispose]() {
      for (const window of windows) await window[Symbol.asyncDispose]();
      await server.close();
      await place.end();
    },
  };
}
