import '../stub/editorStub';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Contents } from '../../../src/files/check/contents';
import { gather } from '../../../src/files/check/gather';
import { pool } from '../../../src/util/pool';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { sendBatch } from '../../../src/files/upload/sending';
import { openStorage } from '../../../src/storage';
import type { Connection } from '../../../src/services/connections';
import { compare, race } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { CONCURRENCY, FIVE_MB, PURPOSE, SMALL, SMALL_COUNT, samplePdf } from '../samples';
import { startSink } from '../sink/sinkProcess';
import { makeClient, RAW, rawUploader } from './uploaders';

/** Exchanges kept, as the setting has it by default. */
const HISTORY = 5000;
/** One alone is too short to be timed well. */
const LARGE_COUNT = 4;
const OURS = 'read, check, hash, journal and send';
/** What no way of doing it can go without, as long as a file's bytes are known before they are sent. */
const FLOOR = 'read, hash and raw write alone';

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
    addresses: { apiUrl: url, filesUrl: url },
  };
  const connection = { environment, client } as Connection;
  const { signal } = new AbortController();
  return {
    async upload(paths) {
      const contents = new Contents(CONCURRENCY);
      const found = paths.map((path) => ({ uri: vscode.Uri.file(path) }));
      const files = await gather(found, contents, signal);
      const sending = {
        files,
        again: true,
        purpose: PURPOSE,
        concurrency: CONCURRENCY,
        repeats: new Map(),
        contents,
        progress: new UploadProgress(),
        onKeepError: fail,
      } as const;
      const { results } = await sendBatch(connection, storage, sending, signal, () => undefined);
      const missing = results.find(({ status }) => status !== 'uploaded');
      if (missing) throw new Error(`${missing.uri}: ${missing.error?.message ?? missing.status}`);
    },
    async [Symbol.asyncDispose]() {
      await close();
      storage.close();
    },
  };
}

/** The whole of an upload, against writing bytes that are in memory and framed already. */
export async function benchPipeline(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pipeline-'));
  try {
    await using sink = await startSink();
    await using pipeline = makePipeline(sink.url, folder);
    const raw = rawUploader(sink.url);
    const against = async (title: string, count: number, size: number, rounds: number, atMost: number) => {
      const contents = Array.from({ length: count }, () => samplePdf(size));
      const paths = contents.map((content, n) => {
        const path = join(folder, `Invoice ${size} ${n}.pdf`);
        writeFileSync(path, content);
        return path;
      });
      const width = count === LARGE_COUNT ? 1 : CONCURRENCY;
      const contenders = [
        {
          name: RAW,
          run: () => pool(contents, width, (content, n) => raw.upload(content, `Invoice ${n}.pdf`)),
        },
        {
          name: FLOOR,
          run: () =>
            pool(contents, width, async (content, n) => {
              createHash('sha256')
                .update(await readFile(paths[n] ?? ''))
                .digest();
              return raw.upload(content, `Invoice ${n}.pdf`);
            }),
        },
        {
          name: OURS,
          run: async () => {
            if (width > 1) return pipeline.upload(paths);
            for (const path of paths) await pipeline.upload([path]);
          },
        },
      ];
      const times = await race(contenders, { warmUp: 5, counted: rounds });
      const per = width === 1 ? count : 1;
      return [
        compare(times, RAW, { title, against: RAW, per }),
        compare(times, FLOOR, { title, against: RAW, per }),
        compare(times, OURS, { title, against: RAW, per, aim: { atMost } }),
      ];
    };
    const results = [
      ...(await against('pipeline, 5 MB', LARGE_COUNT, FIVE_MB, 15, 3)),
      ...(await against(`pipeline, ${SMALL_COUNT} × 20 kB`, SMALL_COUNT, SMALL, 9, 2)),
    ];
    raw.close();
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(problem: unknown): never {
  throw new Error('The database of the benchmark failed', { cause: problem });
}
