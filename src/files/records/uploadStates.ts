import type { FileState, KnownFile } from '../../storage/types/storageTypes';
import { capitalised, t } from '../../util/text';

/** What became of an upload that is no file of the service. */
export const STATE_TITLES: Record<Exclude<FileState, 'uploaded'>, () => string> = {
  pending: () => t('Waiting'),
  uploading: () => t('Uploading'),
  failed: () => capitalised(t('failed')),
  cancelled: () => capitalised(t('cancelled')),
  unknown: () => capitalised(t('outcome unknown')),
  'not-sent': () => capitalised(t('not sent')),
};

/** The same in words for a row, and whether the file may have arrived all the same. Nothing for one that is uploaded. */
export function uploadStates({ state, mayHaveActed }: KnownFile): string[] {
  if (state === 'uploaded') return [];
  return [STATE_TITLES[state](), ...(state === 'failed' && mayHaveActed ? [t('may have arrived')] : [])];
}
