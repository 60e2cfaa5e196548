import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { pool } from '../../../src/util/async';
import { extension, succeed } from '../../integration/support/extension';
import { median } from '../figures/measure';
import type { Aim, BenchResult } from '../figures/result';
import { benchFolder, CONCURRENCY, FIVE_MB, PURPOSE, SMALL, SMALL_COUNT, samplePdf } from '../samples';
import type { Sink } from '../sink/sinkProcess';
import { rawUploader } from '../parts/uploaders';
import { collectGarbage } from '../../support/heap';
import { cost, watchTurns, type Cost } from './cost';

const ONE = 200_000;
const ROUNDS = 5;
/** No round begins after this time, so that a busy machine ends as well. */
const MOST_MS = 60_000;
const FLOOR = 'read, hash and raw write';

/** The very first upload of the window, then the same again. */
export async function benchFirstUpload(): Promise<BenchResult[]> {
  return withFiles(1, ONE, async (uris) => {
    const activation = await cost(() => Promise.resolve(extension().activate()));
    const cold = await cost(() => upload(uris));
    const warm: Cost[] = [];
    for (let round = 0; round < 20; round += 1) warm.push(await cost(() => upload(uris)));
    return [
      { name: 'activation', unit: 'ms', value: activation.milliseconds },
      { name: 'one file of 200 kB, cold', unit: 'ms', value: cold.milliseconds, aim: { atMost: 250 } },
      {
        name: 'one file of 200 kB, warm',
        unit: 'ms',
        value: median(warm.map(({ milliseconds }) => milliseconds)),
        aim: { atMost: 15 },
      },
      {
        name: 'one file of 200 kB, warm: CPU of the host',
        unit: 'ms',
        value: median(warm.map(({ cpu }) => cpu)),
      },
    ];
  });
}

/** A batch of small files, beside the floor of the same bytes in the same host. */
export function benchSmallFiles(sink: Sink): Promise<BenchResult[]> {
  return batches(sink, { title: '600 × 20 kB', count: SMALL_COUNT, size: SMALL, aim: { atMost: 2 } });
}

/** A batch of files of the largest size, beside the same floor. */
export function benchLargeFiles(sink: Sink): Promise<BenchResult[]> {
  return batches(sink, { title: '40 × 5 MB', count: 40, size: FIVE_MB, aim: { atMost: 1.1 } });
}

interface Batch {
  readonly title: string;
  readonly count: number;
  readonly size: number;
  readonly aim: Aim;
}

async function batches(sink: Sink, { title, count, size, aim }: Batch): Promise<BenchResult[]> {
  return withFiles(count, size, async (uris, contents) => {
    const raw = rawUploader(sink.url);
    const floor = () =>
      pool(contents, CONCURRENCY, async (content, n) => {
        createHash('sha256')
          .update(await readFile(uris[n]?.fsPath ?? ''))
          .digest();
        await raw.upload(content, `Invoice ${n}.pdf`);
      });
    const own: Cost[] = [];
    const floors: number[] = [];
    const firstBytes: number[] = [];
    let longestBlock = 0;
    let longestWork = 0;
    await floor();
    await upload(uris);
    const end = performance.now() + MOST_MS;
    for (let round = 0; round < ROUNDS && performance.now() < end; round += 1) {
      floors.push((await cost(floor)).milliseconds);
      collectGarbage();
      const firstByte = sink.nextByte();
      const turns = watchTurns();
      const began = Date.now();
      own.push(await cost(() => upload(uris)));
      const { wall, work } = turns.stop();
      longestBlock = Math.max(longestBlock, wall);
      longestWork = Math.max(longestWork, work);
      firstBytes.push((await firstByte) - began);
    }
    let held = 0;
    const atFirst = heldBytes();
    const timer = setInterval(() => {
      held = Math.max(held, heldBytes() - atFirst);
    }, 5);
    await upload(uris);
    clearInterval(timer);
    raw.close();
    const times = own.map(({ milliseconds }) => milliseconds);
    return [
      { name: `${title}: ${FLOOR}`, unit: 'ms', value: median(floors) },
      {
        name: `${title}: uploadFiles`,
        unit: 'ms',
        value: median(times),
        ratio: median(times.map((time, round) => time / (floors[round] ?? NaN))),
        against: FLOOR,
        aim,
      },
      {
        name: `${title}: CPU of the host for one`,
        unit: 'ms',
        value: median(own.map(({ cpu }) => cpu)) / count,
        ...(size === SMALL && { aim: { atMost: 2.5 } }),
      },
      {
        name: `${title}: first byte`,
        unit: 'ms',
        value: median(firstBytes),
        ...(size === SMALL && { aim: { atMost: 150 } }),
      },
      {
        name: `${title}: longest work of the host's thread at a time`,
        unit: 'ms',
        value: longestWork,
        ...(size === FIVE_MB && { aim: { atMost: 20 } }),
      },
      // The files in flight, and not the batch.
      {
        name: `${title}: heap and buffers at most`,
        unit: 'MB',
        value: held / 1e6,
        ...(size === FIVE_MB && { aim: { atMost: (count * size) / 2e6 } }),
      },
      // With the time in which other threads had the processors.
      { name: `${title}: longest block of the event loop`, unit: 'ms', value: longestBlock },
    ];
  });
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function upload(uris: readonly vscode.Uri[]): Promise<void> {
  const options = { purpose: PURPOSE, duplicates: 'upload', environment: 'sandbox' };
  const { data } = await succeed('uploadFiles', uris[0], uris, options);
  const missing = data.find(({ status }) => status !== 'uploaded');
  if (missing) throw new Error(`${missing.uri}: ${missing.error?.message ?? missing.status}`);
}

async function withFiles<T>(
  count: number,
  size: number,
  work: (uris: vscode.Uri[], contents: Buffer<ArrayBuffer>[]) => Promise<T>,
): Promise<T> {
  using folder = benchFolder();
  const contents = Array.from({ length: count }, () => samplePdf(size));
  const uris = contents.map((content, n) => {
    const file = join(folder.path, `Invoice ${n}.pdf`);
    writeFileSync(file, content);
    return vscode.Uri.file(file);
  });
  return await work(uris, contents);
}
