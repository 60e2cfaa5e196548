import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { heapInUse } from '../../support/heap';
import { Operator } from './operator';
import {
  ORDER_FILE,
  REPORT_FILE,
  SETTINGS_FILE,
  TOOLS_FILE,
  type Done,
  type Order,
  type Report,
  type ToolCall,
} from './protocol';

/**
 * Another extension in the same window: it calls the commands of Payments API Explorer by code, many at a time, or its
 * tools, or changes the user's settings, as the order in the workspace says, and leaves a report beside it. Or it kills
 * the extension host.
 */
export function activate(context: vscode.ExtensionContext): void {
  const storage = join(context.globalStorageUri.fsPath, '../payments-tools.payments-api-explorer');
  const sandboxFile = join(storage, 'local-sandbox.db');
  context.subscriptions.push(
    vscode.commands.registerCommand('paymentsDriver.run', () =>
      leaveReport(ORDER_FILE, (order, folder) => {
        const given = order as Order;
        return obey(given, new Operator(folder, given, sandboxFile));
      }),
    ),
    vscode.commands.registerCommand('paymentsDriver.callTools', () =>
      leaveReport(TOOLS_FILE, (calls) => Promise.all((calls as readonly ToolCall[]).map(callTool))),
    ),
    vscode.commands.registerCommand('paymentsDriver.useSettings', () =>
      leaveReport(SETTINGS_FILE, useSettings),
    ),
    vscode.commands.registerCommand('paymentsDriver.kill', () => process.kill(process.pid, 'SIGKILL')),
  );
}

/** Reads an order, does the work, and writes what it gives. */
async function leaveReport(
  orderFile: string,
  work: (order: unknown, folder: vscode.Uri) => Promise<unknown>,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) return;
  const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, orderFile));
  const report = JSON.stringify(await work(JSON.parse(new TextDecoder().decode(text)), folder));
  // Renamed into place, so that a waiting reader never reads half of it. Not with the editor's files: those look at the
  // report once more after that, and its reader may have taken it away.
  const file = join(folder.fsPath, REPORT_FILE);
  await writeFile(`${file}.unfinished`, report);
  await rename(`${file}.unfinished`, file);
}

/** Calls a tool as an agent without a chat does: the editor asks in a dialog. */
async function callTool({ tool, input }: ToolCall): Promise<string> {
  try {
    const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    // The user said no.
    return String(error);
  }
}

/** Changes the user's settings: the editor does not notice when their file is written by somebody else. */
async function useSettings(settings: unknown): Promise<object> {
  for (const [name, value] of Object.entries(settings as object))
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  return {};
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
