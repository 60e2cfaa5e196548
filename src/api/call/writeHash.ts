import { createHash } from 'node:crypto';
import { numberSource, parseExactly } from '../../util/exactJson';

/**
 * Recognizes the same write by its method, target and JSON body, however that is laid out, and holds nothing of them
 * that could be read.
 */
export function writeHash(method: string, url: URL, body: string | undefined): string {
  const parts = [method, url.href, body === undefined ? '' : canonical(body)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** JSON without white space and with its names in order; any other text as it is. */
function canonical(body: string): string {
  try {
    const value = parseExactly(body);
    return value === undefined ? body : JSON.stringify(inOrder(value));
  } catch {
    // Nested too deeply to be written again.
    return body;
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null || numberSource(value) !== undefined) return value;
  const parts = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(parts.map(([name, part]) => [name, inOrder(part)]));
}
