// Measures what the extension does at scale:
//
//   npm run bench                          everything, as a table
//   npm run bench -- --json FILE           and as JSON (BenchReport in figures/result.ts)
//   npm run bench -- --only transport      one part: transport, storage or operations
//
// Ratios are to what ran side by side in the same run, so they can be compared between machines.
import { parseArgs } from 'node:util';
import { benchOperations } from './parts/operations';
import { formatTable, makeReport, writeReport } from './figures/report';
import type { BenchResult } from './figures/result';
import { benchStorage } from './parts/storage';
import { benchTransport } from './parts/transport';

const parts: Record<string, () => Promise<BenchResult[]>> = {
  transport: benchTransport,
  storage: benchStorage,
  operations: benchOperations,
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
  const results: BenchResult[] = [];
  for (const [name, bench] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    const part = await bench();
    console.log(`${name}\n${formatTable(part)}\n`);
    results.push(...part);
  }
  if (values.json !== undefined) writeReport(makeReport(results), values.json);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
