import * as vscode from 'vscode';
import { succeed } from '../../integration/support/extension';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { cost } from './profile';

const MEGABYTE = 1_000_000;

/** Links in a text document of 1 MB: without an id in it, and with one known id on each tenth line. */
export async function benchDocuments(): Promise<BenchResult[]> {
  const { data: known } = await succeed('findFiles', 'Invoice', { limit: 100 });
  const ids = known.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return [
    await linksOf('text of 1 MB without ids', () => ''),
    await linksOf('text of 1 MB with known ids', (line) =>
      line % 10 === 0 ? (ids[line % ids.length] ?? '') : '',
    ),
  ];
}

async function linksOf(name: string, idOf: (line: number) => string): Promise<BenchResult> {
  let content = '';
  for (let line = 0; content.length < MEGABYTE; line += 1)
    content += `line ${line} of a log: ${idOf(line)}\n`;
  const cpu: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
    const links = () => vscode.commands.executeCommand('vscode.executeLinkProvider', document.uri);
    cpu.push((await cost(async () => links())).cpu);
  }
  return { name: `${name}: CPU of the host`, unit: 'ms', value: median(cpu), aim: { atMost: 30 } };
}
