import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localDayRange, openStorage, type Storage } from '../../../src/storage';
import { DatabaseConnection } from '../../../src/storage/sqlite/connection';
import { indexSome } from '../../../src/storage/search/fileIndex';
import { median } from '../figures/measure';
import type { BenchResult } from '../figures/result';
import { benchFolder } from '../samples';

const SMALL = 1_000;
const LARGE = 100_000;
const DAY = 24 * 60 * 60 * 1000;
const environment = 'sandbox';
const types = ['application/pdf', 'image/png', 'image/jpeg'];
const purposes = ['payment_evidence', 'business_entity_documents'];

/** Rows of the newest day, and rows that some of the words below are found in: as many with few rows as with many. */
const BUSY_DAY = 300;
const OLDEST = 500;
const RARE = 20;

/** What every one of these takes at most, beside what it takes with few rows. */
const AT_MOST_MS = 20;
const AT_MOST_TIMES = 1.5;
const ROUNDS = 41;

/**
 * Opening a view, paging, finding and refreshing with few rows and with many: both should take the same time, where
 * the answer is as long. Each figure is the median of runs that alternate between the two, in milliseconds.
 */
export async function benchStorage(): Promise<BenchResult[]> {
  return Promise.resolve(withFilled(SMALL, (few) => withFilled(LARGE, (many) => sideBySide(few, many))));
}

type Scenarios = Record<string, () => unknown>;

function sideBySide(few: Scenarios, many: Scenarios): BenchResult[] {
  return Object.entries(many).map(([name, run]): BenchResult => {
    const runFew = few[name] ?? run;
    const isAsLong = lengthOf(runFew()) === lengthOf(run());
    const times = Array.from({ length: ROUNDS }, () => ({ few: timed(runFew), many: timed(run) }));
    const value = median(times.map((time) => time.many));
    const title = `${name}, ${LARGE} rows`;
    if (!isAsLong) return { name: title, unit: 'ms', value, aim: { atMost: AT_MOST_MS } };
    const ratio = value / median(times.map((time) => time.few));
    const aim = { atMost: AT_MOST_TIMES };
    return { name: title, unit: 'ms', value, ratio, against: `${SMALL} rows`, aim };
  });
}

/** How long an answer is: of a page its rows, of a count the number itself matters as little as that of the rows. */
function lengthOf(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 1;
  if (Array.isArray(answer)) return answer.length;
  return 'items' in answer ? lengthOf(answer.items) : 1;
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function withFilled<T>(rows: number, use: (scenarios: Scenarios) => T): T {
  using folder = benchFolder();
  const file = join(folder.path, 'payments-api.db');
  const opened = () => openStorage({ file, onProblem: fail });
  opened().close();
  fill(file, rows);
  const storage = opened();
  try {
    const open = () => opened().close();
    return use({ ...scenarios(storage), open });
  } finally {
    storage.close();
  }
}

function scenarios({ files, history }: Storage): Scenarios {
  const second = files.list({ environment }).next;
  const ids = Array.from({ length: 100 }, (_, n) => `file_${n.toString(16).padStart(12, '0')}.pdf`);
  return {
    'files: first page by time': () => files.list({ environment }),
    'files: next page': () => files.list({ environment, after: second }),
    'files: first page by name': () => files.list({ environment, sort: 'name' }),
    'files: first page by type in a purpose': () =>
      files.list({ environment, sort: 'type', purpose: purposes[0] }),
    'files: one day by name': () => {
      const to = files.list({ environment, limit: 1 }).items[0]?.sortTime ?? 0;
      return files.list({ environment, sort: 'name', from: to - DAY, to });
    },
    'files: failed ones': () => files.list({ environment, states: ['failed', 'unknown'] }),
    'files: find what all match': () => files.list({ environment, text: 'invoice' }),
    'files: find what few match': () => files.list({ environment, text: 'inv 000777' }),
    'files: find what none match': () => files.list({ environment, text: 'nowhere' }),
    'files: find the oldest': () => files.list({ environment, text: 'oldest' }),
    'files: find the oldest by name': () => files.list({ environment, text: 'oldest', sort: 'name' }),
    'files: find the oldest 5 %': () => files.list({ environment, text: 'ancient' }),
    'files: find the oldest 5 % by name': () => files.list({ environment, text: 'ancient', sort: 'name' }),
    'files: find what some match': () => files.list({ environment, text: 'rare' }),
    'files: find two characters that some match': () => files.list({ environment, text: 'qz' }),
    'files: find two characters that none match': () => files.list({ environment, text: 'qq' }),
    'files: find one character that none match': () => files.list({ environment, text: '#' }),
    'files: find one character that all match': () => files.list({ environment, text: 'i' }),
    'files: find two short words': () => files.list({ environment, text: '77 007' }),
    'files: count by text up to 1000': () => files.count({ environment, text: 'invoice' }, 1000),
    'files: count uploaded': () => files.count({ environment, states: ['uploaded'] }),
    'files: one refresh by purpose': () => {
      files.count({ environment });
      const [group] = files.groups(environment, 'purpose');
      return files.list({ environment, purpose: group?.key });
    },
    'files: one refresh by day': () => {
      files.count({ environment });
      const [group] = files.groups(environment, 'day');
      return files.list({ environment, ...localDayRange(group?.key ?? '') });
    },
    'files: groups by purpose': () => files.groups(environment, 'purpose'),
    'files: groups by day': () => files.groups(environment, 'day'),
    'files: count': () => files.count({ environment }),
    'files: 100 ids known': () => files.known(environment, ids),
    'history: first page': () => history.list({ environment }),
    'history: first page of failures': () => history.list({ environment, outcome: 'failed' }),
    // Of many rows the newest 5,000 are read at once.
    'history: find what few match': () => history.list({ environment, text: 'req_000777' }),
    'history: find what all match': () => history.list({ environment, text: 'files' }),
    'history: days': () => history.days(environment),
    'history: by request id': () => history.findByRequestId('req_000777'),
  };
}

/** Fills the tables straight away: the way of a person would take minutes. */
function fill(file: string, rows: number): void {
  const db = new DatabaseSync(file);
  const now = Date.now();
  const addGeneration = db.prepare(
    "INSERT INTO generations (environment, identity, last_used) VALUES (?, 'the only one', ?)",
  );
  const generation = addGeneration.run(environment, now).lastInsertRowid;
  const addFile = db.prepare(
    `INSERT INTO files (generation, may_have_acted, state, file_id, name, purpose, mime_type, size, sha256, uri, uploaded_at,
     created_at, sort_time, search_text) VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addDetails = db.prepare('INSERT INTO file_details VALUES (?, ?, ?, NULL, NULL)');
  const addExchange = db.prepare(
    `INSERT INTO exchanges (id, generation, bytes, may_have_acted, pinned, operation, method, path, started_at, duration_ms,
     outcome, ok, status, request_id, search_text) VALUES (?, ?, 0, 0, 0, 'getFile', 'GET', ?, ?, 12.5, ?, ?, ?, ?, ?)`,
  );
  const addRequestId = db.prepare('INSERT INTO request_ids VALUES (?, ?)');
  db.exec('BEGIN');
  for (let n = 0; n < rows; n += 1) {
    const age = `${n < rows * 0.05 ? 'ancient ' : ''}${n < OLDEST ? 'oldest ' : ''}`;
    const mark = n % (rows / RARE) === 0 ? ' rare qz' : '';
    const name = `Invoice ${age}${String(n).padStart(6, '0')} of March${mark}.pdf`;
    const id = `file_${n.toString(16).padStart(12, '0')}.pdf`;
    const purpose = purposes[n % 2] ?? '';
    const type = types[n % 3] ?? '';
    const left = rows - n;
    const time =
      left <= BUSY_DAY
        ? now - left * 1000
        : now - DAY - Math.floor(((left - BUSY_DAY) / (rows - BUSY_DAY)) * 365 * DAY);
    const state = n % (rows / 100) === 0 ? 'failed' : 'uploaded';
    const sha256 = n.toString(16).padStart(64, '0');
    const words = [name, id, purpose, type].join('\n').toLowerCase();
    const at = new Date(time).toISOString();
    const uri = `file:///home/someone/${name}`;
    const { lastInsertRowid } = addFile.run(
      generation,
      state,
      id,
      name,
      purpose,
      type,
      20_000,
      sha256,
      uri,
      at,
      time,
      time,
      words,
    );
    addDetails.run(
      lastInsertRowid,
      JSON.stringify({ id, name, purpose, mimeType: type, uploadedAt: at }),
      time,
    );
    const ok = n % (rows / 100) === 0 ? 0 : 1;
    const requestId = `req_${String(n).padStart(6, '0')}`;
    const found = `get /v1/files/${id}\n${requestId}`;
    const added = addExchange.run(
      `ex_${n}`,
      generation,
      `/v1/files/${id}`,
      time,
      ok === 1 ? 'ok' : 'http',
      ok,
      ok === 1 ? 200 : 500,
      requestId,
      found,
    );
    addRequestId.run(requestId, added.lastInsertRowid);
  }
  db.exec('COMMIT');
  indexAll(new DatabaseConnection(db));
  db.close();
}

/** What an idle window does little by little. */
function indexAll(db: DatabaseConnection): void {
  db.transaction(() => {
    while (indexSome(db));
  });
}

function fail(problem: { message: string }): never {
  throw new Error(problem.message);
}
