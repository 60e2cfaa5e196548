// The benchmarks that run where the extension runs: in the extension host of a real window. The runner hands over
// BENCH_RESULTS, the file for the figures.
import { commands } from 'vscode';
import { useEnvironments } from '../../integration/support/extension';
import { formatTable, makeReport, writeReport } from '../report';
import type { BenchResult } from '../result';
import { startSink } from '../sinkProcess';
import { benchStorage } from '../storage';
import { benchTransport } from '../transport';
import { benchDocuments } from './documents';
import { print } from './print';
import { benchRequests } from './requests';
import { benchFirstUpload, benchUploads } from './uploads';

/** Called by the editor, inside the extension host. */
export async function run(): Promise<void> {
  const results: BenchResult[] = [];
  const part = (name: string, figures: BenchResult[]): void => {
    print(`${name}\n${formatTable(figures)}\n`);
    results.push(...figures);
  };
  await using sink = await startSink();
  await using _environment = await useEnvironments(
    { sandbox: { apiUrl: sink.url } },
    'bench_key_0123456789abcdef',
  );
  await commands.executeCommand('paymentsApi.switchEnvironment', 'sandbox');
  part('first use', await benchFirstUpload());
  await commands.executeCommand('paymentsApi.files.focus');
  part('uploads', await benchUploads(sink));
  part('requests', await benchRequests(sink));
  part('documents', await benchDocuments());
  part('transport', await benchTransport());
  part('storage', await benchStorage());
  const file = process.env['BENCH_RESULTS'];
  if (file !== undefined) writeReport(makeReport(results), file);
}
