import type { UploadResult } from '../../commands/table/commandTypes';
import type { FileState, KnownFile } from '../../storage/types/storageTypes';
import { capitalised, t } from '../../util/text';

const WORDS: Record<FileState | UploadResult['status'], () => string> = {
  pending: () => t('Waiting'),
  uploading: () => t('Uploading'),
  uploaded: () => t('uploaded'),
  duplicate: () => t('already uploaded'),
  rejected: () => t('refused before sending'),
  failed: () => t('failed'),
  cancelled: () => t('cancelled'),
  unknown: () => t('outcome unknown'),
  'unknown-outcome': () => t('outcome unknown'),
  'not-sent': () => t('not sent'),
};

/** What became of a file, for a list of results. */
export function resultWord(status: UploadResult['status']): string {
  return WORDS[status]();
}

/** What became of an upload that is no file of the service. */
export function stateTitle(state: FileState): string {
  return capitalised(WORDS[state]());
}

/** What became of a row that is not uploaded, in words, and whether the file may have arrived. Empty for an uploaded one. */
export function uploadStates({ state, mayHaveActed }: KnownFile): string[] {
  if (state === 'uploaded') return [];
  return [stateTitle(state), ...(state === 'failed' && mayHaveActed ? [t('may have arrived')] : [])];
}
