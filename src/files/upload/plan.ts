import type { KnownFile, UploadPermit } from '../../storage/types/storageTypes';
import type { CheckedFile } from '../check/gather';

/**
 * A batch as the questions show it. It decides nothing: whether a file is sent is decided when its turn comes, in one
 * transaction with the rows of all windows.
 */
export interface UploadPlan {
  /** Can be sent at once. */
  readonly ready: readonly CheckedFile[];
  /** The same bytes were uploaded before for this purpose, to this environment. */
  readonly known: readonly CheckedFile[];
  /** The same bytes were sent before, and it is not known whether they arrived. */
  readonly unconfirmed: readonly CheckedFile[];
  /** The same bytes as another file of this batch: sent only after that one, and only if still wanted. */
  readonly copies: readonly CheckedFile[];
  /** Refused before anything is sent. */
  readonly refused: readonly CheckedFile[];
  /** The rows of the same bytes, for the files that have any: what is certain first. */
  readonly earlier: ReadonlyMap<CheckedFile, readonly KnownFile[]>;
}

/**
 * Sorts a batch for the questions. Pure: nothing is asked or sent here.
 * @param find the rows of these bytes that are uploaded or may have arrived, what is certain first
 */
export function planUploads(
  files: readonly CheckedFile[],
  find: (sha256: string) => readonly KnownFile[],
): UploadPlan {
  const parts = { ready: [], known: [], unconfirmed: [], copies: [], refused: [] } as Record<
    Exclude<keyof UploadPlan, 'earlier'>,
    CheckedFile[]
  >;
  const earlier = new Map<CheckedFile, readonly KnownFile[]>();
  const hashes = new Set<string>();
  for (const file of files) {
    const { sha256, rejection } = file;
    if (rejection !== undefined) {
      parts.refused.push(file);
      continue;
    }
    const [first, ...others] = find(sha256);
    if (first !== undefined) {
      earlier.set(file, [first, ...others]);
      parts[first.state === 'uploaded' ? 'known' : 'unconfirmed'].push(file);
    } else parts[hashes.has(sha256) ? 'copies' : 'ready'].push(file);
    hashes.add(sha256);
  }
  return { ...parts, earlier };
}

/** The rows that a plan shows, each with the state that it shows. */
export function shownRows({ earlier }: UploadPlan): KnownFile[] {
  return [...earlier.values()].flat();
}

/** Agrees to sending the bytes of these rows once more, as they are now. */
export function permitFor(rows: readonly KnownFile[]): UploadPermit {
  return new Map(rows.map(({ key, state }) => [key, state]));
}
