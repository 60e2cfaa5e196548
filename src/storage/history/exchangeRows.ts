import type { Exchange } from '../../api/exchange';
import type { Connection } from '../database/connection';
import { haystack } from '../search/search';
import { pack } from './exchangeBody';

/**
 * Keeps one, with its body and request ids.
 * @param writeHash what the same write is recognized by, where it is a write
 * @returns false when that exchange is there already: it is final, and stays as it is
 */
export function insertExchange(
  db: Connection,
  exchange: Exchange,
  generation: number,
  writeHash: string | undefined,
): boolean {
  const { id, method, path, status, error } = exchange;
  if (db.get('SELECT 1 FROM exchanges WHERE id = ?', id) !== undefined) return false;
  const requestIds = requestIdsOf(exchange);
  const body = pack(exchange);
  const key = db.insert('exchanges', {
    id,
    generation,
    operation: exchange.operation,
    method,
    path,
    started_at: Math.trunc(exchange.startedAt),
    duration_ms: exchange.durationMs,
    outcome: exchange.outcome,
    ok: exchange.outcome === 'ok' ? 1 : 0,
    status: status ?? null,
    origin: exchange.origin ?? null,
    request_id: exchange.requestId ?? null,
    write_hash: writeHash ?? null,
    may_have_acted: error?.mayHaveActed === true ? 1 : 0,
    bytes: body.length,
    haystack: haystack([
      `${method} ${path}`,
      status,
      ...requestIds,
      error?.kind,
      error?.code,
      error?.message,
    ]),
  });
  db.insert('exchange_bodies', { key, body });
  for (const requestId of requestIds) db.insert('request_ids', { request_id: requestId, key });
  return true;
}

function requestIdsOf({ requestId, attempts }: Exchange): string[] {
  const all = [requestId, ...attempts.map(({ response }) => response?.requestId)];
  return [...new Set(all.filter((id) => id !== undefined))];
}
