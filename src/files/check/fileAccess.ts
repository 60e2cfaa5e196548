import * as fs from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { FILE_SIZE } from '../../api/rules/limits';
import { READ_ONLY } from '../../util/files';
import type { FileLook } from './fileRules';
import type { ReadMemory } from './readMemory';
import type { EntryKind } from './walk';
import { t } from '../../util/text';

/**
 * Reading files, as the checks need it. The extension host is where `file:` addresses are, so these are read directly;
 * the editor's file system asks the window at every call, which takes milliseconds. Everything else goes through it.
 */

// The file handles of node:fs/promises take three times as much of the host's only thread.
const [open, close, readPart] = [promisify(fs.open), promisify(fs.close), promisify(fs.read)];
const [stat, fstat] = [promisify(fs.stat), promisify(fs.fstat)];

/** Looks at an address. What is wrong with it is part of the answer. */
export async function look(uri: vscode.Uri): Promise<FileLook> {
  try {
    if (isLocal(uri)) {
      const found = await stat(uri.fsPath);
      // A pipe or a device may never end.
      if (!found.isFile() && !found.isDirectory())
        return { kind: 'unreadable', size: 0, reason: t('it is not a file') };
      return { kind: found.isDirectory() ? 'directory' : 'file', size: found.size };
    }
    const { type, size } = await vscode.workspace.fs.stat(uri);
    return { kind: (type & vscode.FileType.Directory) !== 0 ? 'directory' : 'file', size };
  } catch (error) {
    return lookWithout(error);
  }
}

/** What an error of a file system says of a file. */
export function lookWithout(error: unknown): FileLook {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FileNotFound' || code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', size: 0 };
  const reason =
    code === 'NoPermissions' || code === 'EACCES' || code === 'EPERM'
      ? t('you have no permission to read it')
      : code === 'Unavailable'
        ? t('its file system is not available')
        : t('it could not be read');
  return { kind: 'unreadable', size: 0, reason };
}

/**
 * Reads a file, and of one that has grown beyond what can be sent no more than shows that it has.
 * @param size as it was last looked at; one that has grown since is looked at again
 * @throws the file system's error; `lookWithout` words it
 */
export async function read(uri: vscode.Uri, memory: ReadMemory, size: number): Promise<Uint8Array> {
  // A provider in this host may give what it goes on writing to.
  if (!isLocal(uri)) return (await vscode.workspace.fs.readFile(uri)).slice();
  const descriptor = await open(uri.fsPath, READ_ONLY);
  try {
    const content = await readUpTo(descriptor, memory.take(mostOf(size)));
    if (content.length <= size || content.length > FILE_SIZE.rejected) return content;
    return await readUpTo(descriptor, memory.take(mostOf((await fstat(descriptor)).size)));
  } finally {
    await close(descriptor);
  }
}

/** One byte more than there should be, which shows whether there is more. */
function mostOf(size: number): number {
  return Math.min(size, FILE_SIZE.rejected) + 1;
}

/** The first bytes of a file, as many as there is memory for. */
async function readUpTo(descriptor: number, memory: Buffer): Promise<Uint8Array> {
  const most = memory.length;
  let length = 0;
  while (length < most) {
    const { bytesRead } = await readPart(descriptor, memory, length, most - length, length);
    length += bytesRead;
    // One more byte was asked for than there were: what is there in one piece is all.
    if (bytesRead === 0 || length === most - 1) break;
  }
  return memory.subarray(0, length);
}

/** The entries of a folder; links and devices are `other`. @throws the file system's error */
export async function list(folder: vscode.Uri): Promise<[name: string, kind: EntryKind][]> {
  if (isLocal(folder)) {
    const entries = await readdir(folder.fsPath, { withFileTypes: true });
    return Promise.all(
      entries.map(async (entry) => {
        // Windows calls every file of a deduplicated disk or of a cloud a link, until it is asked about that one.
        const ask = () => lstat(join(folder.fsPath, entry.name)).catch(() => entry);
        const kind = entry.isSymbolicLink() ? await ask() : entry;
        return [entry.name, kind.isFile() ? 'file' : kind.isDirectory() ? 'directory' : 'other'];
      }),
    );
  }
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.map(([name, type]) => [name, kindOf(type)]);
}

function isLocal(uri: vscode.Uri): boolean {
  return uri.scheme === 'file';
}

function kindOf(type: vscode.FileType): EntryKind {
  if (type === vscode.FileType.File) return 'file';
  return type === vscode.FileType.Directory ? 'directory' : 'other';
}
