import * as fs from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { FILE_SIZE } from '../../api/rules/limits';
import type { EntryKind } from './walk';

/**
 * Reading files, as the checks need it. The extension host is where `file:` addresses are, so these are read directly;
 * the editor's file system asks the window at every call, which takes milliseconds. Everything else goes through it.
 */

// The file handles of node:fs/promises take three times as much of the host's only thread.
const [open, close, readPart] = [promisify(fs.open), promisify(fs.close), promisify(fs.read)];
const [stat, fstat] = [promisify(fs.stat), promisify(fs.fstat)];

/** What a look at an address found. */
export interface FileLook {
  readonly kind: 'file' | 'directory' | 'missing' | 'unreadable';
  /** Bytes. */
  readonly size: number;
  /** See `FileBytes`. */
  readonly version?: string;
  /** Why it could not be looked at, in words that complete a sentence. */
  readonly reason?: string;
}

/** The bytes of a file. */
export interface FileBytes {
  readonly content: Uint8Array;
  /**
   * Identifies the state in which the file was found; absent where a later state cannot be recognized for certain. The
   * bytes may already be of a later state, which then has another version.
   */
  readonly version?: string;
}

/** Where to read to. */
export interface Room {
  memory(bytes: number): Buffer;
}

/** A change this soon before a look may be followed by one with the same time. Milliseconds. */
const CLOCK_STEP = 100;

/** Looks at an address. What is wrong with it is part of the answer. */
export async function look(uri: vscode.Uri): Promise<FileLook> {
  try {
    if (isLocal(uri)) {
      const found = await stat(uri.fsPath, { bigint: true });
      // A pipe or a device may never end.
      if (!found.isFile() && !found.isDirectory())
        return { kind: 'unreadable', size: 0, reason: vscode.l10n.t('it is not a file') };
      const size = Number(found.size);
      return found.isDirectory() ? { kind: 'directory', size } : { kind: 'file', size, ...versionOf(found) };
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
 * @param room gives the memory
 * @param found what a look found; looked at now unless given
 * @throws the file system's error; `reasonOf` words it
 */
export async function read(uri: vscode.Uri, room: Room, found?: FileLook): Promise<FileBytes> {
  if (!isLocal(uri)) return { content: await vscode.workspace.fs.readFile(uri) };
  const descriptor = await open(uri.fsPath, 'r');
  try {
    if (found?.kind === 'file') {
      const content = await readUpTo(descriptor, found.size, room);
      const { version } = found;
      if (content.length === found.size) return { content, ...(version !== undefined && { version }) };
    }
    // It was not looked at, or has grown or shrunk since.
    const now = await fstat(descriptor, { bigint: true });
    const content = await readUpTo(descriptor, Number(now.size), room);
    return { content, ...(content.length === Number(now.size) && versionOf(now)) };
  } finally {
    await close(descriptor);
  }
}

/** The first bytes of a file: at most one more than the limit, which shows that the file is too large. */
async function readUpTo(descriptor: number, size: number, room: Room): Promise<Uint8Array> {
  const most = Math.min(size, FILE_SIZE.rejected) + 1;
  const memory = room.memory(most);
  let length = 0;
  // What is as long as the file was when it was looked at is that state of it; whatever grew since is a later one.
  for (;;) {
    const { bytesRead } = await readPart(descriptor, memory, length, most - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length >= size || length === most) break;
  }
  return memory.subarray(0, length);
}

function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): { readonly version?: string } {
  const changedAt = Number((ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / 1_000_000n);
  const isSettled = Math.abs(Date.now() - changedAt) > CLOCK_STEP;
  return isSettled ? { version: [dev, ino, size, mtimeNs, ctimeNs].join(' ') } : {};
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
