import { realpath } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import { invalidArgument, isPaymentsError } from '../../api/model/errors';
import { MAX_RESPONSE_BYTES } from '../../api/rules/limits';
import { refuse } from '../../commands/arguments';
import { readBytes, sizeOf, textIn } from '../../ui/documents/readFile';
import { plainText } from '../../util/plainText';
import { folderOf } from '../drafts';
import { notTrusted } from '../../ui/trust';
import { t } from '../../util/text';

/**
 * The document of an `.http` file, with changes that are not saved yet.
 * @param given its address, or nothing for the one in front
 * @throws PreflightError when there is none
 */
export async function openHttpFile(given: unknown): Promise<vscode.TextDocument> {
  const uri = given instanceof vscode.Uri ? given : undefined;
  if (uri === undefined && given !== undefined && given !== null) throw invalidArgument('uri', 'vscode.Uri');
  if (uri === undefined) {
    const document = vscode.window.activeTextEditor?.document;
    if (document !== undefined && isHttpFile(document.uri)) return document;
    throw refuse(t('Open an .http file first. Nothing was sent.'));
  }
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw unreadable(vscode.workspace.asRelativePath(uri));
  }
}

/**
 * The text of an `.http` file: as it is shown or being written, else as it is on the disk. A document that nobody looks at
 * may not yet have what another program has written.
 */
export async function textOf(document: vscode.TextDocument): Promise<string> {
  const { uri, isDirty } = document;
  const isShown = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
  if (isDirty || isShown || uri.scheme !== 'file') return document.getText();
  try {
    return await textIn(uri, await readBytes(uri));
  } catch {
    return document.getText();
  }
}

/**
 * Whoever wrote the files of a workspace that is not trusted decides on no request either.
 * @param isOwn whether a file is one of the user's own saved requests
 * @throws ConfigurationError for such a file
 */
export function refuseUntrusted(uri: vscode.Uri, isOwn: (uri: vscode.Uri) => boolean): void {
  if (vscode.workspace.isTrusted || uri.scheme === 'untitled' || isOwn(uri)) return;
  throw notTrusted(
    t(
      'This workspace is not trusted, so its request files are not sent. Trust the workspace first, or write the request yourself.',
    ),
  );
}

/** Where the workspace has files of requests. */
export const REQUEST_FILES = '**/*.{http,rest,HTTP,REST}';

/** Whether a file is one of requests, by its name. */
export function isHttpFile(uri: vscode.Uri): boolean {
  return /\.(?:http|rest)$/i.test(uri.path);
}

/**
 * The file that a request names with `< path`: in the folder of the `.http` file or in the workspace, links followed.
 * @throws PreflightError for any other file
 */
export async function resolveAttachment(file: vscode.Uri, path: string): Promise<vscode.Uri> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const own = folderOf(file);
  if (own === undefined) {
    throw refuse(t('Save this file first: "{0}" is relative to its folder. Nothing was sent.', shown(path)));
  }
  if (own.scheme === 'file') {
    const roots = [own, ...folders].filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
    return resolveOnDisk(own.fsPath, path, roots);
  }
  const uri = posix.isAbsolute(path)
    ? own.with({ path })
    : vscode.Uri.joinPath(own, path.replaceAll('\\', '/'));
  const isInside = [own, ...folders].some(
    (root) =>
      root.scheme === uri.scheme &&
      root.authority === uri.authority &&
      uri.path.startsWith(root.path.endsWith('/') ? root.path : `${root.path}/`),
  );
  if (!isInside || uri.path.split('/').includes('..')) throw outside(path);
  return uri;
}

async function resolveOnDisk(folder: string, path: string, roots: readonly string[]): Promise<vscode.Uri> {
  let real: string;
  try {
    // A file that was written on Windows may name it with backslashes.
    real = await realpath(resolve(folder, path)).catch(() =>
      realpath(resolve(folder, path.replaceAll('\\', '/'))),
    );
  } catch {
    throw unreadable(path);
  }
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => undefined);
    if (realRoot === undefined) continue;
    const inside = relative(realRoot, real);
    const isInside =
      inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
    // By the way of the workspace: the real path of a mapped drive is on another computer, which the editor refuses.
    if (isInside) return vscode.Uri.file(join(root, inside));
  }
  throw outside(path);
}

/** @throws PreflightError when it cannot be read, or is too large */
export async function readAttachment(file: vscode.Uri, path: string): Promise<Uint8Array> {
  const uri = await resolveAttachment(file, path);
  try {
    // A body is as large as an answer at most.
    if ((await sizeOf(uri)) > MAX_RESPONSE_BYTES) {
      throw refuse(t('The file "{0}" is too large for a body. Nothing was sent.', shown(path)));
    }
    return await readBytes(uri);
  } catch (error) {
    if (isPaymentsError(error)) throw error;
    throw unreadable(path);
  }
}

function unreadable(path: string) {
  return refuse(t('The file "{0}" could not be read. Nothing was sent.', shown(path)));
}

function outside(path: string) {
  return refuse(
    t(
      'The file "{0}" is neither in the workspace nor in the folder of the .http file. Nothing was sent.',
      shown(path),
    ),
  );
}

function shown(path: string): string {
  return plainText(path, 200);
}
