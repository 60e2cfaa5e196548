// Measures uploads inside the extension host of a real window. Run by test/bench/editor/run.mts.
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type { TestApi } from '../../../src/extension';
import { pool } from '../../../src/util/pool';
import { testOutput } from '../../host/suite.mts';
import { CONCURRENCY, FIVE_MB, PURPOSE, SMALL, SMALL_COUNT, samplePdf } from '../samples';
import { startSink } from '../sinkProcess';
import { rawUploader } from '../uploaders';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const OPTIONS = { purpose: PURPOSE, duplicates: 'upload', environment: 'sandbox' };

/** Called by the editor, inside the extension host. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-editor-'));
  const sink = await startSink();
  try {
    const extension = vscode.extensions.getExtension<TestApi>('payments-tools.payments-api-explorer');
    if (extension === undefined) throw new Error('The extension is not there.');
    const { setApiKey } = await extension.activate();
    const settings = vscode.workspace.getConfiguration('paymentsApi');
    await settings.update('environments', { sandbox: { apiUrl: sink.url } }, vscode.ConfigurationTarget.Global);
    await setApiKey('sandbox', 'bench_key_0123456789abcdef');
    await vscode.commands.executeCommand('paymentsApi.switchEnvironment', 'sandbox');
    await vscode.commands.executeCommand('paymentsApi.files.focus');
    await measure('1 × 200 kB', folder, sink.url, 1, 200_000);
    await measure(`${SMALL_COUNT} × 20 kB`, folder, sink.url, SMALL_COUNT, SMALL);
    await measure('40 × 5 MB', folder, sink.url, 40, FIVE_MB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sink[Symbol.asyncDispose]();
  }
}

async function measure(title: string, folder: string, url: string, count: number, size: number): Promise<void> {
  const paths = Array.from({ length: count }, (_, n) => join(folder, `Invoice ${size} ${n}.pdf`));
  for (const path of paths) writeFileSync(path, samplePdf(size));
  const raw = rawUploader(url);
  const floors: number[] = [];
  const ours: Awaited<ReturnType<typeof upload>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await pool(paths, CONCURRENCY, async (path, n) => {
      const content = await readFile(path);
      createHash('sha256').update(content).digest();
      await raw.upload(content, `Invoice ${n}.pdf`);
    });
    floors.push(performance.now() - began);
    ours.push(await upload(paths));
  }
  raw.close();
  const [floor, time] = [median(floors), median(ours.map(({ ms }) => ms))];
  say(
    `${title}: ${time.toFixed(0)} ms, ${(time / floor).toFixed(2)} × floor (${floor.toFixed(0)} ms); ` +
      `first byte ${median(ours.map(({ firstByteMs }) => firstByteMs)).toFixed(0)} ms, ` +
      `CPU ${(median(ours.map(({ cpuMs }) => cpuMs)) / count).toFixed(2)} ms an upload, ` +
      `longest turn ${median(ours.map(({ longestMs }) => longestMs)).toFixed(0)} ms`,
  );
  if (process.env['BENCH_PROFILE'] !== undefined && count > 1) await profile(paths);
}

async function upload(paths: readonly string[]) {
  const uris = paths.map((path) => vscode.Uri.file(path));
  let firstByteMs = NaN;
  const began = performance.now();
  const note = () => {
    if (Number.isNaN(firstByteMs)) firstByteMs = performance.now() - began;
  };
  subscribe('undici:client:sendHeaders', note);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const outcome = await vscode.commands.executeCommand<{ ok: boolean; data: { status: string }[] }>(
    'paymentsApi.uploadFiles',
    uris[0],
    uris,
    OPTIONS,
  );
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  unsubscribe('undici:client:sendHeaders', note);
  if (!outcome.ok || outcome.data.some(({ status }) => status !== 'uploaded')) throw new Error('Not all arrived.');
  return { ms, firstByteMs, cpuMs: (user + system) / 1000, longestMs: delay.max / 1e6 };
}

/** Where the time of the extension host goes: the functions with the most time of their own. */
async function profile(paths: readonly string[]): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  await upload(paths);
  const { profile: found } = await session.post('Profiler.stop');
  session.disconnect();
  const own = new Map<string, number>();
  const nodes = new Map(found.nodes.map((node) => [node.id, node.callFrame]));
  for (const [index, id] of (found.samples ?? []).entries()) {
    const frame = nodes.get(id);
    const name = `${frame?.functionName ?? ''} ${frame?.url.split('/').slice(-2).join('/') ?? ''}:${(frame?.lineNumber ?? 0) + 1}`;
    own.set(name, (own.get(name) ?? 0) + (found.timeDeltas?.[index] ?? 0));
  }
  const all = [...own.values()].reduce((sum, time) => sum + time, 0);
  for (const [name, time] of [...own].sort(([, a], [, b]) => b - a).slice(0, 14)) {
    say(`    ${((100 * time) / all).toFixed(1)} %  ${name}`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function say(line: string): void {
  console.log(testOutput + line);
}
