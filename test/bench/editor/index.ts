// The benchmarks that run where the extension runs: in the extension host of a real window. The runner passes
// BENCH_RESULTS, the file for the figures, and BENCH_ONLY, the only part to measure: first, small, large, requests,
// documents, descriptions, transport or storage.
import { commands } from 'vscode';
import { testOutput } from '../../host/runner/suite.mts';
import { useEnvironments } from '../../integration/support/extension';
import { formatTable, makeReport, writeReport } from '../figures/report';
import type { BenchResult } from '../figures/result';
import { startSink } from '../sink/sinkProcess';
import { benchStorage } from '../parts/storage';
import { benchTransport } from '../parts/transport';
import { benchDescriptions } from './descriptions';
import { benchDocuments } from './documents';
import { benchRequests } from './requests';
import { benchFirstUpload, benchLargeFiles, benchSmallFiles } from './uploads';

/** Called by the editor, inside the extension host. */
export async function run(): Promise<void> {
  const results: BenchResult[] = [];
  const only = process.env['BENCH_ONLY'];
  const part = async (name: string, measure: () => Promise<BenchResult[]>): Promise<void> => {
    if (only !== undefined && only !== name) return;
    const figures = await measure();
    // The runner shows lines that begin so.
    for (const line of `${name}\n${formatTable(figures)}\n`.split('\n')) console.log(testOutput + line);
    results.push(...figures);
  };
  await using sink = await startSink();
  await using _environment = await useEnvironments(
    { sandbox: { apiUrl: sink.url } },
    'bench_key_0123456789abcdef',
  );
  await commands.executeCommand('paymentsApi.switchEnvironment', 'sandbox');
  await part('first', benchFirstUpload);
  await commands.executeCommand('paymentsApi.files.focus');
  await part('small', () => benchSmallFiles(sink));
  await part('large', () => benchLargeFiles(sink));
  await part('requests', () => benchRequests(sink));
  await part('documents', benchDocuments);
  await part('descriptions', benchDescriptions);
  await part('transport', benchTransport);
  await part('storage', benchStorage);
  if (results.length === 0) throw new Error(`There is no part ${String(only)}.`);
  const file = process.env['BENCH_RESULTS'];
  if (file !== undefined) writeReport(makeReport(results), file);
}
