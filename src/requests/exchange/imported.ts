import type { Exchange } from '../../api/model/exchange';

/** What the ids of exchanges from files begin with, and none that was made here. */
export const IMPORTED = 'har-';

/** Whether it came from a file, now or before: it was not made here and cannot be repeated from here. */
export function isImported({ id }: Pick<Exchange, 'id'>): boolean {
  return id.startsWith(IMPORTED);
}
