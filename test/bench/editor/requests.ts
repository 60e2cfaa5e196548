import { Agent, request } from 'node:http';
import * as vscode from 'vscode';
import { succeed } from '../../integration/support/extension';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import type { Sink } from '../sink/sinkProcess';
import { cost } from './cost';

const ROUNDS = 50;
const SHOWN_ROUNDS = 15;
/** What the editor takes for any document. */
const TRIVIAL = 'an empty document opened by the editor';

/** A GET from the command, beside the raw round trip; and until its document is shown. */
export async function benchRequests(sink: Sink): Promise<BenchResult[]> {
  const agent = new Agent({ keepAlive: true });
  const raw = () =>
    new Promise((resolve, reject) => {
      request(`${sink.url}/v1/things`, { agent }, (response) => {
        response.resume().on('end', resolve).on('error', reject);
      })
        .on('error', reject)
        .end();
    });
  const send = (reveal: boolean) =>
    succeed('sendRequest', { method: 'GET', path: '/things', environment: 'sandbox', reveal });
  await raw();
  await send(false);
  const rawTimes: number[] = [];
  const times: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rawTimes.push((await cost(raw)).milliseconds);
    const own = await cost(() => send(false));
    times.push(own.milliseconds);
    cpu.push(own.cpu);
  }
  const shown: number[] = [];
  const shownRaw: number[] = [];
  const closed = () => vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  const trivial = vscode.workspace.registerTextDocumentContentProvider('bench', {
    provideTextDocumentContent: () => '{}',
  });
  for (let round = 0; round < SHOWN_ROUNDS; round += 1) {
    const uri = vscode.Uri.from({ scheme: 'bench', path: `/${round}.json` });
    const openRaw = async () => vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    shownRaw.push((await cost(openRaw)).milliseconds);
    await closed();
    shown.push((await cost(() => send(true))).milliseconds);
    await closed();
  }
  trivial.dispose();
  agent.destroy();
  return [
    {
      name: 'GET: command above the raw round trip',
      unit: 'ms',
      value: median(times.map((time, round) => time - (rawTimes[round] ?? NaN))),
      aim: { atMost: 5 },
    },
    { name: 'GET: CPU of the host', unit: 'ms', value: median(cpu) },
    { name: `GET: ${TRIVIAL}`, unit: 'ms', value: median(shownRaw) },
    {
      name: 'GET: document open after the answer',
      unit: 'ms',
      value: median(shown) - median(times),
      ratio: median(shown.map((time, round) => time / (shownRaw[round] ?? NaN))),
      against: TRIVIAL,
      aim: { atMost: 100 },
    },
  ];
}
