import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/**
 * An id for an exchange: `ex_` and a UUID version 7 (RFC 9562). Ids of one process sort in the order they
 * were made, also within a millisecond and when the clock is set back.
 * @param now milliseconds since the epoch
 */
export function exchangeId(now: number = Date.now()): string {
  const random = randomBytes(10);
  if (now > lastTime) {
    lastTime = now;
    sequence = random.readUInt16BE(0) & 0x07ff;
  } else if (++sequence > 0x0fff) {
    lastTime += 1;
    sequence = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const tail = random.subarray(2);
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const hex = `${time}7${sequence.toString(16).padStart(3, '0')}${tail.toString('hex')}`;
  return `ex_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
