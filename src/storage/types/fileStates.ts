import type { FileState } from './storageTypes';

/** Whether an upload waits for its turn or is on its way. */
export function isUnderWay(state: FileState): boolean {
  return state === 'pending' || state === 'uploading';
}

/** Whether an upload ended without its file being there for certain, so that it can be tried again. */
export function canBeRetried(state: FileState): boolean {
  return state !== 'uploaded' && !isUnderWay(state);
}
