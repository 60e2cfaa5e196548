import * as vscode from 'vscode';
import { succeed } from '../../integration/support/extension';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { cost } from './cost';

const MEGABYTE = 1_000_000;

/** Links in a text document of 1 MB, with a known id on each tenth line. */
export async function benchDocuments(): Promise<BenchResult[]> {
  const { data: known } = await succeed('findFiles', 'Invoice', { limit: 100 });
  const ids = known.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  let content = '';
  for (let line = 0; content.length < MEGABYTE; line += 1)
    content += `line ${line} of a log: ${(line % 10 === 0 && ids[line % ids.length]) || ''}\n`;
  const cpu: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
    const links = () => vscode.commands.executeCommand('vscode.executeLinkProvider', document.uri);
    cpu.push((await cost(async () => links())).cpu);
  }
  const name = 'text of 1 MB with known ids: CPU of the host';
  return [{ name, unit: 'ms', value: median(cpu), aim: { atMost: 30 } }];
}
