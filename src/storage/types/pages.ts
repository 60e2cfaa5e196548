/** One page of a listing. Costs the same however many rows there are. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Pass as `after` for the next page; absent on the last. */
  readonly next?: string;
}

export interface FileGroup {
  /** A purpose, or a local day as YYYY-MM-DD. */
  readonly key: string;
  readonly count: number;
}
