import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inNewProcess } from '../built';
import type { BenchResult } from '../figures/result';
import { benchFolder, FIVE_MB, samplePdf } from '../samples';
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
  using folder = benchFolder();
  await using sink = await startSink();
  const first = join(folder.path, 'Invoice.pdf');
  writeFileSync(first, samplePdf(FIVE_MB));
  for (let n = 1; n < MANY; n += 1) linkSync(first, join(folder.path, `Invoice ${n}.pdf`));
  const peakOf = (count: number) =>
    inNewProcess<Peak>('out/bench/parts/memoryChild.js', sink.url, folder.path, String(count));
  const few = await peakOf(FEW);
  const many = await peakOf(MANY);
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
}
