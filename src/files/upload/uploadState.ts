import type { KnownFile } from '../../storage/types';

/** Whether an upload ended without its file being there for certain. */
export function hasEnded({ state }: KnownFile): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'unknown' || state === 'not-sent';
}

/** Whether the service may have the file although no answer said so. */
export function mayHaveArrived({ mayHaveActed }: KnownFile): boolean {
  return mayHaveActed;
}
