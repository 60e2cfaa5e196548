import type { ProblemKind } from './problems';

/** Problems that may pass while the window is open: the file is then used again. */
const PASSING: readonly ProblemKind[] = ['full', 'read-only', 'locked', 'unavailable'];
/** After so many looks at most a file that could not be used is tried again. */
const MOST_SKIPPED = 64;

/** A problem that keeps a window in memory for a while, and when to look whether it has passed. */
export class PassingProblem {
  readonly kind: ProblemKind;
  #toSkip = 0;
  #skipped = 0;

  private constructor(kind: ProblemKind) {
    this.kind = kind;
  }

  /** @returns undefined for a problem that does not pass by itself */
  static of(kind: ProblemKind): PassingProblem | undefined {
    return PASSING.includes(kind) ? new PassingProblem(kind) : undefined;
  }

  /** Whether to try the file at this look. Trying to fill a full disk takes time: the tries get fewer. */
  isTimeToTry(): boolean {
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return false;
    }
    this.#skipped = this.kind === 'locked' ? 0 : Math.min(MOST_SKIPPED, this.#skipped * 2 + 1);
    this.#toSkip = this.#skipped;
    return true;
  }
}
