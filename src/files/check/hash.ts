import { hash as hashNow } from 'node:crypto';

/** Up to this size, in bytes, hashing takes less time than passing the bytes to another thread. */
const SMALL = 64 * 1024;

/** Hex SHA-256. Larger contents are hashed on the thread pool: the extension host has one thread for everybody. */
export async function hash(content: Uint8Array): Promise<string> {
  if (content.length <= SMALL) return hashNow('sha256', content);
  // Nobody shares the memory of a file that was read.
  const bytes = content as Uint8Array<ArrayBuffer>;
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
