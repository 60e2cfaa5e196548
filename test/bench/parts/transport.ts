import { compare, race, type Contender } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { CONCURRENCY, FIVE_MB, SMALL, SMALL_COUNT, samplePdf } from '../samples';
import { startSink } from '../sink/sinkProcess';
import {
  OURS,
  ownUploader,
  peers,
  RAW,
  rawUploader,
  TRANSPORT,
  transportUploader,
  type Uploader,
} from './uploaders';
import { pool } from '../../../src/util/async';

/** How many large ones follow each other in a round: one alone is too short to be timed well. */
const LARGE_COUNT = 4;

/** What it costs to get bytes to a service, without reading, hashing or journaling. */
export async function benchTransport(): Promise<BenchResult[]> {
  await using sink = await startSink();
  const uploaders = [
    rawUploader(sink.url),
    transportUploader(sink.url),
    ownUploader(sink.url),
    ...peers(sink.url),
  ];
  try {
    return [...(await large(uploaders)), ...(await manySmall(uploaders))];
  } finally {
    for (const uploader of uploaders) await uploader.close();
  }
}

async function large(uploaders: readonly Uploader[]): Promise<BenchResult[]> {
  const content = samplePdf(FIVE_MB);
  const contenders = uploaders.map((uploader): Contender => {
    const run = async () => {
      for (let n = 0; n < LARGE_COUNT; n += 1) await uploader.upload(content, 'Invoice.pdf');
    };
    return { name: uploader.name, run };
  });
  return report(contenders, {
    title: 'transport, 5 MB',
    warmUp: 3,
    rounds: 15,
    per: LARGE_COUNT,
    atMost: 1.1,
  });
}

async function manySmall(uploaders: readonly Uploader[]): Promise<BenchResult[]> {
  const contents = Array.from({ length: SMALL_COUNT }, () => samplePdf(SMALL));
  const contenders = uploaders.map((uploader): Contender => {
    const run = () =>
      pool(contents, CONCURRENCY, (content, n) => uploader.upload(content, `Invoice ${n}.pdf`));
    return { name: uploader.name, run };
  });
  const title = `transport, ${SMALL_COUNT} × 20 kB`;
  return report(contenders, { title, warmUp: 15, rounds: 15, per: 1, atMost: 0.8 });
}

interface Report {
  readonly title: string;
  /** Until the compiler has done what it will. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly per: number;
  readonly atMost: number;
}

async function report(
  contenders: readonly Contender[],
  { title, warmUp, rounds, per, atMost }: Report,
): Promise<BenchResult[]> {
  const times = await race(contenders, { warmUp, counted: rounds });
  const others = contenders.map(({ name }) => name).filter((name) => ![RAW, TRANSPORT, OURS].includes(name));
  return [
    compare(times, RAW, { title, against: RAW, per }),
    compare(times, TRANSPORT, { title, against: RAW, per, aim: { atMost } }),
    // What the client does beside is no transport's work, so it is shown without an aim.
    compare(times, OURS, { title, against: RAW, per }),
    ...others.map((name) => compare(times, name, { title, against: TRANSPORT, per, aim: { atLeast: 3 } })),
  ];
}
