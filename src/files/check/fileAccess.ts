import { open, readdir, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { FILE_SIZE } from '../../api/rules/limits';
import type { EntryKind } from './walk';

/**
 * Reading files, as the checks need it. The extension host is where `file:` addresses are, so these are read directly;
 * the editor's file system asks the window at every call, which takes milliseconds. Everything else goes through it.
 */

/** What a look at an address found. */
export interface FileLook {
  readonly kind: 'file' | 'directory' | 'missing' | 'unreadable';
  /** Bytes. */
  readonly size: number;
  /** Why it could not be looked at, in words that complete a sentence. */
  readonly reason?: string;
}

/** The bytes of a file. */
export interface FileBytes {
  readonly content: Uint8Array;
  /** Identifies this state of the file; absent where a later state cannot be recognized for certain. */
  readonly version?: string;
}

/** A change this soon before a file was read may be followed by one with the same time. Milliseconds. */
const CLOCK_STEP = 100;

/** Looks at an address. What is wrong with it is part of the answer. */
export async function look(uri: vscode.Uri): Promise<FileLook> {
  try {
    if (isLocal(uri)) {
      const found = await stat(uri.fsPath);
      // A pipe or a device may never end.
      if (!found.isFile() && !found.isDirectory())
        return { kind: 'unreadable', size: 0, reason: vscode.l10n.t('it is not a file') };
      return { kind: found.isDirectory() ? 'directory' : 'file', size: found.size };
    }
    const { type, size } = await vscode.workspace.fs.stat(uri);
    return { kind: (type & vscode.FileType.Directory) !== 0 ? 'directory' : 'file', size };
  } catch (error) {
    return isNotFound(error)
      ? { kind: 'missing', size: 0 }
      : { kind: 'unreadable', size: 0, reason: reasonOf(error) };
  }
}

/**
 * Reads a file, and of one that has grown beyond what can be sent no more than shows that it has.
 * @throws the file system's error; `reasonOf` words it
 */
export async function read(uri: vscode.Uri): Promise<FileBytes> {
  if (!isLocal(uri)) return { content: await vscode.workspace.fs.readFile(uri) };
  const handle = await open(uri.fsPath);
  try {
    const before = await handle.stat({ bigint: true });
    const room = Math.min(Number(before.size), FILE_SIZE.rejected) + 1;
    const buffer = Buffer.allocUnsafeSlow(room);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, room - length, length);
      length += bytesRead;
      // What is as long as the file was when it was looked at is that state of it; whatever grew since is a later one.
      if (bytesRead === 0 || length >= Number(before.size)) break;
    }
    const changedAt = Number(
      (before.ctimeNs > before.mtimeNs ? before.ctimeNs : before.mtimeNs) / 1_000_000n,
    );
    const isSettled = Math.abs(Date.now() - changedAt) > CLOCK_STEP && length === Number(before.size);
    const { dev, ino, size, mtimeNs, ctimeNs } = before;
    return {
      content: buffer.subarray(0, length),
      ...(isSettled && { version: [dev, ino, size, mtimeNs, ctimeNs].join(' ') }),
    };
  } finally {
    await handle.close();
  }
}

/** The entries of a folder; links and devices are `other`. @throws the file system's error */
export async function list(folder: vscode.Uri): Promise<[name: string, kind: EntryKind][]> {
  if (isLocal(folder)) {
    const entries = await readdir(folder.fsPath, { withFileTypes: true });
    return entries.map((entry) => [
      entry.name,
      entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other',
    ]);
  }
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.map(([name, type]) => [name, kindOf(type)]);
}

/** Why something could not be read, in words that complete a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'NoPermissions' || code === 'EACCES' || code === 'EPERM')
    return vscode.l10n.t('you have no permission to read it');
  if (code === 'Unavailable') return vscode.l10n.t('its file system is not available');
  return vscode.l10n.t('it could not be read');
}

function isLocal(uri: vscode.Uri): boolean {
  return uri.scheme === 'file';
}

function kindOf(type: vscode.FileType): EntryKind {
  if (type === vscode.FileType.File) return 'file';
  return type === vscode.FileType.Directory ? 'directory' : 'other';
}

function isNotFound(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'FileNotFound' || code === 'ENOENT' || code === 'ENOTDIR';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
