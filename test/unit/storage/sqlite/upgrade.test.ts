import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { answer, environment, inPlace, newUpload, type Place } from '../support';
import { VERSION_1 } from './version1';

/** Two uploaded files, one forgotten, one in flight of a window that is gone, and two exchanges. */
function makeVersion1(place: Place): void {
  mkdirSync(dirname(place.file), { recursive: true });
  const db = new DatabaseSync(place.file);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(VERSION_1);
  db.exec('PRAGMA user_version = 1');
  const now = Date.now();
  db.prepare("INSERT INTO sessions VALUES ('dead', 1, 'elsewhere', NULL, 0)").run();
  const addFile = db.prepare(
    `INSERT INTO files (environment, state, file_id, name, purpose, mime_type, created_at, sort_time,
     forgotten_at, session, haystack, sha256) VALUES (?, ?, ?, ?, 'payment_evidence', 'application/pdf', ?, ?, ?, ?, ?, ?)`,
  );
  const add = (state: string, n: number, of: string, forgotten: number | null, session: string | null) => {
    const id = state === 'uploaded' ? `file_${n}.pdf` : null;
    const words = `old ${n}.pdf\n${id ?? ''}\npayment_evidence\napplication/pdf`;
    addFile.run(
      of,
      state,
      id,
      `old ${n}.pdf`,
      n,
      n,
      forgotten,
      session,
      words,
      n.toString(16).padStart(64, '0'),
    );
  };
  add('uploaded', 1, environment, null, null);
  add('uploaded', 2, 'production', null, null);
  add('uploaded', 3, environment, now, null);
  add('uploading', 4, environment, null, 'dead');
  const addExchange = db.prepare(
    `INSERT INTO exchanges (id, environment, operation, method, path, started_at, duration_ms, outcome, ok, status,
     request_id, haystack) VALUES (?, ?, 'getFile', 'GET', '/v1/files/a', ?, 1, 'ok', 1, 200, ?, ?)`,
  );
  for (const n of [1, 2]) {
    const { lastInsertRowid } = addExchange.run(
      `ex_${n}`,
      environment,
      n,
      `req_${n}`,
      `get /v1/files/a\nreq_${n}`,
    );
    db.prepare('INSERT INTO exchange_bodies VALUES (?, ?)').run(lastInsertRowid, `{"id":"ex_${n}"}`);
    db.prepare('INSERT INTO request_ids VALUES (?, ?)').run(`req_${n}`, lastInsertRowid);
  }
  db.close();
}

describe('a database of version 1', () => {
  it(
    'is brought up to date with all that it holds, and found before and after it is indexed again',
    inPlace((place) => {
      makeVersion1(place);
      const { files, history } = place.open();
      assert.deepEqual(place.problems, []);
      const names = (query: object) => files.list({ environment, ...query }).items.map(({ name }) => name);
      const check = () => {
        assert.deepEqual(names({}), ['old 4.pdf', 'old 1.pdf']);
        assert.deepEqual(names({ text: 'old' }), ['old 4.pdf', 'old 1.pdf']);
        assert.deepEqual(names({ text: 'file_1' }), ['old 1.pdf']);
        assert.deepEqual(names({ text: '4' }), ['old 4.pdf']);
        assert.deepEqual(names({ environment: 'production', text: 'old' }), ['old 2.pdf']);
        assert.equal(files.count({ environment }), 2);
        assert.deepEqual(
          history.list({ environment, text: 'req_2' }).items.map(({ id }) => id),
          ['ex_2'],
        );
        assert.equal(history.findByRequestId('req_1')?.id, 'ex_1');
        assert.equal(history.count({ environment }), 2);
      };
      check();
      place.index();
      check();
      files.restore([3]);
      assert.deepEqual(names({ text: 'old 3' }), ['old 3.pdf']);
      assert.deepEqual(
        files.recover().map(({ name }) => name),
        ['old 4.pdf'],
      );
      assert.deepEqual(names({ text: 'old' }), ['old 4.pdf', 'old 3.pdf', 'old 1.pdf']);
    }),
  );

  it(
    'goes on where it was: new uploads, and exchanges beyond the limit',
    inPlace((place) => {
      makeVersion1(place);
      const { files, history } = place.open();
      const [file] = files.begin([newUpload('new.pdf')]);
      files.finish(file?.key ?? 0, answer('file_new.pdf'));
      assert.equal(file?.key, 5);
      assert.equal(files.count({ environment, states: ['uploaded'] }), 2);
      assert.equal(files.count({ environment, states: ['uploaded', 'uploading'] }), 3);
      assert.equal(history.clear(environment), 2);
      assert.equal(history.findByRequestId('req_1'), undefined);
      place.index();
      assert.deepEqual(history.list({ environment, text: 'req' }).items, []);
    }),
  );
});
