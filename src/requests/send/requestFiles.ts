import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { notTrusted } from '../../ui/trust';
import { parseExactly } from '../../util/exactJson';
import { readDraft, type RequestDraft } from './requestInput';
import { REQUEST_FILE } from '../exchange/requestUris';

/** Request files: JSON that says what to send, edited in a tab like any other file, and kept if one likes. */

/** What a request file asks for. */
export interface DraftFile {
  readonly draft: RequestDraft;
  /** Id of an environment; the active one when undefined. */
  readonly environment: string | undefined;
}

/** One that stands in a file. */
export interface PlacedDraft extends DraftFile {
  /** Address of the file. */
  readonly file: string;
}

/** Opens a request in an editor tab, to be written on and sent from there. */
export async function openDraft({ method, path, query, body }: RequestDraft): Promise<void> {
  const content = `${JSON.stringify({ method, path, query, body }, undefined, 2)}\n`;
  const document = await vscode.workspace.openTextDocument(await freeUri(method, path));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  await vscode.languages.setTextDocumentLanguage(document, 'json');
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  editor.selection = placeToWrite(document);
  editor.revealRange(editor.selection);
}

/**
 * Reads the request file in an editor.
 * @param given the file's address, as a title button hands it over; the one in front when it is none
 * @throws PreflightError when there is none, or it cannot be sent as it stands; ConfigurationError in a
 * workspace that is not trusted
 */
export async function readDraftFile(given: unknown): Promise<PlacedDraft> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri?.path.endsWith(REQUEST_FILE) !== true) {
    throw refuse(vscode.l10n.t('Open a request file first: its name ends in {0}.', REQUEST_FILE));
  }
  // Whoever wrote the files of a workspace that is not trusted decides on no request either.
  if (!vscode.workspace.isTrusted && uri.scheme !== 'untitled') {
    throw notTrusted(
      vscode.l10n.t(
        'This workspace is not trusted, so its request files are not sent. Trust the workspace first, or write the request yourself.',
      ),
    );
  }
  const document = await vscode.workspace.openTextDocument(uri);
  return { ...parseDraftFile(document.getText()), file: uri.toString() };
}

/** @throws PreflightError when the text is not a request that can be sent */
export function parseDraftFile(text: string): DraftFile {
  const file = parseExactly(text);
  if (file === undefined) {
    throw refuse(
      vscode.l10n.t('The request is not valid JSON yet. Correct what is underlined, then send it.'),
    );
  }
  if (!isObject(file))
    throw refuse(vscode.l10n.t('A request file contains one object with method and path.'));
  const { method, path, query, body, environment } = file;
  if (environment !== undefined && typeof environment !== 'string') {
    throw refuse(vscode.l10n.t('The environment of a request must be the id of an environment.'));
  }
  return { draft: readDraft({ method, path, query: plain(query), body }), environment };
}

/** Numbers of a query as numbers again: only those of a body keep their exact writing. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** A name for a new tab, in the workspace's folder where there is one, so that saving it keeps it there. */
async function freeUri(method: string, path: string): Promise<vscode.Uri> {
  const [bare = ''] = path.split('?', 1);
  const last = bare.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let number = 1; ; number++) {
    const name = [method, last, ...(number > 1 ? [number] : [])].filter((part) => part !== '').join(' ');
    const uri =
      folder === undefined
        ? vscode.Uri.from({ scheme: 'untitled', path: name + REQUEST_FILE })
        : vscode.Uri.joinPath(folder, name + REQUEST_FILE).with({ scheme: 'untitled' });
    const isOpen = vscode.workspace.textDocuments.some((open) => open.uri.path === uri.path);
    if (
      !isOpen &&
      !(folder !== undefined && (await exists(vscode.Uri.joinPath(folder, name + REQUEST_FILE))))
    ) {
      return uri;
    }
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** What one goes on writing at: the first value of the body, selected, else the end of the path. */
function placeToWrite(document: vscode.TextDocument): vscode.Selection {
  const tree = parseTree(document.getText());
  const body = tree && findNodeAtLocation(tree, ['body']);
  const first = body?.type === 'object' ? body.children?.[0]?.children?.[1] : body;
  const path = tree && findNodeAtLocation(tree, ['path']);
  const inPath = path === undefined ? 0 : path.offset + path.length - 1;
  const [start, end] = first === undefined ? [inPath, inPath] : [first.offset, first.offset + first.length];
  return new vscode.Selection(document.positionAt(start), document.positionAt(end));
}
