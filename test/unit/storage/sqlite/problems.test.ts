import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../../../../src/storage/sqlite/migrations';
import { assertProblem, assertWorks, damage, filled, overwrite } from '../checks';
import { answer, environment, inPlace, newUpload } from '../support';

/** Runs as somebody to whom permissions apply. */
function unprivileged(work: () => void): void {
  if (process.geteuid?.() !== 0) {
    work();
    return;
  }
  process.seteuid?.(65534);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a database that is damaged', () => {
  const damages: Record<string, (file: string) => void> = {
    'holds something else': (file) => {
      writeFileSync(file, 'Dear diary, '.repeat(1000));
    },
    'is cut short': (file) => {
      truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096);
    },
    'lacks its last page': (file) => {
      truncateSync(file, statSync(file).size - 4096);
    },
    'is cut in the middle of its header': (file) => {
      truncateSync(file, 50);
    },
    'has a broken schema': (file) => {
      overwrite(file, 100, 4000);
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(
      `is set aside when it ${name}, and a new one works`,
      inPlace((place) => {
        filled(place);
        damage(place.file);
        const bytes = readFileSync(place.file);
        const storage = place.open();
        const { setAside, message } = assertProblem(
          place,
          'damaged',
          /damaged.*set aside.*nothing was deleted/,
        );
        assert.ok(setAside !== undefined && message.includes(setAside));
        assert.match(setAside, /payments-api\.damaged-[\dTZ-]+\.db$/);
        assert.deepEqual(readFileSync(setAside), bytes);
        assert.equal(storage.persistent, true);
        assertWorks(storage);
        storage.close();
        assert.equal(place.open().files.count({ environment }), 1);
        assert.equal(place.problems.length, 1);
      }),
    );
  }

  it(
    'is reported while in use, worked around in memory, and set aside at the next start',
    inPlace((place) => {
      filled(place);
      damage(place.file, 'exchanges_time');
      const storage = place.open();
      const [begun] = storage.files.begin([newUpload('in flight.pdf')]);
      assert.deepEqual(place.problems, []);
      assert.deepEqual(storage.history.list({ environment }).items, []);
      assert.deepEqual(storage.files.list({ environment }).items, [begun]);
      assertProblem(place, 'damaged', /is damaged.*Uploads still work.*Reload the window/);
      assert.equal(storage.persistent, false);
      const done = storage.files.finish(begun?.key ?? 0, answer('file_late.pdf'));
      assert.deepEqual([done.name, done.state], ['in flight.pdf', 'uploaded']);
      assertWorks(storage);
      storage.close();
      place.problems.length = 0;
      const next = place.open();
      assert.ok(assertProblem(place, 'damaged', /set aside/).setAside);
      assert.equal(next.persistent, true);
      next.close();
      place.problems.length = 0;
      place.open();
      assert.deepEqual(place.problems, []);
    }),
  );

  it(
    'is set aside once when several windows find it at the same moment',
    inPlace(async (place) => {
      filled(place);
      overwrite(place.file, 100, 4000);
      const workers = [1, 2, 3].map(() => place.start('open'));
      const seen = await Promise.all(workers.map((worker) => worker.line()));
      await Promise.all(workers.map((worker) => worker.exit()));
      assert.equal(readdirSync(dirname(place.file)).filter((name) => /damaged-.*\.db$/.test(name)).length, 1);
      assert.equal(place.open().files.count({ environment }), 3, seen.join());
    }),
  );
});

describe('a database that cannot be used', () => {
  it(
    'of a newer version is left alone',
    inPlace((place) => {
      filled(place);
      const db = new DatabaseSync(place.file);
      // It may well keep its journal otherwise.
      db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${MIGRATIONS.length + 1}`);
      db.close();
      const bytes = readFileSync(place.file);
      const storage = place.open();
      assertProblem(place, 'newer', /newer version.*Uploads still work.*Update the extension/);
      assert.equal(storage.persistent, false);
      assertWorks(storage);
      storage.close();
      assert.deepEqual(readFileSync(place.file), bytes);
    }),
  );

  it(
    'of an older version that does not fit is left as it was',
    inPlace((place) => {
      mkdirSync(dirname(place.file), { recursive: true });
      const db = new DatabaseSync(place.file);
      db.exec('CREATE TABLE files (something TEXT)');
      db.close();
      const storage = place.open();
      assertProblem(place, 'older', /older version.*Uploads still work.*Move it elsewhere/);
      assertWorks(storage);
    }),
  );

  it(
    'in a file that cannot be written is reported, and its newest rows are shown',
    inPlace((place) => {
      if (process.platform === 'win32') return;
      filled(place);
      chmodSync(place.folder, 0o755);
      chmodSync(dirname(place.file), 0o555);
      chmodSync(place.file, 0o444);
      unprivileged(() => {
        const storage = place.open();
        assertProblem(place, 'read-only', /cannot be written to.*Uploads still work.*Allow writing/);
        assert.equal(storage.persistent, false);
        assert.equal(storage.files.count({ environment }), 50);
        assert.deepEqual(storage.files.get(environment, 'file_7.pdf')?.details, { name: 'old 7.pdf', n: 7 });
        assert.equal(storage.files.list({ environment, text: 'old 49' }).items.length, 1);
        assert.equal(storage.history.findByRequestId('req_ex_old')?.id, 'ex_old');
        assertWorks(storage);
        storage.close();
      });
      assert.equal(place.problems.length, 1);
    }),
  );

  it(
    'in a folder that cannot be written is reported',
    inPlace((place) => {
      if (process.platform === 'win32') return;
      chmodSync(place.folder, 0o555);
      unprivileged(() => {
        assertWorks(place.open());
      });
      assertProblem(place, 'read-only', /cannot be written to/);
    }),
  );

  it(
    'where its folder is a file is reported',
    inPlace((place) => {
      writeFileSync(dirname(place.file), '');
      assertWorks(place.open());
      assertProblem(place, 'unavailable', /cannot be opened.*Uploads still work/);
    }),
  );

  it(
    'locked by another program is reported, at the start',
    inPlace((place) => {
      filled(place);
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      const storage = place.open({ busyTimeoutMs: 50 });
      assertProblem(place, 'locked', /locked.*Uploads still work.*Close that program/);
      assertWorks(storage);
      other.exec('ROLLBACK');
      other.close();
    }),
  );

  it(
    'is taken along as far as it is recent, and no further',
    inPlace((place) => {
      filled(place);
      const storage = place.open({ busyTimeoutMs: 50 });
      storage.files.begin(Array.from({ length: 1000 }, (_, n) => newUpload(`new ${n}.pdf`)));
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      assertWorks(storage);
      assert.equal(storage.files.count({ environment, text: 'new' }), 1000);
      assert.equal(storage.files.get(environment, 'file_7.pdf'), undefined);
      other.exec('ROLLBACK');
      other.close();
    }),
  );

  it(
    'locked while in use is reported, and the upload goes on',
    inPlace((place) => {
      filled(place);
      const storage = place.open({ busyTimeoutMs: 50 });
      const other = new DatabaseSync(place.file);
      other.exec('BEGIN IMMEDIATE');
      assertWorks(storage);
      assertProblem(place, 'locked', /locked/);
      assert.equal(storage.files.count({ environment }), 51);
      other.exec('ROLLBACK');
      other.close();
    }),
  );
});
