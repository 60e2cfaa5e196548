import { open, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { renameFile } from '../../util/files';

/**
 * Writes what comes in pieces. A local file is written beside its target and takes its place at the end: until then
 * what was there stays, and nothing of a write that failed is left. Folders that are missing are made, as the editor's
 * file system does. Other file systems take a file in one piece only.
 * @throws the file system's error, and whatever the pieces throw
 */
export async function writeChunks(
  target: vscode.Uri,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  if (target.scheme !== 'file') {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    await vscode.workspace.fs.writeFile(target, Buffer.concat(parts));
    return;
  }
  // A link stays where it is: what it leads to is written.
  const place = await realpath(target.fsPath).catch(() => target.fsPath);
  // Not its name with more behind it, which may be too long.
  const folder = dirname(place);
  const beside = join(folder, `${crypto.randomUUID().slice(0, 8)}.part`);
  // Not by Node: it tries for ever where the system has no such folder and lets none be made, as in /proc.
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(folder));
  // Who may read what was there may read what takes its place, and nobody else.
  const { mode } = await stat(place).catch(() => ({ mode: undefined }));
  try {
    const handle = await open(beside, 'wx', mode);
    try {
      // As a new file it has less where the system takes rights away from those.
      if (mode !== undefined) await handle.chmod(mode);
      for await (const chunk of chunks) await handle.writeFile(chunk);
    } finally {
      await handle.close();
    }
    await renameFile(beside, place);
  } catch (error) {
    // The first error says why.
    await rm(beside, { force: true }).catch(() => undefined);
    // Of the target: nobody knows the file beside it.
    if (error instanceof Error) error.message = error.message.replace(beside, () => place);
    throw error;
  }
}
