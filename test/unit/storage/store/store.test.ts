import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mock } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseConnection } from '../../../../src/storage/sqlite/connection';
import { migrate } from '../../../../src/storage/sqlite/migrations';
import { reclaimSome } from '../../../../src/storage/store/spareTime';
import { Generations } from '../../../../src/storage/store/generations';
import { Store } from '../../../../src/storage/store/store';
import { lock, REFUSED } from '../checks';
import { answer, begin, environment, inPlace, newExchange, newWrite, type Place } from '../support';

/** A store of its own, with what it reports. */
function openStore(place: Place, options: { readonly maxPages?: number } = {}) {
  const problems: string[] = [];
  const errors: unknown[] = [];
  const store = new Store({
    file: place.file,
    busyTimeoutMs: 1,
    onProblem: ({ kind }) => problems.push(kind),
    onListenerError: (error) => errors.push(error),
    ...options,
  });
  const logSize = () => statSync(`${place.file}-wal`).size;
  return Object.assign(store, {
    problems,
    errors,
    logSize,
    [Symbol.dispose]: () => store.close(),
  });
}

/** Pages of rows that are there no more. */
const FILL = `INSERT INTO recent_paths (generation, method, path, last_at)
  WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
  SELECT 1, 'GET', x || hex(zeroblob(500)), x FROM n`;
const grow = (db: DatabaseConnection): number => {
  db.run("INSERT OR IGNORE INTO generations (id, environment, identity, last_used) VALUES (1, 'a', 'b', 0)");
  return db.run(FILL);
};
const drop = (db: DatabaseConnection) => db.run('DELETE FROM recent_paths');

describe('room that was given up', () => {
  inPlace('is given back in steps once something was dropped, and the log is emptied', (place) => {
    using store = openStore(place);
    store.write(grow);
    const size = statSync(place.file).size + store.logSize();
    store.write(drop);
    assert.equal(store.reclaim(), false);
    assert.ok(store.logSize() > 0, 'nothing is to be given back yet');
    store.reclaimSoon();
    let steps = 0;
    while (store.reclaim()) steps += 1;
    assert.ok(steps > 1, 'not all of it at once');
    assert.equal(store.logSize(), 0);
    assert.ok(statSync(place.file).size < size / 4);
    store.write((db) => db.run('UPDATE revisions SET revision = revision + 1'));
    assert.equal(store.reclaim(), false);
    assert.ok(store.logSize() > 0, 'it was done');
  });

  inPlace('leaves the log to another time where somebody reads it', (place) => {
    using store = openStore(place);
    store.write(grow);
    const reader = new DatabaseSync(place.file);
    reader.exec('BEGIN; SELECT count(*) FROM recent_paths');
    store.write((db) => db.run('UPDATE revisions SET revision = revision + 1'));
    store.reclaimSoon();
    assert.equal(store.reclaim(), false);
    assert.ok(store.logSize() > 0);
    reader.close();
    assert.equal(store.reclaim(), false);
    assert.equal(store.logSize(), 0);
  });

  it('stays where the file cannot give it back, without trying for ever', () => {
    const db = new DatabaseConnection(new DatabaseSync(':memory:'));
    migrate(db.raw);
    grow(db);
    drop(db);
    assert.ok((db.number('PRAGMA freelist_count') ?? 0) > 0);
    assert.equal(reclaimSome(db), 'done');
    db.close();
  });
});

describe('a store', () => {
  inPlace(
    'reports an error of what it does in spare time, but not what another window keeps from being done',
    (place) => {
      using store = openStore(place);
      const fails = (error: Error) =>
        store.inSpareTime((): number => {
          throw error;
        });
      const own = new Error('a mistake');
      assert.equal(fails(own), undefined);
      fails(Object.assign(new Error('locked'), { errcode: 5 }));
      assert.deepEqual([store.errors, store.problems], [[own], []]);
      // What is wrong in a statement is no problem of the file.
      const wrong = (db: DatabaseConnection) => db.all('SELECT nowhere');
      for (const work of [
        () => store.read(wrong),
        () => store.write(wrong),
        () => store.tryToWrite(wrong),
        () =>
          store.writeNowOrLater(
            () => store.write(wrong),
            () => [],
          ),
      ])
        assert.throws(work, /no such column/);
      assert.deepEqual(store.problems, []);
    },
  );

  inPlace('does nothing in spare time while it cannot be written', (place) => {
    using store = openStore(place);
    const other = lock(place);
    assert.throws(() => store.write(() => 1), REFUSED);
    other.release();
    const spare = () => store.inSpareTime(() => 1);
    assert.equal(spare(), undefined);
    const patience = () => store.read((db) => db.number('PRAGMA busy_timeout'));
    assert.equal(patience(), 0, 'nothing waits for it again');
    assert.equal(store.tryAgain(), undefined);
    assert.equal(patience(), 1);
    assert.equal(spare(), 1);
    store.close();
    assert.deepEqual([spare(), store.errors], [undefined, []]);
  });

  inPlace('says once a minute that it cannot be written, although that comes and goes', (place) => {
    using store = openStore(place);
    // Whole numbers: sums of others are not exact.
    let now = 1000;
    mock.method(performance, 'now', () => now);
    const locked = () => {
      const other = lock(place);
      assert.throws(() => store.write(() => 1), REFUSED);
      other.release();
      assert.equal(store.tryAgain(), undefined);
      return store.problems.length;
    };
    assert.deepEqual([locked(), locked()], [1, 1]);
    now += 59_999;
    assert.equal(locked(), 1);
    now += 1;
    assert.equal(locked(), 2);
    place.run('PRAGMA user_version = 9999');
    assert.throws(() => store.write(() => 1), REFUSED);
    now += 60_000;
    store.lookForFile();
    assert.deepEqual(store.problems, ['locked', 'locked', 'newer'], 'that is not tried for nothing');
  });

  inPlace('does not take a full disk for one with room, unless something is to be written down', (place) => {
    using store = openStore(place, { maxPages: 80 });
    assert.throws(() => store.write(grow), REFUSED);
    store.lookForFile();
    assert.equal(store.problem?.kind, 'full');
    let tries = 0;
    const write = () => {
      tries += 1;
      return store.write(grow);
    };
    const given = store.writeNowOrLater(write, () => 5);
    assert.equal(given, 5);
    store.lookForFile();
    assert.equal(tries, 2);
  });

  inPlace('writes down what has happened once it can, whatever of it fails', (place) => {
    using store = openStore(place);
    const own = new Error('a mistake');
    const done: string[] = [];
    const fail = (): number => {
      throw own;
    };
    const other = lock(place);
    for (const work of [fail, () => done.push('written')])
      store.writeNowOrLater(
        () => store.write(work),
        () => 0,
      );
    assert.ok(store.owes);
    other.release();
    const heard: string[] = [];
    store.listen(({ what }) => heard.push(what));
    assert.equal(store.tryAgain(), undefined);
    assert.deepEqual([done, store.errors, store.owes], [['written'], [own], false]);
    assert.deepEqual(heard, ['files', 'history'], 'other windows may have written meanwhile');
  });

  inPlace('goes on where a listener fails and nobody wants to know', (place) => {
    const store = new Store({ file: place.file, onProblem: () => undefined });
    const seen: unknown[] = [];
    store.listen(() => {
      throw new Error('mine');
    });
    store.listen((change) => seen.push(change));
    store.announce({ what: 'files' });
    assert.deepEqual(seen, [{ what: 'files' }]);
    assert.equal(
      store.inSpareTime((): number => {
        throw new Error('mine');
      }),
      undefined,
    );
    store.close();
  });
});

describe('an account that was left long ago', () => {
  inPlace('is kept with what is in flight there, and goes step by step once that has ended', (place) => {
    const one = place.open({ identityOf: () => 'one' });
    const { key } = begin(one, 'in flight.pdf');
    one.history.beginWrite(newWrite('ex_write', { identity: 'one' }));
    one.history.add(newExchange('ex_1'), 10);
    place.run('UPDATE generations SET last_used = 0');
    using store = openStore(place);
    const account: { identity?: string } = {};
    const generations = new Generations(store, () => account.identity);
    const left = () =>
      ['files', 'exchanges', 'generations'].map((table) => place.rows(`SELECT 1 FROM ${table}`).length);
    // Where no account is known, it may be the same again.
    assert.equal(generations.dropOld(), false);
    assert.deepEqual(generations.allCurrent(), []);
    account.identity = 'two';
    assert.deepEqual([generations.dropOld(), left()], [true, [1, 0, 1]]);
    assert.deepEqual([generations.dropOld(), left()], [false, [1, 0, 1]]);
    one.files.finish(key, answer('file_1.pdf'));
    assert.deepEqual([generations.dropOld(), left()], [true, [0, 0, 1]]);
    assert.deepEqual([generations.dropOld(), left()], [false, [0, 0, 1]], 'a write is in flight');
    one.history.add(newExchange('ex_write'), 10);
    assert.deepEqual([generations.dropOld(), left()], [false, [0, 1, 1]], 'it is in use');
    place.run('UPDATE generations SET last_used = 0');
    assert.deepEqual([generations.dropOld(), left()], [true, [0, 0, 1]]);
    assert.deepEqual([generations.dropOld(), left()], [true, [0, 0, 0]]);
    while (store.reclaim());
    assert.equal(store.logSize(), 0, 'what was dropped leaves the file');
    store.write((db) => db.run('UPDATE revisions SET revision = revision + 1'));
    assert.deepEqual([generations.dropOld(), store.reclaim()], [false, false]);
    assert.ok(store.logSize() > 0, 'nothing was dropped');
    assert.deepEqual(store.errors, []);
  });
});

describe('a window that is closed', () => {
  inPlace(
    'leaves what it has in flight to others where it cannot write, and asks for nothing without',
    (place) => {
      const [busy, idle] = [0, 1].map(() => place.open({ busyTimeoutMs: 1 }));
      assert.ok(busy && idle);
      const { key } = begin(busy);
      const other = lock(place);
      idle.close();
      assert.deepEqual(place.problems, []);
      busy.close();
      other.release();
      const recovered = place.open().files.recover();
      assert.deepEqual(
        recovered.map((row) => row.key),
        [key],
      );
    },
  );

  inPlace('has no account, finds no other one, and can be closed again', (place) => {
    let account = 'account of';
    const storage = place.open({ identityOf: (id) => `${account} ${id}` });
    storage.generation(environment);
    assert.deepEqual(
      [storage.isOpen, storage.problem, storage.identity('mine')],
      [true, undefined, 'account of mine'],
    );
    assert.equal(storage.lookForGenerations(), false);
    storage.onDidChange(() => undefined);
    storage.close();
    account = 'another account of';
    assert.deepEqual([storage.isOpen, storage.lookForGenerations()], [false, false]);
    storage.wake();
    storage.close();
    assert.equal(place.open().identity('mine'), undefined);
  });
});
