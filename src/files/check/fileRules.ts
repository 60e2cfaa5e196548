import type { ErrorFacts } from '../../api/model/errors';
import { FILE_SIZE, FILE_TYPES } from '../../api/rules/limits';
import type { FileType } from '../../api/rules/limits';
import { isolate } from '../../util/plainText';
import { number, t } from '../../util/text';
import { withoutEnd } from '../../util/edges';

/** What is checked before any byte of a file is sent. Facts in, problems out. */

/** What a look at an address found. */
export interface FileLook {
  readonly kind: 'file' | 'directory' | 'overfull' | 'missing' | 'unreadable';
  /** Bytes. */
  readonly size: number;
  /** Why it could not be looked at or read, in words that complete a sentence. */
  readonly reason?: string;
}

export interface FileFacts extends FileLook {
  readonly name: string;
  /** By content; absent for anything that is not supported. */
  readonly type?: FileType;
  /** What an unsupported content looks like, from `describeContent`. */
  readonly looksLike?: string | undefined;
}

export interface PreflightResult {
  readonly rejection?: ErrorFacts & { readonly kind: 'preflight' };
  readonly warnings: string[];
}

const TYPE_NAMES: Record<FileType, () => string> = {
  png: () => t('a PNG image'),
  jpeg: () => t('a JPEG image'),
  pdf: () => t('a PDF document'),
  docx: () => t('a Word document (.docx)'),
};

/** Says whether a file may be sent, and warns about it ("Upload a file" in docs/api.md). */
export function preflightFile(facts: FileFacts): PreflightResult {
  const message = problemOf(facts);
  if (message !== undefined) return { rejection: { kind: 'preflight', message }, warnings: [] };
  return { warnings: [sizeWarning(facts), nameWarning(facts)].filter((warning) => warning !== undefined) };
}

/** Why a file cannot be sent: a sentence that names it. */
function problemOf(facts: FileFacts): string | undefined {
  const name = isolate(facts.name, 100);
  if (facts.kind === 'missing') return t('{0} no longer exists. Choose the file again.', name);
  if (facts.kind === 'directory') return t('{0} is a folder. Choose the files in it.', name);
  if (facts.kind === 'overfull')
    return t('{0} has more files than can be uploaded at once. Upload them in parts.', name);
  if (facts.kind === 'unreadable') {
    const reason = isolate(withoutEnd(facts.reason ?? '', /\./));
    return t('{0} could not be read: {1}. Check that you may open it.', name, reason);
  }
  if (facts.size === 0) return t('{0} is empty. Choose a file that has content.', name);
  if (facts.size > FILE_SIZE.rejected) {
    return t(
      '{0} is too large: it has {1} bytes, and the service takes at most {2} (5 MB). Make it smaller, or split it.',
      name,
      number(facts.size),
      number(FILE_SIZE.rejected),
    );
  }
  if (facts.type === undefined) return wrongType(name, facts.looksLike);
  return undefined;
}

function wrongType(name: string, looksLike: string | undefined): string {
  const looks =
    looksLike === undefined ? t('Its content is none of these.') : t('It looks like {0}.', looksLike);
  return t('{0} is not a PNG, JPEG, PDF or Word (.docx) file. {1}', name, looks);
}

function sizeWarning({ name, size }: FileFacts): string | undefined {
  if (size <= FILE_SIZE.warned) return undefined;
  return t(
    '{0} has {1} bytes. The service takes 5 MB and does not say whether that is {2} or {3} bytes, so it may refuse this file.',
    isolate(name, 100),
    number(size),
    number(FILE_SIZE.warned),
    number(FILE_SIZE.rejected),
  );
}

/** A wrong extension is only a warning: the content decides what is sent. */
function nameWarning({ name, type }: FileFacts): string | undefined {
  if (type === undefined || hasExtension(name, FILE_TYPES[type].extensions)) return undefined;
  return t(
    'The name of {0} does not say so, but its content is {1}. It is sent with the type of its content, under its own name.',
    isolate(name, 100),
    TYPE_NAMES[type](),
  );
}

/** Whether a name ends in one of these extensions, in any letter case. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return extensions.some((extension) => lower.endsWith(extension) && lower.length > extension.length);
}
