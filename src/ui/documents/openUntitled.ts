import * as vscode from 'vscode';
import { showDocument } from './showDocument';

const MARK = '\ufeff';

/**
 * Opens text as a file that is not saved yet, in the folder of the workspace where there is one: saving it keeps it
 * there under its name, without a question.
 * @param stem its name without the extension; another one is found where a file has it
 * @param text a byte order mark at its beginning is not shown, and is in the file that is saved
 */
export async function openUntitled(
  stem: string,
  extension: string,
  text: string,
): Promise<vscode.TextEditor> {
  const encoding = text.startsWith(MARK) ? 'utf8bom' : 'utf8';
  const document = await vscode.workspace.openTextDocument(await freeUri(stem, extension), { encoding });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text.replace(MARK, ''));
  await vscode.workspace.applyEdit(edit);
  return showDocument(document, { preview: false });
}

async function freeUri(stem: string, extension: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let number = 1; ; number++) {
    const name = `${[stem, ...(number > 1 ? [number] : [])].filter((part) => part !== '').join(' ')}.${extension}`;
    const saved = folder === undefined ? undefined : vscode.Uri.joinPath(folder, name);
    const uri = saved?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    const isOpen = vscode.workspace.textDocuments.some((open) => open.uri.path === uri.path);
    if (!isOpen && !(saved !== undefined && (await exists(saved)))) return uri;
  }
}

/** Whether there is a file or a folder. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
