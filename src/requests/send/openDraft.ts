import { parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { parseHttpFile } from '../../httpFiles/format/parse/parse';
import { writeRequest } from '../../httpFiles/format/write';
import type { RequestDraft } from '../plan/requestInput';

/** Opens a request as an untitled `.http` file, to be edited and sent from there, and saved if one likes. */
export async function openDraft(draft: RequestDraft): Promise<void> {
  const document = await vscode.workspace.openTextDocument(await freeUri(draft.method, draft.path));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), writeRequest(draft));
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  editor.selection = placeToWrite(document);
  editor.revealRange(editor.selection);
}

/** Opens an `.http` file at a request. */
export async function openAt(uri: vscode.Uri, line: number): Promise<void> {
  const place = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(uri, { preview: false, selection: place });
}

/** A name for a new tab, in the workspace's folder where there is one, so that saving it keeps it there. */
async function freeUri(method: string, path: string): Promise<vscode.Uri> {
  const [bare = ''] = path.split('?', 1);
  const last = bare.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let number = 1; ; number++) {
    const parts = [method, last, ...(number > 1 ? [number] : [])].filter((part) => part !== '');
    const name = `${parts.join(' ')}.http`;
    const saved = folder === undefined ? undefined : vscode.Uri.joinPath(folder, name);
    const uri = saved?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    const isOpen = vscode.workspace.textDocuments.some((open) => open.uri.path === uri.path);
    if (!isOpen && !(saved !== undefined && (await exists(saved)))) return uri;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** What one goes on writing at: the first value of the body or a place of the path, selected; else the path's end. */
function placeToWrite(document: vscode.TextDocument): vscode.Selection {
  const text = document.getText();
  const [request] = parseHttpFile(text).requests;
  if (request === undefined) return new vscode.Selection(0, 0, 0, 0);
  const [firstLine] = request.body.lines;
  if (firstLine !== undefined) {
    const start = document.offsetAt(new vscode.Position(firstLine.line, 0));
    const body = parseTree(text.slice(start));
    const first = body?.type === 'object' ? body.children?.[0]?.children?.[1] : body;
    if (first !== undefined) {
      const from = document.positionAt(start + first.offset);
      return new vscode.Selection(from, document.positionAt(start + first.offset + first.length));
    }
  }
  const { line, start, end } = request.urlSpan;
  const place = /(?<!\{)\{[^{}]+\}(?!\})/.exec(request.url);
  if (place === null) return new vscode.Selection(line, end, line, end);
  return new vscode.Selection(line, start + place.index, line, start + place.index + place[0].length);
}
