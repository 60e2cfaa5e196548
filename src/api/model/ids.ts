import { v7 } from 'uuid';

/**
 * An id for an exchange: `ex_` and a UUID version 7 (RFC 9562). Ids of one process sort in the order they
 * were made, also within a millisecond and when the clock is set back.
 */
export function exchangeId(): string {
  return `ex_${v7()}`;
}
