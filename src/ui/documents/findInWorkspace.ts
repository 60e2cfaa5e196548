import * as vscode from 'vscode';

/**
 * Looks for files of the workspace.
 * @param most how many are found at most
 * @returns nothing where the editor cannot search, which it says itself: views show what they have besides
 */
export async function findInWorkspace(
  include: vscode.GlobPattern,
  exclude?: string,
  most?: number,
): Promise<vscode.Uri[] | undefined> {
  try {
    return await vscode.workspace.findFiles(include, exclude, most);
  } catch {
    return undefined;
  }
}
