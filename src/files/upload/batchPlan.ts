import type { KnownFile, SameBytes } from '../../storage/types/storageTypes';
import type { Candidate } from '../check/gather';

/** A candidate with the earlier upload of the same bytes for the same purpose, if there is one. */
export interface PlannedFile extends Candidate {
  readonly earlier?: KnownFile;
}

/**
 * A batch as the questions show it. It decides nothing: which files are sent is decided when they are begun, in one
 * transaction with the rows of all windows.
 */
export interface BatchPlan {
  /** Can be sent at once. */
  readonly ready: readonly PlannedFile[];
  /** The same bytes were uploaded before for this purpose, to this environment. */
  readonly known: readonly PlannedFile[];
  /** The same bytes were sent before, and it is not known whether they arrived. */
  readonly unconfirmed: readonly PlannedFile[];
  /** The same bytes as another file of this batch: sent only after that one, and only if still wanted. */
  readonly twins: readonly PlannedFile[];
  /** Refused before anything is sent. */
  readonly refused: readonly PlannedFile[];
}

/**
 * Sorts a batch for the questions. Pure: nothing is asked or sent here.
 * @param candidates checked files
 * @param find the earlier upload of these bytes of that kind, if there is one
 */
export function planBatch(
  candidates: readonly Candidate[],
  find: (sha256: string, kind: SameBytes) => KnownFile | undefined,
): BatchPlan {
  const plan: Record<keyof BatchPlan, PlannedFile[]> = {
    ready: [],
    known: [],
    unconfirmed: [],
    twins: [],
    refused: [],
  };
  const hashes = new Set<string>();
  for (const candidate of candidates) {
    const { sha256, rejection } = candidate;
    if (rejection !== undefined) {
      plan.refused.push(candidate);
      continue;
    }
    const uploaded = find(sha256, 'uploaded');
    const mayHaveArrived = uploaded === undefined ? find(sha256, 'may-have-acted') : undefined;
    if (uploaded !== undefined) plan.known.push({ ...candidate, earlier: uploaded });
    else if (mayHaveArrived !== undefined) plan.unconfirmed.push({ ...candidate, earlier: mayHaveArrived });
    else if (hashes.has(sha256)) plan.twins.push(candidate);
    else plan.ready.push(candidate);
    hashes.add(sha256);
  }
  return plan;
}
