import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../built';
import type { BenchResult } from '../figures/result';
import { FIVE_MB, samplePdf } from '../samples';
import { startSink } from '../sink/sinkProcess';

const FEW = 20;
const MANY = 200;

interface Peak {
  /** Bytes above those of the start: of the JavaScript heap and what it holds, and of the process. */
  readonly held: number;
  readonly resident: number;
}

/** What a batch holds in memory at most: it must not grow with the batch. */
export async function benchMemory(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  try {
    await using sink = await startSink();
    const first = join(folder, 'Invoice.pdf');
    writeFileSync(first, samplePdf(FIVE_MB));
    for (let n = 1; n < MANY; n += 1) linkSync(first, join(folder, `Invoice ${n}.pdf`));
    const few = await upload(sink.url, folder, FEW);
    const many = await upload(sink.url, folder, MANY);
    const compare = (name: string, what: keyof Peak): BenchResult => ({
      name: `${name}, ${MANY} × 5 MB`,
      unit: 'MB',
      value: many[what] / 1e6,
      ratio: many[what] / few[what],
      against: `${FEW} × 5 MB`,
      aim: { atMost: 1.5 },
    });
    return [
      { name: `heap and buffers at most, ${FEW} × 5 MB`, unit: 'MB', value: few.held / 1e6 },
      compare('heap and buffers at most', 'held'),
      { name: `process at most, ${FEW} × 5 MB`, unit: 'MB', value: few.resident / 1e6 },
      compare('process at most', 'resident'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function upload(url: string, folder: string, count: number): Promise<Peak> {
  const child = fork(built('out/bench/parts/memoryChild.js'), [url, folder, String(count)]);
  const ended = once(child, 'exit');
  const [peak] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`A batch of ${count} did not come to its end`))),
  ])) as [Peak];
  await ended;
  return peak;
}
