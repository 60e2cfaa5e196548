import '../stub/editorStub';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { gather } from '../../../src/files/check/gather';
import { pool } from '../../../src/util/pool';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { permitFor } from '../../../src/files/upload/plan';
import { sendBatch } from '../../../src/files/upload/batch';
import { openStorage } from '../../../src/storage';
import type { Connection } from '../../../src/services/connections';
import { compare, race } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { benchFolder, CONCURRENCY, FIVE_MB, PURPOSE, SMALL, SMALL_COUNT, samplePdf } from '../samples';
import { startSink } from '../sink/sinkProcess';
import { makeClient, rawUploader } from './uploaders';

/** Exchanges kept, as the setting has it by default. */
const HISTORY = 5000;
const LARGE_COUNT = 40;
const OURS = 'read, check, hash, journal and send';
/** What no way of doing it can go without, as long as a file's bytes are known before they are sent. */
const FLOOR = 'read, hash and raw node:http';

export interface Pipeline extends AsyncDisposable {
  /** Uploads files as the extension does when every question is answered. @throws when one does not arrive */
  upload(paths: readonly string[]): Promise<void>;
}

/** Everything between the click and the message, with a new database in the folder. */
export function makePipeline(url: string, folder: string): Pipeline {
  const storage = openStorage({
    file: join(folder, 'payments-api.db'),
    onProblem: fail,
  });
  const { client, close } = makeClient(url, (exchange) => {
    void storage.batch(() => {
      storage.history.add(exchange, HISTORY);
    });
  });
  const environment = {
    id: 'sandbox',
    name: 'Sandbox',
    type: 'sandbox',
    identity: undefined,
    addresses: { apiUrl: url, filesUrl: url },
  };
  const connection = { environment, identity: undefined, client } as unknown as Connection;
  const { signal } = new AbortController();
  return {
    async upload(paths) {
      const found = paths.map((path) => ({ uri: vscode.Uri.file(path) }));
      const files = await gather(found, signal);
      const uploaded = files.flatMap(({ sha256 }) => storage.files.findSameBytes('sandbox', sha256, PURPOSE));
      const options = {
        connection,
        storage,
        purpose: PURPOSE,
        permit: permitFor(uploaded),
        isAgreed: true,
        copies: true,
        concurrency: CONCURRENCY,
        progress: new UploadProgress(),
        log: { error: fail },
      };
      const { results } = await sendBatch(files, options, signal, () => undefined);
      const missing = [...results.values()].find(({ status }) => status !== 'uploaded');
      if (missing) throw new Error(`${missing.uri}: ${missing.error?.message ?? missing.status}`);
    },
    async [Symbol.asyncDispose]() {
      await close();
      storage.close();
    },
  };
}

/** The whole of an upload, against reading, hashing and sending the same bytes, framed beforehand, with `node:http`. */
export async function benchPipeline(): Promise<BenchResult[]> {
  await using sink = await startSink();
  const small = { title: `pipeline, ${SMALL_COUNT} × 20 kB`, count: SMALL_COUNT, size: SMALL, atMost: 2 };
  const large = { title: `pipeline, ${LARGE_COUNT} × 5 MB`, count: LARGE_COUNT, size: FIVE_MB, atMost: 1.1 };
  return [...(await againstFloor(sink.url, small)), ...(await againstFloor(sink.url, large))];
}

interface Batch {
  readonly title: string;
  readonly count: number;
  readonly size: number;
  /** The aim, times the floor. */
  readonly atMost: number;
}

async function againstFloor(url: string, { title, count, size, atMost }: Batch): Promise<BenchResult[]> {
  using folder = benchFolder();
  await using pipeline = makePipeline(url, folder.path);
  const raw = rawUploader(url);
  const files = Array.from({ length: count }, (_, n) => {
    const path = join(folder.path, `Invoice ${n}.pdf`);
    const content = samplePdf(size);
    writeFileSync(path, content);
    return { path, content };
  });
  const floor = () =>
    pool(files, CONCURRENCY, async ({ path, content }, n) => {
      createHash('sha256')
        .update(await readFile(path))
        .digest();
      await raw.upload(content, `Invoice ${n}.pdf`);
    });
  const ours = () => pipeline.upload(files.map(({ path }) => path));
  const contenders = [
    { name: FLOOR, run: floor },
    { name: OURS, run: ours },
  ];
  const times = await race(contenders, { warmUp: 5, counted: 15 });
  raw.close();
  return [
    compare(times, FLOOR, { title, against: FLOOR }),
    compare(times, OURS, { title, against: FLOOR, aim: { atMost } }),
  ];
}

function fail(problem: unknown): never {
  throw new Error('The database of the benchmark failed', { cause: problem });
}
