import type { ErrorFacts } from '../../api/errors';
import { FILE_SIZE, FILE_TYPES } from '../../api/limits';
import type { FileType } from '../../api/limits';
import { isolate } from '../../util/plainText';

/** What is checked before any byte of a file is sent. Facts in, problems out. */

export interface FileFacts {
  readonly uri: string;
  readonly name: string;
  readonly exists: boolean;
  readonly isDirectory?: boolean;
  /** Bytes. */
  readonly size: number;
  /** By content; absent for anything that is not supported. */
  readonly type?: FileType;
  /** What an unsupported content looks like, from `describeContent`. */
  readonly looksLike?: string;
  /** Why the file could not be read, in the system's words. */
  readonly readError?: string;
}

export interface PreflightResult {
  readonly rejection?: ErrorFacts & { readonly kind: 'preflight' };
  readonly warnings: string[];
}

const TYPE_NAMES: Record<FileType, string> = {
  png: 'a PNG image',
  jpeg: 'a JPEG image',
  pdf: 'a PDF document',
  docx: 'a Word document (.docx)',
};

/** Says whether a file may be sent, and what about it is doubtful ("File purposes and configuration", "Limits"). */
export function preflightFile(facts: FileFacts): PreflightResult {
  const reason = reasonAgainst(facts);
  if (reason !== undefined) return { rejection: { kind: 'preflight', message: reason }, warnings: [] };
  return { warnings: [sizeDoubt(facts), nameDoubt(facts)].filter((warning) => warning !== undefined) };
}

function reasonAgainst(facts: FileFacts): string | undefined {
  const name = isolate(facts.name);
  if (!facts.exists) return `${name} does not exist any more. Choose the file again.`;
  if (facts.isDirectory === true) return `${name} is a folder. Choose the files in it.`;
  if (facts.readError !== undefined) {
    return `${name} could not be read: ${isolate(facts.readError.replace(/\.+$/, ''))}. Check that you may open it.`;
  }
  if (facts.size === 0) return `${name} is empty. Choose a file that has content.`;
  if (facts.size > FILE_SIZE.rejected) {
    return `${name} is too large: it has ${count(facts.size)} bytes, and the service takes at most ${count(FILE_SIZE.rejected)} (5 MB). Make it smaller, or split it.`;
  }
  if (facts.type === undefined) {
    const looks =
      facts.looksLike === undefined ? 'Its content is none of these.' : `It looks like ${facts.looksLike}.`;
    return `${name} is not a file that the service takes: PNG, JPEG, PDF or Word (.docx). ${looks}`;
  }
  return undefined;
}

function sizeDoubt({ name, size }: FileFacts): string | undefined {
  if (size <= FILE_SIZE.doubtful) return undefined;
  return `${isolate(name)} has ${count(size)} bytes. The service takes 5 MB and does not say whether that is ${count(FILE_SIZE.doubtful)} or ${count(FILE_SIZE.rejected)} bytes, so it may refuse this file.`;
}

/** A wrong extension is only doubtful: the content decides what is sent. */
function nameDoubt({ name, type }: FileFacts): string | undefined {
  if (type === undefined) return undefined;
  const extension = extensionOf(name);
  const agreeing: readonly string[] = FILE_TYPES[type].extensions;
  if (extension !== undefined && agreeing.includes(extension.toLowerCase())) return undefined;
  const says = extension === undefined ? 'has no extension' : `ends in ${isolate(extension)}`;
  return `${isolate(name)} ${says}, but its content is ${TYPE_NAMES[type]}. It is sent as what it is, under its own name.`;
}

function extensionOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot) : undefined;
}

/** A number of bytes, grouped as English does: the messages are English. */
function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
