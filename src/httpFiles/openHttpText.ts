import * as vscode from 'vscode';
import { openDraft } from './drafts';
import { parseHttpFile } from './format/parse/parse';
import { findShown, type ShownRequest } from './format/shown';
import { withoutEdges } from '../util/edges';
import { treeOf } from './format/parse/jsonTree';
import { showDocument } from '../ui/documents/showDocument';

/**
 * Opens a request as a draft, to be edited and sent from there, and saved if one likes.
 * @param request its text; the method and path name the tab
 */
export async function openHttpText(
  context: vscode.ExtensionContext,
  { method, path }: { readonly method: string; readonly path: string },
  request: string,
): Promise<void> {
  const [bare = ''] = path.split('?', 1);
  // A method of a HAR file may be anything, such as the way to another folder.
  const parts = [method, bare].map((part) => withoutEdges(part.replace(/[^\w-]+/g, '-'), /-/));
  const name = parts.filter((part) => part !== '').join(' ') || 'request';
  const editor = await openDraft(context, name, request);
  editor.selection = placeToWrite(editor.document);
  // From its beginning: the end of a long address may be far away from its method.
  const line = editor.selection.start.with({ character: 0 });
  editor.revealRange(new vscode.Range(line, line));
}

/** Opens an `.http` file at a request, wherever that is by now. */
export async function openAt(uri: vscode.Uri, shown: ShownRequest): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { line = 0 } = findShown(parseHttpFile(document.getText()), shown) ?? {};
  const place = new vscode.Range(line, 0, line, 0);
  await showDocument(document, { preview: false, selection: place });
}

/** What one goes on writing at: a variable of the address, selected; else the first value of the body or a place of the path, selected; else the path's end. */
function placeToWrite(document: vscode.TextDocument): vscode.Selection {
  const text = document.getText();
  const { requests, variables } = parseHttpFile(text);
  const [request] = requests;
  if (request === undefined) return new vscode.Selection(0, 0, 0, 0);
  const definition = variables.find(({ name }) => request.url.includes(`{{${name}}}`));
  if (definition !== undefined) {
    const { line, start, end } = definition.valueSpan;
    return new vscode.Selection(line, start, line, end);
  }
  const [firstLine] = request.body.lines;
  if (firstLine !== undefined) {
    const start = document.offsetAt(new vscode.Position(firstLine.line, 0));
    const body = treeOf(text.slice(start));
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
