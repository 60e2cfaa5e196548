import { FILE_TYPES } from '../../api/rules/limits';
import { hasExtension } from './fileRules';
import { untilAborted } from '../../util/async';
import { t } from '../../util/text';

/** Which files of a folder are candidates for an upload. Knows no file system: it is handed one. */

export type EntryKind = 'file' | 'directory' | 'other';

export interface WalkOptions {
  /** The entries of a folder; `other` is a link or a device, and is not followed. */
  readonly readDirectory: (folder: string) => Promise<readonly (readonly [name: string, kind: EntryKind])[]>;
  /** The address of an entry of a folder. */
  readonly join: (folder: string, name: string) => string;
  readonly signal: AbortSignal;
}

export interface WalkResult {
  /** Addresses of what may be sent, in natural order (`page 2` before `page 10`). */
  readonly files: string[];
  /** What was left out, with the reason in words that complete "Left out because …". */
  readonly leftOut: { readonly path: string; readonly reason: string }[];
  /** True when there was more than `MAX_WALKED_FILES` or `MAX_ENTRIES`: the lists are not all there is. */
  readonly cut: boolean;
}

export const MAX_WALKED_FILES = 5000;
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 32;
const EXTENSIONS: readonly string[] = Object.values(FILE_TYPES).flatMap((type) => type.extensions);
const NEVER_ENTERED = new Set(['node_modules']);

/** Whether a name has the extension of a supported file type, in any letter case. */
export function isCandidateName(name: string): boolean {
  return hasExtension(name, EXTENSIONS);
}

/**
 * Walks a folder. A folder that cannot be read is left out with that reason, also when it is the first.
 * @throws the signal's reason, as soon as the signal is aborted
 */
export async function walkFolder(
  folder: string,
  { readDirectory, join, signal }: WalkOptions,
): Promise<WalkResult> {
  const files: string[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  /** Guards against a provider that lists a folder within itself. */
  const seen = new Set<string>();
  let entries = 0;
  let cut = false;

  const read = async (address: string): Promise<readonly (readonly [string, EntryKind])[]> => {
    signal.throwIfAborted();
    try {
      // A folder on a slow remote may take long to list: cancelling does not wait for it.
      const found = await untilAborted(readDirectory(address), signal, () => new Error('Called off'));
      return found.toSorted(([a], [b]) => naturally(a, b));
    } catch {
      signal.throwIfAborted();
      leftOut.push({ path: address, reason: t('it could not be read') });
      return [];
    }
  };
  const enter = async (address: string, depth: number): Promise<void> => {
    if (cut || seen.has(address)) return;
    seen.add(address);
    if (depth > MAX_DEPTH) {
      leftOut.push({ path: address, reason: t('it is more than {0} folders deep', MAX_DEPTH) });
      return;
    }
    for (const [name, kind] of await read(address)) {
      entries += 1;
      cut ||= files.length >= MAX_WALKED_FILES || entries > MAX_ENTRIES;
      if (cut) return;
      const path = join(address, name);
      const reason = reasonAgainst(name, kind);
      if (reason !== undefined) leftOut.push({ path, reason });
      else if (kind === 'directory') await enter(path, depth + 1);
      else files.push(path);
    }
  };
  await enter(folder, 0);
  return { files, leftOut, cut };
}

function reasonAgainst(name: string, kind: EntryKind): string | undefined {
  if (kind === 'other') return t('it is a link or a special file, and these are not followed');
  if (name.startsWith('.')) return t('it is hidden');
  if (kind === 'directory') return NEVER_ENTERED.has(name) ? t('it holds installed packages') : undefined;
  return isCandidateName(name) ? undefined : t('its name does not end in .png, .jpg, .jpeg, .pdf or .docx');
}

const collator = new Intl.Collator(undefined, { numeric: true });
function naturally(a: string, b: string): number {
  return collator.compare(a, b);
}
