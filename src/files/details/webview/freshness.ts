import { formatRelativeTime } from '../../../ui/formats/formats';
import type { DetailsView } from '../model/detailsProtocol';
import { fill, type DetailsStrings } from '../model/detailsStrings';

/**
 * When the service was last asked, in words. A fetch that failed has a notice of its own, and so has an upload.
 * @param now milliseconds since the epoch
 */
export function freshnessText(
  { state, fetchedAt }: Pick<DetailsView, 'state' | 'fetchedAt'>,
  strings: DetailsStrings,
  locale: string,
  now: number,
): string {
  if (state === 'loading') return fetchedAt === undefined ? strings.loading : strings.refreshing;
  if (fetchedAt !== undefined)
    return fill(strings.fetched, formatRelativeTime(Math.min(fetchedAt, now), now, locale));
  return state === 'fresh' || state === 'stale' ? strings.neverFetched : '';
}
