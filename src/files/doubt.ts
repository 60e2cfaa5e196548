import type { KnownFile } from '../storage/types';

/** Whether the service may have the file although no answer said so. */
export function mayHaveArrived({ state, error }: KnownFile): boolean {
  return state === 'unknown' || error?.kind === 'decode';
}
