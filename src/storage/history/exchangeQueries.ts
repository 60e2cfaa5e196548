import type { SQLInputValue } from 'node:sqlite';
import type { Connection, Row } from '../database/connection';
import { decodeCursor, encodeCursor } from '../database/cursor';
import { groupByDay } from '../days';
import { boundOf, compact, number, optionalNumber, optionalText, text } from '../database/rowValues';
import { textFilter, type Conditions, type TextFilter } from '../search/search';
import type { ExchangeQuery, ExchangeSummary, FileGroup, Page } from '../types';

const PAGE = 100;
const ORDER = 'newest';
const NEWEST_FIRST = 'ORDER BY started_at DESC, key DESC';

/** One page of exchanges, newest first. @throws RangeError for a cursor of another list */
export function listExchanges(db: Connection, query: ExchangeQuery): Page<ExchangeSummary> {
  const limit = Math.max(1, Math.trunc(query.limit ?? PAGE));
  const found = textFilter(db, 'exchanges', query.environment, query.text);
  const conditions = [filters(query), found, placeAfter(query.after)];
  const rows = db.all(
    // The page's keys first: sorting many whole rows costs several times as much.
    `SELECT * FROM exchanges NOT INDEXED WHERE key IN (
       SELECT key FROM exchanges ${indexFor(query, found)}
       WHERE ${conditions.flatMap(({ sql }) => sql).join(' AND ')} ${NEWEST_FIRST} LIMIT ?
     ) ${NEWEST_FIRST}`,
    ...conditions.flatMap(({ values }) => values),
    limit + 1,
  );
  const items = rows.slice(0, limit).map(toSummary);
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { items };
  return { items, next: encodeCursor(ORDER, [number(last, 'started_at'), number(last, 'key')]) };
}

/** @param atMost where to stop counting */
export function countExchanges(
  db: Connection,
  query: Omit<ExchangeQuery, 'limit' | 'after'>,
  atMost = Infinity,
): number {
  const { environment, outcome } = query;
  if ([query.text, query.from, query.to].every((filter) => filter === undefined)) {
    const rows = db.all('SELECT ok, count FROM exchange_counts WHERE environment = ?', environment);
    const counted = rows.filter((row) => outcome === undefined || number(row, 'ok') === okOf(outcome));
    return counted.reduce((sum, row) => sum + number(row, 'count'), 0);
  }
  const found = textFilter(db, 'exchanges', environment, query.text);
  const conditions = [filters(query), found];
  const row = db.get(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM exchanges ${indexFor(query, found)}
       WHERE ${conditions.flatMap(({ sql }) => sql).join(' AND ')} LIMIT ?
     )`,
    ...conditions.flatMap(({ values }) => values),
    boundOf(atMost),
  );
  return number(row ?? {}, 'count');
}

export function exchangeDays(db: Connection, environment: string): FileGroup[] {
  return groupByDay(
    (time) => {
      const newest = 'SELECT max(started_at) AS time FROM exchanges WHERE environment = ? AND started_at < ?';
      return optionalNumber(db.get(newest, environment, time) ?? {}, 'time');
    },
    (from, to) => countExchangesBetween(db, environment, from, to),
  );
}

function countExchangesBetween(db: Connection, environment: string, from: number, to: number): number {
  const count =
    'SELECT count(*) AS count FROM exchanges WHERE environment = ? AND started_at >= ? AND started_at < ?';
  return number(db.get(count, environment, from, to) ?? {}, 'count');
}

function filters({ environment, outcome, from, to }: ExchangeQuery): Conditions {
  const sql = ['environment = ?'];
  const values: SQLInputValue[] = [environment];
  const add = (condition: string, value: number) => {
    sql.push(condition);
    values.push(value);
  };
  if (outcome !== undefined) add('ok = ?', okOf(outcome));
  if (from !== undefined) add('started_at >= ?', from);
  if (to !== undefined) add('started_at < ?', to);
  return { sql, values };
}

function placeAfter(cursor: string | undefined): Conditions {
  if (cursor === undefined) return { sql: [], values: [] };
  return { sql: ['(started_at, key) < (?, ?)'], values: decodeCursor(cursor, ORDER, 2) };
}

function indexFor({ outcome }: ExchangeQuery, found: TextFilter): string {
  if (found.byKey) return 'NOT INDEXED';
  return `INDEXED BY exchanges_${outcome === undefined ? 'time' : 'ok_time'}`;
}

const okOf = (outcome: 'ok' | 'failed') => (outcome === 'ok' ? 1 : 0);

function toSummary(row: Row): ExchangeSummary {
  return compact<ExchangeSummary>({
    id: text(row, 'id'),
    environment: text(row, 'environment'),
    operation: text(row, 'operation') as ExchangeSummary['operation'],
    method: text(row, 'method'),
    path: text(row, 'path'),
    startedAt: number(row, 'started_at'),
    durationMs: number(row, 'duration_ms'),
    outcome: text(row, 'outcome') as ExchangeSummary['outcome'],
    status: optionalNumber(row, 'status'),
    origin: optionalText(row, 'origin') as ExchangeSummary['origin'],
    requestId: optionalText(row, 'request_id'),
  });
}
