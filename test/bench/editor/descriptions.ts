import { resolve } from 'node:path';
import { DescriptionsWorker } from '../../../src/descriptions/worker/client';
import { succeed, writeFile } from '../../integration/support/extension';
import { built } from '../built';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { cost, watchTurns } from './cost';

const OPERATIONS = 600;
const ROUNDS = 20;

/** A document of 1.4 MB: until its operations are known, and what the window does for it; searches; checks. */
export async function benchDescriptions(): Promise<BenchResult[]> {
  const uri = await writeFile('large.json', new TextEncoder().encode(JSON.stringify(largeDescription())));
  const turns = watchTurns();
  const added = await cost(() => succeed('addApiDescription', uri));
  const { work } = turns.stop();
  const searches = await times(() => succeed('findOperations', 'transfer 599 list'));
  await succeed('removeApiDescription', uri);
  const worker = new DescriptionsWorker({
    file: resolve(built('dist/descriptions-worker.js')),
    start: () => ({ language: 'en', texts: {} }),
    readFile: () => Promise.reject(new Error('Not needed')),
  });
  const source = uri.toString();
  await worker.run('open', source);
  const bytes = new TextEncoder().encode(JSON.stringify(records()));
  const answer = { status: 200, headers: [['content-type', 'application/json']] as const, bytes };
  const key = { source, method: 'GET', path: '/transfers/7' };
  const posted: number[] = [];
  const checks = await times(async () => {
    const start = performance.now();
    const checking = worker.run('check', key, answer);
    posted.push(performance.now() - start);
    await checking;
  });
  await worker.close();
  const ms = (name: string, value: number, atMost: number): BenchResult => ({
    name,
    unit: 'ms',
    value,
    aim: { atMost },
  });
  return [
    ms('description of 1.4 MB until known', added.milliseconds, 1000),
    ms('the longest turn of the host meanwhile', work, 50),
    ms('search in 600 operations, the command included', searches, 5),
    ms('check of 100 records', checks, 20),
    ms('of it in the window', median(posted), 1),
  ];
}

async function times(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push((await cost(work)).milliseconds);
  return median(all.slice(ROUNDS / 4));
}

function records() {
  const record = (index: number) => ({
    id: `tr_${index}`,
    amount: { value: index * 100, currency: 'EUR' },
    createdAt: '2026-01-02T03:04:05Z',
    status: 'booked',
    tags: ['a', 'b'],
  });
  return { data: Array.from({ length: 100 }, (_, index) => record(index)) };
}

function largeDescription() {
  const text = 'What this is for, at some length, as such documents have it. '.repeat(6);
  const schemas: Record<string, unknown> = {
    Amount: {
      type: 'object',
      required: ['value', 'currency'],
      properties: { value: { type: 'integer' }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
    },
  };
  const paths: Record<string, unknown> = {};
  for (let index = 0; index < OPERATIONS; index += 1) {
    schemas[`Transfer${index}`] = {
      type: 'object',
      description: text,
      required: ['id', 'amount', 'createdAt'],
      properties: {
        id: { type: 'string', pattern: '^tr_' },
        amount: { $ref: '#/components/schemas/Amount' },
        createdAt: { type: 'string', format: 'date-time' },
        status: { enum: ['booked', 'failed'] },
        tags: { type: 'array', items: { type: 'string' } },
      },
    };
    const list = {
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: `#/components/schemas/Transfer${index}` } } },
    };
    paths[`/transfers/${index}`] = {
      get: {
        operationId: `listTransfers${index}`,
        summary: `List the transfers of kind ${index}`,
        description: text,
        tags: [`kind ${index % 20}`],
        parameters: ['page', 'limit', 'from'].map((name) => ({
          name,
          in: 'query',
          description: text,
          schema: { type: 'string' },
        })),
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: list } } } },
      },
    };
  }
  return { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths, components: { schemas } };
}
