/** Where a page ended: what its last row is sorted by. It is no count, so rows may come and go. */
export type Cursor = readonly (string | number)[];

/** One page of a listing. Costs the same however many rows there are. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Pass as `after`, in the same order, for the next page; absent on the last. */
  readonly next?: Cursor;
}

export interface FileGroup {
  /** A purpose, or a local day as YYYY-MM-DD. */
  readonly key: string;
  readonly count: number;
}
