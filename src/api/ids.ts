import { randomUUID } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/**
 * An id for an exchange: `ex_` and a UUID version 7 (RFC 9562). Ids of one process sort in the order they
 * were made, also within a millisecond and when the clock is set back.
 * @param now milliseconds since the epoch
 */
export function exchangeId(now: number = Date.now()): string {
  // Version 4: its end is random, has its variant in the same place, and comes from a pool that costs nothing.
  const random = randomUUID();
  if (now > lastTime) {
    lastTime = now;
    sequence = Number.parseInt(random.slice(0, 3), 16) & 0x07ff;
  } else if (++sequence > 0x0fff) {
    lastTime += 1;
    sequence = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  return `ex_${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random.slice(19)}`;
}
