import type { Exchange, Paging } from '../../api/model/exchange';
import { isTopUp } from '../../api/rules/plan';
import { isObject } from '../../util/objects';
import type { DatabaseConnection } from '../sqlite/connection';
import { number, optionalNumber, optionalText } from '../sqlite/rowValues';
import { searchText } from '../search/words';
import type { ExchangeSummary } from '../types/storageTypes';
import { parseJson } from '../../util/lenient';
import type { SQLOutputValue } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * How much of an exchange's texts is in its row, in characters: a list is searched there. What is beyond is found by
 * reading the exchange itself; see `findInLongTexts`.
 */
const SEARCHED_OF_REQUEST = 4000;
const SEARCHED_OF_ANSWER = 8000;
const LONGEST_NAME = 300;

/**
 * Keeps one, with its body and request ids.
 * @param writeHash what the same write is recognized by, where it is a write
 * @returns false when that exchange is there already: it is final, and stays as it is, unless it was only given up by
 * another window, which took this one for dead
 */
export function insertExchange(
  db: DatabaseConnection,
  exchange: Exchange,
  generation: number,
  writeHash: string | undefined,
): boolean {
  const { id, method, path, status, error } = exchange;
  const there = db.get('SELECT key, write_hash, pinned, duration_ms, status FROM exchanges WHERE id = ?', id);
  if (there !== undefined) {
    const wasGivenUp = number(there, 'duration_ms') === 0 && optionalNumber(there, 'status') === undefined;
    if (!wasGivenUp || exchange.attempts.length === 0) return false;
    db.run('DELETE FROM exchanges WHERE key = ?', number(there, 'key'));
  }
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
    write_hash: writeHash ?? optionalText(there ?? {}, 'write_hash') ?? null,
    pinned: number(there ?? {}, 'pinned'),
    may_have_acted: error?.mayHaveActed === true ? 1 : 0,
    bytes: body.length,
    facts: factsOf(exchange),
    search_text: searchText([
      `${method} ${path}`,
      status,
      ...requestIds,
      error?.kind,
      error?.code,
      error?.message,
      ...searched(exchange),
    ]),
  });
  db.insert('exchange_bodies', { key, body });
  for (const requestId of requestIds) db.insert('request_ids', { request_id: requestId, key });
  return true;
}

/** What a row of the list says of an exchange beyond its request, as far as there is something. */
export type RowFacts = Pick<ExchangeSummary, 'batch' | 'fileName' | 'topUp' | 'page' | 'isNotJson'>;

function factsOf({ batch, request, paging, outcome, attempts, path }: Exchange): string {
  const { body } = request;
  const facts: RowFacts = {
    ...(batch !== undefined && { batch }),
    ...(body?.kind === 'multipart' && { fileName: body.file.name.slice(0, LONGEST_NAME).toWellFormed() }),
    ...(body?.kind === 'json' && isTopUp({ method: 'POST', target: path }) && topUpOf(body.text)),
    ...(paging && pageOf(paging, path)),
    ...(outcome === 'decode' && isText(attempts.at(-1)?.response?.body) && { isNotJson: true }),
  };
  return JSON.stringify(facts);
}

function topUpOf(text: string): Pick<RowFacts, 'topUp'> {
  const body = parseJson(text);
  const { amount, currency } = isObject(body) ? body : {};
  const isTopUp = typeof amount === 'number' && typeof currency === 'string';
  return isTopUp ? { topUp: { amount, currency: currency.slice(0, 3).toWellFormed() } } : {};
}

function pageOf({ nextPage, previousPage }: Paging, path: string): Pick<RowFacts, 'page'> {
  // Not every service says what is before a page.
  const isLater = previousPage !== undefined || /[?&]page=[^&]/.test(path);
  if (nextPage === undefined) return isLater ? { page: 'last' } : {};
  return { page: isLater ? 'middle' : 'first' };
}

/** Whether a body is there and is no JSON. One that is too large is not kept, and may be. */
function isText(body: string | undefined): boolean {
  return body !== undefined && parseJson(body) === undefined;
}

/** What was sent, or the name of a file, and what was answered: whole. */
export function searchedTexts({ request: { body }, attempts }: Exchange): [sent: string, answer: string] {
  const sent = body?.kind === 'multipart' ? body.file.name : (body?.text ?? '');
  return [sent, attempts.at(-1)?.response?.body ?? ''];
}

/** The beginnings of the same. */
function searched(exchange: Exchange): string[] {
  const [sent, answer] = searchedTexts(exchange);
  return [sent.slice(0, SEARCHED_OF_REQUEST), answer.slice(0, SEARCHED_OF_ANSWER)];
}

function requestIdsOf({ requestId, attempts }: Exchange): string[] {
  const all = [requestId, ...attempts.map(({ response }) => response?.requestId)];
  return [...new Set(all.filter((id) => id !== undefined))];
}

/** Below this the time is worth more than the room: most exchanges take 2 kB, and 5000 of them are kept. */
const COMPRESSED_FROM = 4096;
/** A window waits for this, and the higher levels gain little on JSON. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A value as JSON for a column, compressed when it is long: envelopes shrink to about a fifth. */
export function pack(value: unknown): string | Uint8Array {
  const json = JSON.stringify(value);
  return json.length < COMPRESSED_FROM ? json : zstdCompressSync(json, OPTIONS);
}

/** Reads back what `pack` made. @returns undefined for anything else */
export function unpack(column: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(
      typeof column === 'string' ? column : zstdDecompressSync(column as Uint8Array).toString(),
    );
  } catch {
    // Callers treat it like a missing row: neither can be shown.
    return undefined;
  }
}
