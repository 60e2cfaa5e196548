/**
 * States of a row of the registry. `pending` (nothing of it was sent) and `uploading` belong to a living window. When
 * that window dies or closes, the first becomes `not-sent` and the second `unknown`; see `FileRegistry.recover`.
 */
export const FILE_STATES = [
  'pending',
  'uploading',
  'uploaded',
  'failed',
  'cancelled',
  'unknown',
  'not-sent',
] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Whether an upload waits for its turn or is on its way. */
export function isUnderWay(state: FileState): boolean {
  return state === 'pending' || state === 'uploading';
}

/** Whether an upload ended without its file being there for certain, so that it can be tried again. */
export function canBeRetried(state: FileState): boolean {
  return state !== 'uploaded' && !isUnderWay(state);
}
