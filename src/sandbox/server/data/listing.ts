/** A list whose items keep their positions, so that a cursor stays valid while others are added. */
export interface Listing<T> {
  /** Cursors of one listing are no good in another. */
  readonly name: string;
  total(): number;
  position(item: T): number;
  /** Up to `limit` items from the start. */
  first(limit: number): T[];
  /** Up to `limit` items that follow a position. */
  after(position: number, limit: number): T[];
  /** The up to `limit` items that come right before a position, in list order. */
  before(position: number, limit: number): T[];
}
