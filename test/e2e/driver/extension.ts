import * as vscode from 'vscode';
import { heapInUse } from './memory';
import { Operator } from './operator';
import { ORDER_FILE, REPORT_FILE, type Done, type Order, type Report } from './protocol';

/**
 * Another extension in the same window: it calls the commands of Payments API Explorer by code, many at a time,
 * as the order in the workspace says, and leaves a report beside it.
 */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('paymentsDriver.run', run));
}

async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) return;
  const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, ORDER_FILE));
  const order = JSON.parse(new TextDecoder().decode(text)) as Order;
  const report = JSON.stringify(await obey(order, new Operator(folder, order)));
  // Renamed into place, so that whoever waits for it never reads half of it.
  const unfinished = vscode.Uri.joinPath(folder, `${REPORT_FILE}.unfinished`);
  await vscode.workspace.fs.writeFile(unfinished, new TextEncoder().encode(report));
  await vscode.workspace.fs.rename(unfinished, vscode.Uri.joinPath(folder, REPORT_FILE));
}

/** Does everything, some at a time; memory is measured after each part, when nothing is under way. */
async function obey({ operations, inFlight, parts }: Order, operator: Operator): Promise<Report> {
  const done: Done[] = [];
  const heap: number[] = [];
  const started = performance.now();
  let next = 0;
  for (let part = 1; part <= parts; part += 1) {
    const end = Math.round((operations * part) / parts);
    const worker = async (): Promise<void> => {
      while (next < end) done.push(...(await operator.operate(next++)));
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    heap.push(await heapInUse());
  }
  return { done, heap, milliseconds: performance.now() - started };
}
