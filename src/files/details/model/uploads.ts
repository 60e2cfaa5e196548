import { canBeRetried } from '../../../storage/types/fileStates';
import type { KnownFile } from '../../../storage/types/storageTypes';
import { visible } from '../../../util/visible';
import type { NoticeView } from './detailsProtocol';
import type { DetailsStrings } from './detailsStrings';
import { fieldLines, needsSetUp } from './errorView';

/** What the details say of an upload that is no file of the service yet. */

/** The state in words, and whether the file may have arrived all the same. */
export function uploadStates({ state, mayHaveActed }: KnownFile, strings: DetailsStrings): string[] {
  switch (state) {
    case 'pending':
      return [strings.pending];
    case 'uploading':
      return [strings.uploading];
    case 'failed':
      return [strings.uploadFailed, ...(mayHaveActed ? [strings.mayHaveArrived] : [])];
    case 'cancelled':
      return [strings.cancelled];
    case 'unknown':
      return [strings.unknown];
    case 'not-sent':
      return [strings.notSent];
    case 'uploaded':
      return [];
  }
}

/** Why it did not end well, where that is known. */
export function uploadNotice(file: KnownFile | undefined): NoticeView | undefined {
  if (file?.error === undefined || !canBeRetried(file.state)) return undefined;
  const { state, error, mayHaveActed, requestId, exchangeId } = file;
  return {
    kind: mayHaveActed ? 'unknown' : state === 'failed' ? 'failed' : 'gone',
    text: visible(error.message),
    lines: fieldLines(error),
    ...(requestId !== undefined && { requestId: visible(requestId) }),
    actions: [
      ...(needsSetUp(error) ? (['configure'] as const) : []),
      ...(exchangeId === undefined ? [] : (['supportReport'] as const)),
    ],
  };
}
