import { createHash } from 'node:crypto';
import { addressOf, type Hosts, type RequestPlan } from '../model/requestPlan';
import { numberSource, parseExactly } from '../../util/exactJson';

/**
 * Recognizes the same write by its method, target and JSON body, however that is laid out, and holds nothing of them
 * that could be read.
 */
export function writeHash(plan: RequestPlan, hosts: Hosts): string {
  const { method, body } = plan;
  // Bytes that are no text keep every difference this way.
  const text = body === undefined ? '' : canonical(Buffer.from(body.bytes).toString('latin1'));
  const parts = [method, new URL(addressOf(plan, hosts)).href, text];
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
