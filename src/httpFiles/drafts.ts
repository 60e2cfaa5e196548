import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openUntitled } from '../ui/documents/openUntitled';
import { showDocument } from '../ui/documents/showDocument';

/**
 * Requests that are written and not saved to a place of the user's yet. They are files among the user's own requests,
 * each in a folder of its own, and are written down as one types: no mark of unsaved text, no question when one is
 * closed, and it is there again after a reload.
 */
const FOLDER = ['requests', 'drafts'] as const;
const IN_PATH = `/payments-tools.payments-api-explorer/${FOLDER.join('/')}/`;

/** So many of the newest are kept after they were closed, and all that are not older: another window may have them. */
const KEPT = 100;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a file is a draft: what it names beside it is in the workspace, as for a file that was never saved. */
function isDraft({ path }: vscode.Uri): boolean {
  return path.includes(IN_PATH);
}

/** The folder that a request file's relative paths begin at; undefined for text without a place. */
export function folderOf(file: vscode.Uri): vscode.Uri | undefined {
  const hasPlace = file.scheme !== 'untitled' && !isDraft(file);
  return hasPlace ? vscode.Uri.joinPath(file, '..') : vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** Opens a text as a draft; where none can be written, as text that is not saved. @param name of the file, without its ending */
export async function openDraft(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  name: string,
  text: string,
): Promise<vscode.TextEditor> {
  const drafts = vscode.Uri.joinPath(globalStorageUri, ...FOLDER);
  // Ordered by time, and never that of another window.
  const folder = vscode.Uri.joinPath(drafts, `${stampOf(Date.now())}-${randomUUID().slice(0, 4)}`);
  const stem = name.slice(0, 80);
  const file = vscode.Uri.joinPath(folder, `${stem}.http`);
  try {
    await mkdir(folder.fsPath, { recursive: true, mode: 0o700 });
    await writeFile(file.fsPath, text, { mode: 0o600 });
  } catch {
    // The disk may be full: what was written is in the editor all the same.
    return openUntitled(stem, 'http', text);
  }
  await removeOldest(drafts.fsPath);
  return showDocument(file, { preview: false });
}

/** Writes a draft down, if it is one. Called when typing pauses. */
export async function keepDraft(document: vscode.TextDocument): Promise<void> {
  if (document.isDirty && isDraft(document.uri)) await document.save();
}

function stampOf(time: number): string {
  return new Date(time).toISOString().replace(/\W/g, '');
}

/** What a tab of this window has stays, looked at or not. */
async function removeOldest(drafts: string): Promise<void> {
  const all = (await readdir(drafts)).sort();
  const old = all.slice(0, -KEPT).filter((name) => name < stampOf(Date.now() - KEPT_MS));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const open = tabs.flatMap(({ input }) => {
    if (input instanceof vscode.TabInputTextDiff) return [input.original.fsPath, input.modified.fsPath];
    return input instanceof vscode.TabInputText ? input.uri.fsPath : [];
  });
  for (const folder of old.map((name) => join(drafts, name))) {
    if (open.some((path) => path.startsWith(folder))) continue;
    // One that cannot be removed now, because another program holds it, is removed with a later one.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
