import type * as vscode from 'vscode';
import type { ErrorFacts } from '../../api/model/errors';
import { FILE_SIZE, FILE_TYPES, type FileType } from '../../api/rules/limits';
import { detectFileType } from '../../fileTypes/contentType';
import { describeContent } from '../../fileTypes/describeContent';
import { pool } from '../../util/pool';
import type { Contents } from './contents';
import { look, read, reasonOf, type FileBytes, type FileLook } from './fileAccess';
import { hash } from './hash';
import { preflightFile, type FileFacts } from './fileRules';

/** A file that may be uploaded, and what was found out about it before the first byte is sent. */
export interface Candidate {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type?: FileType;
  readonly mimeType: string;
  /** Hex SHA-256 of the content; empty where it was not read. */
  readonly sha256: string;
  /** The state of the file that was checked; see `FileBytes`. */
  readonly version?: string;
  readonly rejection?: ErrorFacts;
  /** Why it was refused, in a few words, without its name. */
  readonly shortReason?: string;
  readonly warnings: readonly string[];
}

/** A file to check, and what a first look found. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly found?: FileLook;
}

/** Files that are read at the same time. Other file systems answer one after the other unless asked together. */
const READERS = 16;

/**
 * Reads and checks a batch. What cannot be read becomes a rejection, never an error.
 * @param files the files, in order
 * @param contents where their bytes are kept for the sending, as far as there is room
 * @param signal stops between files
 * @returns a candidate for each, in the same order
 */
export async function gather(
  files: readonly FoundFile[],
  contents: Contents,
  signal: AbortSignal,
): Promise<Candidate[]> {
  return pool(files, READERS, async ({ uri, found }) => {
    signal.throwIfAborted();
    return examine(uri, found ?? (await look(uri)), contents);
  });
}

async function examine(uri: vscode.Uri, found: FileLook, contents: Contents): Promise<Candidate> {
  const name = nameOf(uri);
  const nothing = { uri, name, size: found.size, mimeType: '', sha256: '' };
  const facts = { name, size: found.size, exists: found.kind !== 'missing' };
  if (found.kind !== 'file' || found.size > FILE_SIZE.rejected) {
    const { kind, reason } = found;
    const isDirectory = kind === 'directory';
    return { ...nothing, ...check(uri, { ...facts, isDirectory, ...(reason && { readError: reason }) }) };
  }
  const reserved = found.size + 1;
  await contents.reserve(reserved);
  let kept: Uint8Array | undefined;
  let bytes: FileBytes | undefined;
  try {
    try {
      bytes = await read(uri, contents, found);
    } catch (error) {
      return { ...nothing, ...check(uri, { ...facts, readError: reasonOf(error) }) };
    }
    const { content, version } = bytes;
    const { length: size } = content;
    const type = size > FILE_SIZE.rejected ? undefined : detectFileType(content);
    if (type === undefined) {
      const looksLike = describeContent(content);
      return { ...nothing, size, ...check(uri, { ...facts, size, ...(looksLike && { looksLike }) }) };
    }
    const sha256 = await hash(content);
    const checked = check(uri, { ...facts, size, type });
    if (checked.rejection === undefined) kept = content;
    const { mimeType } = FILE_TYPES[type];
    return { uri, name, size, type, mimeType, sha256, ...(version !== undefined && { version }), ...checked };
  } finally {
    const isKept = contents.settle(uri.toString(), reserved, kept);
    if (!isKept && bytes !== undefined) contents.giveBack(bytes.content);
  }
}

/**
 * The content of a file that was checked, for its sending.
 * @returns undefined when it is no longer what was checked
 * @throws the file system's error
 */
export async function contentOf(
  { uri, version, sha256 }: Candidate,
  contents: Contents,
): Promise<Uint8Array | undefined> {
  const kept = contents.take(uri.toString());
  if (kept !== undefined) return kept;
  const { content, version: now } = await read(uri, contents);
  // The same file with the same times: its bytes are not hashed once more.
  if (now !== undefined && now === version) return content;
  return (await hash(content)) === sha256 ? content : undefined;
}

/** The last segment of a URI's path: the file's name, whatever characters it holds. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

function check(
  uri: vscode.Uri,
  facts: Omit<FileFacts, 'uri'>,
): Pick<Candidate, 'rejection' | 'shortReason' | 'warnings'> {
  return preflightFile({ uri: uri.toString(), ...facts });
}
