import type { SQLInputValue } from 'node:sqlite';
import type { DatabaseConnection, Row } from '../sqlite/connection';
import { groupByDay } from '../types/days';
import {
  boundOf,
  compact,
  number,
  optionalJson,
  optionalNumber,
  optionalText,
  text,
} from '../sqlite/rowValues';
import { wordsOf } from '../../util/words';
import { pageOf, placeAfter, sortedBy } from '../search/pages';
import { allOf, containing, type Conditions } from '../search/words';
import type { OfGeneration } from '../store/generations';
import type { RowFacts } from './exchangeRows';
import type { ExchangeQuery, ExchangeSummary, FileGroup, HistorySummary, Page } from '../types/storageTypes';

const PAGE = 100;
const ORDER = { columns: ['started_at', 'key'], descending: true } as const;
const NEWEST_FIRST = sortedBy(ORDER);

/** What a list shows. The text for searching is left out: it is up to 12 kB a row. */
const SHOWN = `key, exchanges.id, operation, method, path, started_at, duration_ms, outcome, status, origin, request_id, facts,
  may_have_acted, pinned, differences`;

/** One page of exchanges, newest first. */
export function listExchanges(
  db: DatabaseConnection,
  query: OfGeneration<ExchangeQuery>,
): Page<ExchangeSummary> {
  const limit = Math.max(1, Math.trunc(query.limit ?? PAGE));
  const { where, values } = allOf(filters(query), textOf(db, query), placeAfter(query.after, ORDER));
  const rows = db.all(
    `SELECT ${SHOWN}, environment ${fromExchanges(query)} CROSS JOIN generations ON generations.id = generation
     WHERE ${where} ${NEWEST_FIRST} LIMIT ?`,
    ...values,
    limit + 1,
  );
  return pageOf(rows, limit, ORDER, toSummary);
}

/** @param atMost where to stop counting */
export function countExchanges(
  db: DatabaseConnection,
  query: OfGeneration<Omit<ExchangeQuery, 'limit' | 'after'>>,
  atMost = Infinity,
): number {
  const { generation, outcome, ...narrower } = query;
  if (Object.values(narrower).every((filter) => filter === undefined)) {
    const rows = db.all('SELECT ok, count FROM exchange_counts WHERE generation = ?', generation);
    const counted = rows.filter((row) => outcome === undefined || number(row, 'ok') === okOf(outcome));
    return counted.reduce((sum, row) => sum + number(row, 'count'), 0);
  }
  const { where, values } = allOf(filters(query), textOf(db, query));
  const rows = `SELECT 1 ${fromExchanges(query)} WHERE ${where} LIMIT ?`;
  return db.number(`SELECT count(*) FROM (${rows})`, ...values, boundOf(atMost)) ?? 0;
}

/** What a view asked for by itself, and got. As in the index. */
const BY_VIEW = "origin IS 'view' AND ok = 1";

/** The local days that have exchanges. @param withoutViews leaves out what views asked for */
export function exchangeDays(db: DatabaseConnection, generation: number, withoutViews: boolean): FileGroup[] {
  const inTime = 'FROM exchanges WHERE generation = ? AND started_at < ?';
  const count = `SELECT count(*) ${inTime} AND started_at >= ?`;
  const days = groupByDay(
    (time) => db.number(`SELECT max(started_at) ${inTime}`, generation, time),
    (from, to) => {
      const all = db.number(count, generation, to, from) ?? 0;
      return withoutViews ? all - (db.number(`${count} AND ${BY_VIEW}`, generation, to, from) ?? 0) : all;
    },
  );
  return days.filter((day) => day.count > 0);
}

/** What happened in [from, to), without what views asked for and got. */
export function summarize(
  db: DatabaseConnection,
  generation: number,
  from: number,
  to: number,
): HistorySummary {
  const inTime = `generation = ? AND started_at >= ? AND started_at < ? AND NOT (${BY_VIEW})`;
  const counted = db.get(
    `SELECT count(*) AS requests, count(*) FILTER (WHERE ok = 0) AS failures FROM exchanges WHERE ${inTime}`,
    generation,
    from,
    to,
  );
  const [requests, failures] = [number(counted ?? {}, 'requests'), number(counted ?? {}, 'failures')];
  const nth = (offset: number, order = '') =>
    db.get(
      `SELECT method, path, duration_ms FROM exchanges WHERE ${inTime} ORDER BY duration_ms ${order} LIMIT 1 OFFSET ?`,
      generation,
      from,
      to,
      offset,
    );
  const [median, slowest] = [nth(Math.floor((requests - 1) / 2)), nth(0, 'DESC')];
  if (median === undefined || slowest === undefined) return { requests, failures };
  const durationMs = number(slowest, 'duration_ms');
  return {
    requests,
    failures,
    medianMs: number(median, 'duration_ms'),
    slowest: { method: text(slowest, 'method'), path: text(slowest, 'path'), durationMs },
  };
}

/** What of a path is behind `/v1`, without its query. */
const TARGET = "substr(substr(path, 1, instr(path || '?', '?') - 1), instr(path, '/v1/') + 3)";

/** The path of an operation as a pattern of SQLite: one character or more for each name. */
function globOf(template: string): string {
  const literal = (text: string) =>
    text.replace(/[^\x21-\x7e]/gu, encodeURIComponent).replace(/[*?[]/g, '[$&]');
  return template
    .split(/\{[^{}]*\}/)
    .map(literal)
    .join('?*');
}

/** The conditions of a query but its text. */
export function filters(query: OfGeneration<ExchangeQuery>): Conditions {
  const { generation, outcome, from, to, method, path, origin, withoutViews, isPinned, differs } = query;
  const sql = ['generation = ?'];
  const values: SQLInputValue[] = [generation];
  const add = (condition: string, value: SQLInputValue) => {
    sql.push(condition);
    values.push(value);
  };
  if (method !== undefined) add('method = ?', method);
  if (path !== undefined) {
    const template = path.replace(/^\/v1(?=\/)/, '');
    add(`${TARGET} GLOB ?`, globOf(template));
    // A star stands for slashes too.
    add(`length(${TARGET}) - length(replace(${TARGET}, '/', '')) = ?`, template.split('/').length - 1);
  }
  if (origin === 'user') sql.push('origin IS NULL');
  else if (origin !== undefined) add('origin = ?', origin);
  if (withoutViews === true) sql.push(`NOT (${BY_VIEW})`);
  if (isPinned === true) sql.push('pinned = 1');
  if (differs === true) sql.push('differences > 0');
  if (outcome !== undefined) add('ok = ?', okOf(outcome));
  if (from !== undefined) add('started_at >= ?', from);
  if (to !== undefined) add('started_at < ?', to);
  return { sql, values };
}

/** So many of the newest rows are read for a text at once: some milliseconds of work. */
const READ_AT_ONCE = 5000;

/** The rows that hold all words of a text: the newest ones are read, and others may be known already. */
function textOf(
  db: DatabaseConnection,
  { generation, text: query, alsoKeys = [] }: OfGeneration<ExchangeQuery>,
): Conditions {
  const { sql, values } = containing(wordsOf(query ?? ''));
  if (sql.length === 0) return { sql, values };
  const time = `SELECT started_at FROM exchanges WHERE generation = ? ${NEWEST_FIRST} LIMIT 1 OFFSET ?`;
  const oldest = db.number(time, generation, READ_AT_ONCE);
  return {
    sql: [`(started_at >= ? AND ${sql.join(' AND ')} OR key IN (SELECT value FROM json_each(?)))`],
    values: [oldest ?? Number.MIN_SAFE_INTEGER, ...values, JSON.stringify(alsoKeys)],
  };
}

function fromExchanges({ outcome }: OfGeneration<ExchangeQuery>): string {
  return `FROM exchanges INDEXED BY exchanges_${outcome === undefined ? 'time' : 'ok_time'}`;
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
    ...(optionalJson(row, 'facts') as RowFacts | undefined),
    ...(number(row, 'may_have_acted') === 1 && { mayHaveActed: true }),
    ...(number(row, 'pinned') === 1 && { isPinned: true }),
    ...(number(row, 'differences') > 0 && { differences: number(row, 'differences') }),
  });
}
