import type { Candidate, CheckedCandidate } from '../check/gather';

/** A batch sorted into what will be done with each file. Pure: nothing is asked or sent here. */
export interface Plan {
  /** Can be sent at once. */
  readonly ready: readonly CheckedCandidate[];
  /** The same bytes were uploaded before for this purpose, to this environment. */
  readonly known: readonly CheckedCandidate[];
  /** The same bytes as another file of this batch: sent only after that one, and only if still wanted. */
  readonly twins: readonly CheckedCandidate[];
  /** Refused before anything is sent. */
  readonly refused: readonly CheckedCandidate[];
}

/**
 * Sorts a batch.
 * @param candidates checked files
 * @param findEarlier the earlier upload of these bytes, if there is one
 */
export function planBatch(
  candidates: readonly Candidate[],
  findEarlier: (sha256: string) => CheckedCandidate['earlier'],
): Plan {
  const plan = {
    ready: [] as CheckedCandidate[],
    known: [] as CheckedCandidate[],
    twins: [] as CheckedCandidate[],
    refused: [] as CheckedCandidate[],
  };
  const hashes = new Set<string>();
  for (const candidate of candidates) {
    if (candidate.rejection !== undefined) {
      plan.refused.push(candidate);
      continue;
    }
    const earlier = findEarlier(candidate.sha256);
    if (earlier !== undefined) plan.known.push({ ...candidate, earlier });
    else if (hashes.has(candidate.sha256)) plan.twins.push(candidate);
    else plan.ready.push(candidate);
    hashes.add(candidate.sha256);
  }
  return plan;
}
