import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setAside } from '../../../../src/storage/sqlite/setAside';
import { fileNumber } from '../../../../src/util/files';
import {
  FIRST_VERSION,
  OlderDatabaseError,
  STEPS,
  migrate,
  versionAfter,
  versionOf,
} from '../../../../src/storage/sqlite/migrations';
import { environment, inPlace, inWindow, newUpload, type Place } from '../support';

const mode = (path: string) => statSync(path).mode & 0o777;

describe('database', () => {
  inPlace('is readable by its owner only, and so are its companion files', (place) => {
    if (process.platform === 'win32') return;
    const umask = process.umask(0);
    try {
      place.open().files.beginBatch([newUpload('a.pdf')]);
    } finally {
      process.umask(umask);
    }
    assert.equal(mode(dirname(place.file)), 0o700);
    const files = readdirSync(dirname(place.file));
    assert.deepEqual(files.sort(), ['payments-api.db', 'payments-api.db-shm', 'payments-api.db-wal']);
    for (const file of files) assert.equal(mode(join(dirname(place.file), file)), 0o600, file);
  });

  inPlace('takes back what others were once allowed to read, a log that a window has left too', (place) => {
    if (process.platform === 'win32') return;
    place.open().files.beginBatch([newUpload('a.pdf')]);
    const folder = dirname(place.file);
    const files = readdirSync(folder).map((name) => join(folder, name));
    for (const file of files) chmodSync(file, 0o644);
    chmodSync(folder, 0o755);
    place.open();
    assert.deepEqual([...files, folder].map(mode), [0o600, 0o600, 0o600, 0o755]);
  });

  inWindow('keeps a forgotten row for a day and no longer', ({ files }, place) => {
    const { key } = files.keepDetails(environment, { fileId: 'file_1.pdf', details: {} });
    const old = files.keepDetails(environment, { fileId: 'file_2.pdf', details: {} });
    files.forget([key, old.key]);
    place.run(`UPDATE files SET forgotten_at = ${Date.now() - 25 * 3_600_000} WHERE key = ${old.key}`);
    const next = place.open().files;
    next.restore([key, old.key]);
    const [kept, ...others] = next.list({ environment }).items;
    assert.deepEqual([kept?.key, others], [key, []]);
  });

  inPlace('reads and writes without a full scan wherever a list can grow', (place) => {
    place.open();
    const plan = (sql: string) => place.rows(`EXPLAIN QUERY PLAN ${sql}`).map((row) => String(row['detail']));
    const visible = 'generation = 1 AND forgotten_at IS NULL';
    const plans = [
      plan(`SELECT max(sort_time) FROM files WHERE ${visible} AND sort_time < 5`),
      plan(`SELECT count(*) FROM files WHERE ${visible} AND sort_time >= 5 AND sort_time < 9`),
      plan("SELECT * FROM files WHERE generation = 1 AND file_id = 'b'"),
      plan("SELECT * FROM files WHERE session = 'a'"),
      plan('SELECT max(started_at) FROM exchanges WHERE generation = 1 AND started_at < 5'),
      plan(
        'DELETE FROM exchanges WHERE key IN (SELECT key FROM exchanges WHERE generation = 1 AND pinned = 0 ORDER BY key LIMIT 1)',
      ),
    ];
    for (const steps of plans)
      assert.ok(!steps.some((step) => /^SCAN (files|exchanges)\b|TEMP B-TREE/.test(step)), steps.join());
  });
});

describe('setting aside', () => {
  const written = ({ file }: Place) => {
    mkdirSync(dirname(file));
    writeFileSync(file, 'bytes');
    return file;
  };

  inPlace('leaves alone what another window has repaired meanwhile', (place) => {
    const file = written(place);
    assert.equal(setAside(file, 1n, 'damaged'), undefined);
    assert.deepEqual(readdirSync(dirname(file)), ['payments-api.db']);
  });

  for (const [when, time] of [
    ['died', 0],
    ['died before the clock was set back', Date.now() / 1000 + 86_400],
  ] as const)
    inPlace(
      `takes along what lies beside the database, whatever lock a window left that ${when}`,
      (place) => {
        const file = written(place);
        writeFileSync(`${file}-wal`, 'log');
        writeFileSync(`${file}.repair`, '');
        utimesSync(`${file}.repair`, time, time);
        const aside = setAside(file, fileNumber(file), 'damaged');
        assert.ok(aside !== undefined);
        assert.deepEqual(readdirSync(dirname(file)).sort(), [basename(aside), `${basename(aside)}-wal`]);
      },
    );
});

describe('migrations', () => {
  let db: DatabaseSync;
  beforeEach(() => (db = new DatabaseSync(':memory:')));
  afterEach(() => db.close());
  const steps = [
    'CREATE TABLE a (n); INSERT INTO a VALUES (21)',
    'ALTER TABLE a ADD COLUMN m; UPDATE a SET m = n * 2',
  ];

  it('go through what is missing, with the rows there are', () => {
    migrate(db, []);
    assert.equal(versionOf(db), FIRST_VERSION);
    migrate(db, steps.slice(0, 1));
    migrate(db, steps);
    assert.equal(versionOf(db), versionAfter(steps));
    assert.deepEqual({ ...db.prepare('SELECT * FROM a').get() }, { n: 21, m: 42 });
    migrate(db, steps);
    assert.equal(versionOf(db), versionAfter(steps));
  });

  it('leave a database as it was before a step that fails', () => {
    migrate(db, []);
    assert.throws(
      () => migrate(db, ['CREATE TABLE half (n); INSERT INTO nowhere VALUES (1)']),
      OlderDatabaseError,
    );
    assert.equal(versionOf(db), FIRST_VERSION);
    assert.equal(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'").get()?.['n'], 0);
    assert.equal(db.isTransaction, false);
  });

  inWindow('are all done by the time a storage is open', (_storage, { file }) => {
    const opened = new DatabaseSync(file, { readOnly: true });
    assert.equal(versionOf(opened), versionAfter(STEPS));
    opened.close();
  });
});
