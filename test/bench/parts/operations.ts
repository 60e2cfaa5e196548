import { join } from 'node:path';
import { createUndiciTransport } from '../../../src/api';
import { openStorage } from '../../../src/storage';
import { pool } from '../../../src/util/async';
import { makeClient } from '../../support/apiClient';
import { heapInUse } from '../../support/heap';
import type { BenchResult } from '../figures/result';
import { benchFolder, CONCURRENCY, MIME_TYPE, PURPOSE, samplePdf } from '../samples';
import { startSink } from '../sink/sinkProcess';

const FEW = 1_000;
const MANY = 10_000;
/** Exchanges kept: less than either, so that the database does its part in both. */
const KEPT = 500;

/** What stays in memory after many operations: no more than after a few. One in ten is an upload, the rest are reads. */
export async function benchOperations(): Promise<BenchResult[]> {
  using folder = benchFolder();
  await using sink = await startSink();
  const storage = openStorage({
    file: join(folder.path, 'payments-api.db'),
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  await using test = makeClient(sink.url, createUndiciTransport(), {
    onExchange: (exchange) => void storage.batch(() => storage.history.add(exchange, KEPT)),
  });
  const { client } = test;
  try {
    const content = samplePdf(20_000);
    const input = { content, name: 'Invoice.pdf', mimeType: MIME_TYPE, purpose: PURPOSE };
    const until = async (from: number, to: number): Promise<number> => {
      const numbers = Array.from({ length: to - from }, (_, n) => from + n);
      await pool(numbers, CONCURRENCY, async (n) => {
        await (n % 10 === 0 ? client.uploadFile(input) : client.request({ method: 'GET', path: '/things' }));
      });
      return heapInUse();
    };
    const few = await until(0, FEW);
    const many = await until(FEW, MANY);
    return [
      { name: `heap after ${FEW} operations`, unit: 'MB', value: few / 1e6 },
      {
        name: `heap after ${MANY} operations`,
        unit: 'MB',
        value: many / 1e6,
        ratio: many / few,
        against: `${FEW} operations`,
        aim: { atMost: 1.1 },
      },
    ];
  } finally {
    storage.close();
  }
}
