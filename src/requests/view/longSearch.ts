import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FoundInLongTexts, KeyRange } from '../../storage/types/storageTypes';

/** Looks at some more exchanges. */
export type SearchStep = (range: KeyRange) => FoundInLongTexts;

/** While a person types, each letter would begin a new search, in milliseconds. */
const PAUSE = 250;
/** What was found is shown in steps of so long, in milliseconds. */
const SHOWN_EVERY = 500;

interface Search {
  readonly key: string;
  readonly found: number[];
  newest: number;
  /** Whether all that was there at the beginning was looked at. */
  isComplete: boolean;
  isRunning: boolean;
}

/**
 * Searches whole bodies and answers for the words of a filter, in the background: the rows that a list is made from
 * holds their beginnings only.
 */
export class LongSearch {
  readonly #changed: () => void;
  #search: Search | undefined;

  /** @param changed called when something was found, and when a search has come to its end */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Whether there may be more to be found than there is now. */
  get isUnderWay(): boolean {
    return this.#search?.isComplete === false;
  }

  /**
   * Begins a search, or goes on with it: what was added since is looked at too.
   * @param key of what is searched for and where; another key is another search
   * @returns the keys of the exchanges that were found so far
   */
  follow(key: string, step: SearchStep): readonly number[] {
    if (this.#search?.key !== key) {
      this.#search = { key, found: [], newest: 0, isComplete: false, isRunning: false };
    }
    const search = this.#search;
    if (!search.isRunning) void this.#run(search, step);
    return search.found;
  }

  /** Ends the search. */
  stop(): void {
    this.#search = undefined;
  }

  async #run(search: Search, step: SearchStep): Promise<void> {
    search.isRunning = true;
    const isCurrent = () => this.#search === search;
    try {
      if (!search.isComplete) await wait(PAUSE);
      const above = search.newest;
      let below: number | undefined;
      let shownAt = performance.now();
      let shown = search.found.length;
      do {
        await nextTurn();
        if (!isCurrent()) return;
        const { found, newest, next } = step({ above, below });
        search.found.push(...found);
        search.newest = Math.max(search.newest, newest ?? 0);
        below = next;
        if (search.found.length > shown && performance.now() - shownAt > SHOWN_EVERY) {
          shown = search.found.length;
          shownAt = performance.now();
          this.#changed();
        }
      } while (below !== undefined);
      const isNew = search.found.length > shown || !search.isComplete;
      search.isComplete = true;
      if (isNew) this.#changed();
    } catch {
      // The database was closed, or is gone: the list itself says so.
      search.isComplete = true;
    } finally {
      search.isRunning = false;
    }
  }
}
