import type { UploadResult } from '../../commands/types';
import type { Storage } from '../../storage/types';
import type { CheckedCandidate } from '../check/gather';
import { duplicateOf } from './uploadResults';

/** Where bytes are uploaded to, and what for: together with the bytes, what makes two uploads the same. */
export interface Destination {
  readonly environment: string;
  readonly purpose: string;
}

/**
 * Keeps the same bytes from being sent twice unless the user wants that. Questions take a while, and other
 * uploads go on meanwhile, in this window and in others: so it looks again at the moment of sending.
 */
export class SameBytes {
  readonly #storage: Storage;
  readonly #destination: Destination;
  /** What came of those that may have arrived, by their bytes. */
  readonly #inDoubt = new Map<string, UploadResult>();

  constructor(storage: Storage, destination: Destination) {
    this.#storage = storage;
    this.#destination = destination;
  }

  /** Those to go on with now: the first of each bytes, unless these are on their way by another upload. */
  sendable(candidates: readonly CheckedCandidate[]): CheckedCandidate[] {
    const { environment, purpose } = this.#destination;
    const firsts = new Map<string, CheckedCandidate>();
    for (const candidate of candidates) {
      if (!firsts.has(candidate.sha256)) firsts.set(candidate.sha256, candidate);
    }
    return [...firsts.values()].filter(
      ({ sha256 }) => !this.#storage.files.isInFlight(environment, sha256, purpose),
    );
  }

  /** What is to be said of a file without sending it; undefined when it is to be sent. */
  resultWithoutSending(candidate: CheckedCandidate): UploadResult | undefined {
    const { environment, purpose } = this.#destination;
    const { sha256, uri } = candidate;
    const earlier = this.#storage.files.findDuplicate(environment, sha256, purpose);
    if (earlier !== undefined) return duplicateOf(candidate, earlier);
    // The same bytes have one outcome: sending them again would be repeating what may have arrived.
    const doubt = this.#inDoubt.get(sha256);
    return doubt === undefined ? undefined : { ...doubt, uri: uri.toString() };
  }

  /** Takes note of what came of a file that was sent. */
  note(candidate: CheckedCandidate | undefined, result: UploadResult): void {
    const isInDoubt = result.status === 'unknown-outcome' || result.error?.kind === 'decode';
    if (isInDoubt && candidate !== undefined) this.#inDoubt.set(candidate.sha256, result);
  }
}

/** Resolves at the next change of what is kept, by whichever window, or when `signal` is aborted. */
export async function nextChange(storage: Storage, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = () => {
    resolve(undefined);
  };
  const listener = storage.onDidChange(done);
  signal.addEventListener('abort', done, { once: true });
  await promise;
  listener.dispose();
  signal.removeEventListener('abort', done);
}
