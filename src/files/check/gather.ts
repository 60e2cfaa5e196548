import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ErrorFacts } from '../../api/errors';
import { FILE_SIZE, FILE_TYPES, type FileType } from '../../api/limits';
import type { KnownFile } from '../../storage/types';
import { detectFileType } from '../../fileTypes/contentType';
import { describeContent } from '../../fileTypes/describeContent';
import { pool } from '../../util/pool';
import { preflightFile, type FileFacts } from './rules';

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
  /** Kept for a small batch, so that it is read once; a large one is read again when its turn comes. */
  readonly content?: Uint8Array;
  readonly rejection?: ErrorFacts;
  readonly warnings: readonly string[];
}

/** A candidate with the earlier upload of the same bytes for the same purpose, if there is one. */
export interface CheckedCandidate extends Candidate {
  readonly earlier?: KnownFile;
}

/** How many bytes of content a batch may keep between the check and the sending: four of the largest. */
const CONTENT_BUDGET = 4 * FILE_SIZE.rejected;
const READERS = 4;

/**
 * Reads and checks a batch. What cannot be read becomes a rejection, never an error.
 * @param uris the files, in order
 * @param signal stops between files
 * @returns a candidate for each, in the same order
 */
export async function gather(uris: readonly vscode.Uri[], signal: AbortSignal): Promise<Candidate[]> {
  let budget = CONTENT_BUDGET;
  return pool(uris, READERS, async (uri) => {
    signal.throwIfAborted();
    const { content, ...candidate } = await examine(uri);
    if (content === undefined || content.length > budget) return candidate;
    budget -= content.length;
    return { ...candidate, content };
  });
}

async function examine(uri: vscode.Uri): Promise<Candidate> {
  const name = nameOf(uri);
  const nothing = { uri, name, size: 0, mimeType: '', sha256: '' };
  let stat: vscode.FileStat;
  try {
    stat = await vscode.workspace.fs.stat(uri);
  } catch (error) {
    const exists = !isNotFound(error);
    return {
      ...nothing,
      ...check({ uri, name, size: 0, exists, ...(exists && { readError: reason(error) }) }),
    };
  }
  const known = { ...nothing, size: stat.size };
  const isDirectory = (stat.type & vscode.FileType.Directory) !== 0;
  if (isDirectory || stat.size > FILE_SIZE.rejected) {
    return { ...known, ...check({ uri, name, size: stat.size, exists: true, isDirectory }) };
  }
  let content: Uint8Array;
  try {
    content = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    return { ...known, ...check({ uri, name, size: stat.size, exists: true, readError: reason(error) }) };
  }
  const type = detectFileType(content);
  const facts = { uri, name, size: content.length, exists: true };
  if (type === undefined) {
    const looksLike = describeContent(content);
    return { ...known, ...check({ ...facts, ...(looksLike !== undefined && { looksLike }) }) };
  }
  return {
    uri,
    name,
    size: content.length,
    type,
    mimeType: FILE_TYPES[type].mimeType,
    sha256: hash(content),
    content,
    ...check({ ...facts, type }),
  };
}

/** Hex SHA-256. */
export function hash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The last segment of a URI's path: the file's name, whatever characters it holds. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

function check({
  uri,
  ...facts
}: Omit<FileFacts, 'uri'> & { readonly uri: vscode.Uri }): Pick<Candidate, 'rejection' | 'warnings'> {
  return preflightFile({ uri: uri.toString(), ...facts });
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}

function reason(error: unknown): string {
  const code = error instanceof vscode.FileSystemError ? error.code : undefined;
  if (code === 'NoPermissions') return vscode.l10n.t('you have no permission to read it');
  if (code === 'Unavailable') return vscode.l10n.t('its file system is not available');
  return vscode.l10n.t('it could not be read');
}
