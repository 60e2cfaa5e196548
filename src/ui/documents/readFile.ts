import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { readWhole } from '../../util/files';

/**
 * Reading files. The extension host is where `file:` addresses are, so these are read directly; the editor's file system
 * asks the window at every call, and refuses large ones. Everything else goes through it.
 */

/** Bytes of a file. @throws the file system's error; an error for a folder, a pipe or a device */
export async function sizeOf(uri: vscode.Uri): Promise<number> {
  const { isFile, size } = await (uri.scheme === 'file' ? lookHere(uri) : lookThere(uri));
  if (!isFile) throw new Error('Not a file');
  return size;
}

/** The content of a file. @throws as `sizeOf` */
export async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  return uri.scheme === 'file' ? readWhole(uri.fsPath) : vscode.workspace.fs.readFile(uri);
}

/** The text of a file as the editor shows it. Most files are UTF-8, and need no question to the window. */
export async function textIn(uri: vscode.Uri, bytes: Uint8Array): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // The editor knows UTF-16 by these.
    if (!text.includes('\0')) return text;
  } catch {
    // It is in another encoding.
  }
  return vscode.workspace.decode(bytes, { uri });
}

/** The text of a file of at most that many bytes; undefined for any other, and where it cannot be read. */
export async function smallText(uri: vscode.Uri, most: number): Promise<string | undefined> {
  try {
    return (await sizeOf(uri)) > most ? undefined : await textIn(uri, await readBytes(uri));
  } catch {
    return undefined;
  }
}

async function lookHere({ fsPath }: vscode.Uri) {
  const found = await stat(fsPath);
  // A pipe or a device may never end.
  return { isFile: found.isFile(), size: found.size };
}

async function lookThere(uri: vscode.Uri) {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  return { isFile: (type & vscode.FileType.Directory) === 0, size };
}
