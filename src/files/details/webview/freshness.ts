import { formatRelativeTime } from '../../../ui/formats/formats';
import { t } from '../../../util/text';
import type { DetailsView } from '../model/detailsProtocol';

/**
 * When the service was last asked, in words. A fetch that failed has a notice of its own, and so has an upload.
 * @param now milliseconds since the epoch
 */
export function freshnessText(
  { state, fetchedAt }: Pick<DetailsView, 'state' | 'fetchedAt'>,
  now: number,
): string {
  if (state === 'loading') return fetchedAt === undefined ? t('Loading file details…') : t('Refreshing…');
  if (fetchedAt !== undefined) return t('Fetched {0}', formatRelativeTime(Math.min(fetchedAt, now), now));
  return state === 'fresh' || state === 'stale' ? t('Not fetched yet') : '';
}
