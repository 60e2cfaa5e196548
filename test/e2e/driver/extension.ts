import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { REPORT_FILE, SETTINGS_FILE, TOOLS_FILE, type ToolCall } from './protocol';

/**
 * Another extension in the same window: it calls the tools of Payments API Explorer, or changes the user's settings, as
 * the order in the workspace says, and leaves a report beside it. Or it kills the extension host.
 */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
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
async function leaveReport(orderFile: string, work: (order: unknown) => Promise<unknown>): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) return;
  const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, orderFile));
  const report = JSON.stringify(await work(JSON.parse(new TextDecoder().decode(text))));
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
