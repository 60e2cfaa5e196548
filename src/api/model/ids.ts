import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes are asked for in advance: asking for those of one id takes longer than all else about it. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;
let lastTime = 0;
let sequence = 0;

/**
 * An id for an exchange: `ex_` and a UUID version 7 (RFC 9562). Ids of one process sort in the order they
 * were made, also within a millisecond and when the clock is set back.
 */
export function exchangeId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    // Half of the range is left for those that follow.
    sequence = random.readUInt32BE(0) >>> 1;
  } else {
    sequence = (sequence + 1) >>> 0;
    if (sequence === 0) lastTime += 1;
  }
  return `ex_${v7({ random, msecs: lastTime, seq: sequence })}`;
}

function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.subarray(used, (used += ID_BYTES));
}
