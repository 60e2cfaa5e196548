import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { CancelledError, invalidArgument } from '../../api/model/errors';
import { optionsOf } from '../../commands/arguments';
import { safeFileName } from '../../util/files';

/** The file that a caller names to write to; undefined where none is named. @throws PreflightError for anything else */
export function targetOf(options: unknown): vscode.Uri | undefined {
  const { target } = optionsOf(options);
  if (target === undefined || target instanceof vscode.Uri) return target;
  throw invalidArgument('target', 'vscode.Uri');
}

/**
 * Asks where to save a file: in the workspace, else in the user's own folder, unless somebody chooses another place.
 * @param name from anywhere, such as the service: it is a name only, never a path
 * @throws CancelledError when it was dismissed
 */
export async function askSaveTarget(
  title: string,
  name: string,
  filters?: Record<string, string[]>,
): Promise<vscode.Uri> {
  // Without a place the editor would suggest no name either.
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const defaultUri = vscode.Uri.joinPath(folder, safeFileName(name));
  const chosen = await vscode.window.showSaveDialog({ title, defaultUri, ...(filters && { filters }) });
  if (chosen === undefined) throw new CancelledError();
  return chosen;
}
