/** The most looks before a file that could not be written is tried again. */
const LONGEST_WAIT = 64;

/** Which looks at a file try it again: trying to fill a disk that is still full costs more each time. */
export class RetryPace {
  #looksToSkip = 0;
  /** How many were left out after the last failure. */
  #skipped = 0;

  /** Counts a look. @returns whether to try now */
  isDue(): boolean {
    this.#looksToSkip -= 1;
    return this.#looksToSkip <= 0;
  }

  /** @param isQuick whether a try costs next to nothing, so that the next look may try again */
  failed(isQuick: boolean): void {
    this.#skipped = isQuick ? 0 : Math.min(LONGEST_WAIT, this.#skipped * 2 + 1);
    this.#looksToSkip = this.#skipped;
  }

  succeeded(): void {
    this.#skipped = 0;
  }
}
