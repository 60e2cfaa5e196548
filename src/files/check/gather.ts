import type * as vscode from 'vscode';
import { CancelledError, isOfKind, PreflightError, type ErrorFacts } from '../../api/model/errors';
import { FILE_SIZE, FILE_TYPES, type FileType } from '../../api/rules/limits';
import { detectFileType } from '../../fileTypes/contentType';
import { describeContent } from '../../fileTypes/describeContent';
import type { KnownFile } from '../../storage/types/storageTypes';
import { isolate } from '../../util/plainText';
import { pool, untilAborted } from '../../util/async';
import { t } from '../../util/text';
import { look, lookWithout, read } from './fileAccess';
import { ReadMemory } from './readMemory';
import { preflightFile, type FileFacts, type FileLook } from './fileRules';
import { hash as hashNow } from 'node:crypto';

/** A file that may be uploaded, and what was found out about it before the first byte is sent. */
export interface CheckedFile {
  readonly uri: vscode.Uri;
  /** The name that is sent. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type?: FileType;
  readonly mimeType: string;
  /** Hex SHA-256 of the content; empty where it was not read. Only these bytes are sent. */
  readonly sha256: string;
  readonly rejection?: ErrorFacts;
  readonly warnings: readonly string[];
  /** The row of an earlier upload that goes on with it. */
  readonly row?: KnownFile;
}

/** A file to check, and what a first look found. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly found?: FileLook;
}

/** Files that are read at the same time. Other file systems answer one after the other unless asked together. */
const READERS = 8;

/**
 * Reads and checks a batch. What cannot be read becomes a rejection, never an error. No content is kept: each file is
 * read again when it is sent.
 * @param files the files, in order
 * @param signal stops between files
 * @returns a checked file for each, in the same order
 */
export async function gather(files: readonly FoundFile[], signal: AbortSignal): Promise<CheckedFile[]> {
  const memory = new ReadMemory();
  return pool(files, READERS, async ({ uri, found }) => {
    signal.throwIfAborted();
    return examine(uri, found ?? (await look(uri)), memory);
  });
}

async function examine(uri: vscode.Uri, found: FileLook, memory: ReadMemory): Promise<CheckedFile> {
  const name = nameOf(uri);
  const refused = (facts: Omit<FileFacts, 'name'>): CheckedFile => {
    return { uri, name, size: facts.size, mimeType: '', sha256: '', ...preflightFile({ ...facts, name }) };
  };
  if (found.kind !== 'file' || found.size > FILE_SIZE.rejected) return refused(found);
  let content: Uint8Array;
  try {
    content = await read(uri, memory, found.size);
  } catch (error) {
    return refused({ ...lookWithout(error), size: found.size });
  }
  const facts = { kind: 'file', size: content.length } as const;
  const type = facts.size > FILE_SIZE.rejected ? undefined : detectFileType(content);
  if (type === undefined) {
    const looksLike = describeContent(content);
    memory.giveBack(content);
    return refused({ ...facts, looksLike });
  }
  const sha256 = await hash(content);
  memory.giveBack(content);
  const { mimeType } = FILE_TYPES[type];
  return { ...refused({ ...facts, type }), type, mimeType, sha256 };
}

/**
 * The content of a file that was checked, when its turn to be sent has come: it is read again, and compared by its hash.
 * @throws PreflightError when it cannot be read, or has other bytes than those that were checked; CancelledError as soon as
 * the signal aborts, also when its file system never answers
 */
export async function readChecked(
  { uri, name, size, sha256 }: CheckedFile,
  memory: ReadMemory,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let content: Uint8Array;
  try {
    content = await untilAborted(read(uri, memory, size), signal, () => new CancelledError());
  } catch (error) {
    if (isOfKind(error, 'cancelled')) throw error;
    const { rejection } = preflightFile({ name, ...lookWithout(error) });
    throw new PreflightError(rejection ?? { message: hasChanged(name) }, { cause: error });
  }
  if (content.length === size && (await hash(content)) === sha256) return content;
  throw new PreflightError(hasChanged(name));
}

/** Why a file is not sent that has other bytes than those that were checked. */
export function hasChanged(name: string): string {
  return t('{0} changed since it was checked, so it was not sent. Upload it again.', isolate(name, 100));
}

/** The last segment of a URI's path: the file's name, whatever characters it holds. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** Up to this size, in bytes, hashing takes less time than passing the bytes to another thread. */
const SMALL = 64 * 1024;

/** Hex SHA-256. Larger contents are hashed on the thread pool: the extension host has one thread for everybody. */
export async function hash(content: Uint8Array): Promise<string> {
  if (content.length <= SMALL) return hashNow('sha256', content);
  // Nobody shares the memory of a file that was read.
  const bytes = content as Uint8Array<ArrayBuffer>;
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
