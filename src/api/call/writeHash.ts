import { createHash } from 'node:crypto';

/** Recognizes the same write by its method, target and JSON body, and holds nothing of them that could be read. */
export function writeHash(method: string, url: URL, body: string | undefined): string {
  const parts = [method, url.href, body ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
