import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { mock } from 'node:test';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  boundOf,
  compact,
  optionalJson,
  optionalNumber,
  text,
} from '../../../../src/storage/sqlite/rowValues';
import {
  emptyList,
  kindOf,
  openFile,
  openReadOnly,
  useOwnKeys,
} from '../../../../src/storage/sqlite/openFile';
import { checkVersion, OlderDatabaseError } from '../../../../src/storage/sqlite/migrations';
import { problemKind } from '../../../../src/storage/sqlite/problems';
import { describeUnresolved, putBack, setAside } from '../../../../src/storage/sqlite/setAside';
import { fileNumber } from '../../../../src/util/files';
import { inPlace, newUpload, type Place } from '../support';

const open = ({ file }: Place, maxPages?: number) =>
  openFile({ file, onProblem: () => undefined, ...(maxPages !== undefined && { maxPages }) }, 50);
const kindOfThrown = (work: () => unknown) => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return problemKind(error);
  }
};

describe('an open database', () => {
  inPlace('overwrites what is deleted, and loses nothing that was committed', (place) => {
    const db = open(place);
    const settings = Object.entries({
      journal_mode: 'wal',
      synchronous: 1,
      secure_delete: 1,
      auto_vacuum: 2,
      foreign_keys: 1,
      temp_store: 2,
      wal_autocheckpoint: 4000,
      busy_timeout: 50,
    });
    for (const [name, expected] of settings)
      assert.equal(Object.values(db.get(`PRAGMA ${name}`) ?? {})[0], expected, name);
    db.close();
  });

  inPlace(
    'has no room left where the disk is full while its tables are made, and is not taken for an older one',
    (place) => {
      assert.equal(
        kindOfThrown(() => open(place, 3)),
        'full',
      );
      // It let go of the file.
      open(place).close();
    },
  );

  inPlace('waits for a lock of another program, and not without end', async (place) => {
    mkdirSync(dirname(place.file), { recursive: true });
    // Another thread, since this one does nothing else while it waits.
    const other = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const db = new (require('node:sqlite').DatabaseSync)(workerData);
       db.exec('CREATE TABLE IF NOT EXISTS a (n); BEGIN IMMEDIATE');
       parentPort.postMessage('locked');
       parentPort.once('message', () => setTimeout(() => db.close(), 50));`,
      { eval: true, workerData: place.file },
    );
    await once(other, 'message');
    const begun = performance.now();
    assert.equal(
      kindOfThrown(() => open(place)),
      'locked',
    );
    assert.ok(performance.now() - begun >= 50);
    other.postMessage('release');
    openFile({ file: place.file, onProblem: () => undefined }, 20_000).close();
    await once(other, 'exit');
  });

  inPlace('is read where it cannot be written, and is not made for that', (place) => {
    for (const kind of ['read-only', 'full', 'locked'] as const) {
      assert.equal(openReadOnly(place.file, kind), undefined);
      assert.ok(!existsSync(place.file));
    }
    open(place).close();
    for (const kind of ['read-only', 'full', 'locked'] as const) {
      const db = openReadOnly(place.file, kind) ?? assert.fail();
      assert.throws(() => db.run('DELETE FROM files'), /readonly/);
      db.close();
    }
    writeFileSync(place.file, 'no database');
    assert.equal(openReadOnly(place.file, 'damaged'), undefined);
  });

  inPlace(
    'tells a file that may not be written from one that is not there, and from a full disk',
    (place) => {
      open(place).close();
      const unavailable = Object.assign(new Error('no'), { errcode: 14 });
      const failing = (name: 'accessSync' | 'openSync', code: string, path: string) =>
        mock.method(fs, name, (asked: string) => {
          if (asked === path) throw Object.assign(new Error('no'), { code, syscall: 'open' });
        });
      for (const [code, path, kind] of [
        ['EACCES', place.file, 'read-only'],
        ['EROFS', dirname(place.file), 'read-only'],
        ['ENOENT', dirname(place.file), 'unavailable'],
        ['EACCES', 'elsewhere', 'unavailable'],
      ] as const) {
        const asked = failing('accessSync', code, path);
        assert.equal(kindOf(unavailable, place.file), kind, `${code} ${path}`);
        assert.equal(kindOf(Object.assign(new Error('no'), { errcode: 5 }), place.file), 'locked');
        asked.mock.restore();
      }
      rmSync(place.file);
      failing('openSync', 'ENOSPC', place.file);
      assert.equal(
        kindOfThrown(() => open(place)),
        'full',
      );
    },
  );

  inPlace('is left as it is where it is the owner’s alone', (place) => {
    open(place).close();
    const changed = mock.method(fs, 'chmodSync');
    open(place).close();
    assert.equal(changed.mock.callCount(), 0);
  });

  it('is empty and never written where none can be read', () => {
    const db = emptyList();
    assert.deepEqual(db.all('SELECT * FROM files'), []);
    assert.throws(() => db.run('DELETE FROM files'), /readonly|query_only/);
    db.close();
  });

  inPlace('gives rows of a new list keys that the one before does not have', (place) => {
    const db = open(place);
    const before = db.written;
    db.run('DELETE FROM files');
    db.insert('generations', { environment: 'a', identity: '', last_used: 0 });
    assert.equal(db.written, before + 2);
    useOwnKeys(db);
    const keys = ['files', 'exchanges'].map((name) =>
      db.number('SELECT seq FROM sqlite_sequence WHERE name = ?', name),
    );
    for (const key of keys) assert.ok(key !== undefined && key >= 2 ** 32 && key < 2 ** 40);
    useOwnKeys(db);
    assert.notEqual(db.number("SELECT seq FROM sqlite_sequence WHERE name = 'files'"), keys[0]);
    db.close();
  });

  inPlace('says in an error which version it met', (place) => {
    const db = open(place);
    for (const [version, message] of [
      [7, /^version 7$/],
      [9999, /^version 9999$/],
    ] as const) {
      db.raw.exec(`PRAGMA user_version = ${version}`);
      assert.throws(() => checkVersion(db.raw), { message });
    }
    db.close();
    place.run('PRAGMA user_version = 8; DROP TABLE exchanges');
    assert.throws(
      () => open(place),
      (error) =>
        error instanceof OlderDatabaseError &&
        /^from version 8$/.test(error.message) &&
        error.cause !== undefined,
    );
  });
});

describe('what an error says of the database', () => {
  const error = (facts: object) => Object.assign(new Error('no'), facts);
  for (const [what, given, kind] of [
    ['what is no error', { errcode: 5 }, undefined],
    ['an error of a statement', error({ errcode: 1 }), undefined],
    ['an error without a code', error({}), undefined],
    ['a code that is no number', error({ errcode: '5' }), undefined],
    ['a lock', error({ errcode: 5 }), 'locked'],
    ['a lock, with details', error({ errcode: 5 + 2 * 256 }), 'locked'],
    ['a lock, after many tries', error({ errcode: 15 }), 'locked'],
    ['no room for a log', error({ errcode: 4874 }), 'full'],
    ['another fault of the disk', error({ errcode: 10 + 3 * 256 }), 'unavailable'],
    ['a full disk of the system', error({ code: 'ENOSPC', syscall: 'open' }), 'full'],
    ['a folder that is not there', error({ code: 'ENOENT', syscall: 'open' }), 'unavailable'],
    ['a folder that may not be written', error({ code: 'EACCES', syscall: 'mkdir' }), 'read-only'],
    ['an error of ours', error({ code: 'ENOENT' }), undefined],
    ['a number of the system', error({ code: 5, syscall: 'open' }), undefined],
    ['a name of the system alone', error({ syscall: 'open' }), undefined],
  ] as const)
    it(`is ${kind ?? 'nothing'} for ${what}`, () => assert.equal(problemKind(given), kind));
});

describe('a list that Windows keeps from being renamed', () => {
  const { platform } = process;
  after(() => Object.defineProperty(process, 'platform', { value: platform }));

  it('is locked', () => {
    Object.defineProperty(process, 'platform', { value: 'win32' });
    const held = Object.assign(new Error('no'), { code: 'EPERM', syscall: 'rename' });
    assert.equal(problemKind(held), 'locked');
  });
});

describe('a list that is set aside', () => {
  inPlace('says nothing where all is answered, or where it cannot be read', (place) => {
    const storage = place.open();
    assert.equal(describeUnresolved(place.file), undefined);
    const [begun] = storage.files.beginBatch([newUpload('a.pdf')]);
    storage.files.startSending(begun?.file.key ?? assert.fail());
    assert.match(describeUnresolved(place.file) ?? '', /^In it, no answer is known of “a\.pdf”: this may/);
    assert.equal(describeUnresolved(`${place.file}-none`), undefined);
    assert.ok(!existsSync(`${place.file}-none`));
  });

  inPlace('comes back without anything of the new one', (place) => {
    mkdirSync(dirname(place.file), { recursive: true });
    writeFileSync(place.file, 'old');
    const aside = setAside(place.file, fileNumber(place.file), 'older') ?? assert.fail();
    assert.match(aside, /payments-api\.older-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/);
    for (const ending of ['', '-wal', '-shm']) writeFileSync(place.file + ending, 'new');
    putBack(aside, place.file);
    assert.deepEqual(readdirSync(dirname(place.file)), ['payments-api.db']);
    assert.equal(readFileSync(place.file, 'utf8'), 'old');
    rmSync(place.file);
  });
});

describe('a value of a row', () => {
  it('is a bound for a list only where a database can count to it', () => {
    assert.deepEqual([5, 1.9, -3, 0, Number.MAX_SAFE_INTEGER, 2 ** 60, Infinity].map(boundOf), [
      5,
      1,
      0,
      0,
      Number.MAX_SAFE_INTEGER,
      -1,
      -1,
    ]);
    assert.deepEqual(
      [optionalNumber({ a: 'b' }, 'a'), optionalJson({}, 'a'), optionalJson({ a: '{"b":1}' }, 'a')],
      [undefined, undefined, { b: 1 }],
    );
    assert.deepEqual(Object.keys(compact<object>({ a: 1, b: undefined })), ['a']);
    assert.deepEqual([text({}, 'a'), text({ a: 5 }, 'a'), text({ a: 'b' }, 'a')], ['', '', 'b']);
  });
});
