/** Reads request bodies within bounds, and lets the answer to one that is too large arrive. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** How much of an unwanted body is read, in bytes, so that its sender reads the answer. */
const DISCARD_BYTES = 64 * 1024 * 1024;
/** How long a sender of even more than that has for reading the answer. */
const LINGER_MS = 1000;

/**
 * Reads a whole body.
 * @param limit the most bytes to hold
 * @returns undefined when there are more; the rest is left unread
 * @throws Error when the client goes away in the middle
 */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(incoming)) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads what is left of a body and drops it, since many clients do not look at the answer before they have
 * sent everything. Beyond a bound the connection is ended shortly after the answer.
 */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded) return;
  let left = DISCARD_BYTES;
  try {
    for await (const chunk of chunksOf(incoming)) {
      left -= chunk.length;
      if (left < 0) {
        endSoon(incoming);
        return;
      }
    }
  } catch {
    // The client went away: no answer is needed.
  }
}

/** The bytes as they come. Leaving the loop early leaves the stream as it is; by default it would be destroyed. */
function chunksOf(incoming: IncomingMessage): AsyncIterable<Buffer> {
  return incoming.iterator({ destroyOnReturn: false });
}

function endSoon(incoming: IncomingMessage): void {
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort();
    incoming.socket.destroy();
  }, LINGER_MS);
  incoming.resume();
  once(incoming, 'end', { signal: ended.signal }).then(
    () => {
      clearTimeout(timer);
    },
    () => undefined,
  );
}
