import type { Candidate } from '../check/gather';

/** How a batch gets on. */
export interface BatchProgress {
  /** Bytes of the whole batch handed to the network so far, and in all. */
  readonly sent: number;
  readonly total: number;
  /** Files that are done, and how many there are. */
  readonly done: number;
  readonly count: number;
  /** Names of the files in flight. */
  readonly active: readonly string[];
}

/** Adds up what the files of a batch report. */
export class ProgressCounter {
  readonly #sizes: readonly number[];
  readonly #names: readonly string[];
  readonly #report: (progress: BatchProgress) => void;
  readonly #total: number;
  readonly #sentOf = new Map<number, number>();
  readonly #active = new Set<number>();
  #sent = 0;
  #done = 0;

  constructor(candidates: readonly Candidate[], report: (progress: BatchProgress) => void) {
    this.#sizes = candidates.map(({ size }) => size);
    this.#names = candidates.map(({ name }) => name);
    this.#report = report;
    this.#total = this.#sizes.reduce((total, size) => total + size, 0);
  }

  begin(index: number): void {
    this.#active.add(index);
    this.#tell();
  }

  /** Bytes of the request body; it is a little larger than the file, so it is held to the file's size. */
  sent(index: number, bytes: number): void {
    const counted = Math.min(bytes, this.#sizes[index] ?? 0);
    this.#sent += counted - (this.#sentOf.get(index) ?? 0);
    this.#sentOf.set(index, counted);
    this.#tell();
  }

  end(index: number): void {
    this.#active.delete(index);
    this.#done++;
    this.sent(index, Infinity);
  }

  #tell(): void {
    this.#report({
      sent: this.#sent,
      total: this.#total,
      done: this.#done,
      count: this.#sizes.length,
      active: [...this.#active].map((index) => this.#names[index] ?? ''),
    });
  }
}
