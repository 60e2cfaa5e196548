import assert from 'node:assert/strict';
import fs, { mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { mock } from 'node:test';
import { assertProblem, assertWorks, damage, filled, overwrite, REFUSED } from '../checks';
import {
  answer,
  begin,
  beginAll,
  environment,
  inPlace,
  newExchange,
  newUpload,
  newWrite,
  type Place,
} from '../support';

const refuse = () => {
  throw Object.assign(new Error('held'), { code: 'EPERM', syscall: 'rename' });
};

describe('a database that is damaged', () => {
  const damages: Record<string, (file: string) => void> = {
    'holds something else': (file) => writeFileSync(file, 'Dear diary, '.repeat(1000)),
    'is cut short': (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
    'is cut in the middle of its header': (file) => truncateSync(file, 50),
    'has a broken schema': (file) => overwrite(file, 100, 4000),
  };
  for (const [name, damage] of Object.entries(damages)) {
    inPlace(`is set aside when it ${name}, and a new one works`, (place) => {
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
      assert.equal(storage.problem, undefined);
      assertWorks(storage);
      storage.close();
      assert.equal(place.open().files.count({ environment }), 1);
      assert.equal(place.problems.length, 1);
    });
  }

  inPlace('is set aside while in use, and the new one has what is in flight', (place) => {
    filled(place);
    damage(place.file, 'exchanges_time');
    const storage = place.open();
    const begun = begin(storage, 'in flight.pdf');
    storage.history.beginWrite(newWrite('ex_write'));
    assert.deepEqual(place.problems, []);
    assert.deepEqual(storage.history.list({ environment }).items, []);
    assert.ok(assertProblem(place, 'damaged', /was damaged.*set aside/).setAside);
    const listed = storage.files.list({ environment }).items.map(({ key, name }) => [key, name]);
    assert.deepEqual(listed, [[begun.key, 'in flight.pdf']]);
    assert.equal(storage.history.unresolvedWrite(environment, 'same')?.exchangeId, 'ex_write');
    storage.files.finish(begun.key, answer('file_late.pdf'));
    assertWorks(storage);
    storage.close();
    place.problems.length = 0;
    const next = place.open();
    assert.equal(next.files.get(environment, 'file_late.pdf')?.name, 'in flight.pdf');
    assert.deepEqual(place.problems, []);
  });

  for (const when of ['opened', 'written'] as const)
    inPlace(`is set aside when it is ${when}, or later where another program holds it then`, (place) => {
      for (const isHeld of [false, true]) {
        place.problems.length = 0;
        filled(place, 3);
        if (when === 'opened') overwrite(place.file, 100, 4000);
        else damage(place.file, 'files_by_id');
        const holding = isHeld ? mock.method(fs, 'renameSync', refuse) : undefined;
        const storage = place.open();
        const keep = () => storage.files.keepDetails(environment, { fileId: 'file_new.pdf', details: {} });
        if (isHeld) {
          assert.throws(keep, REFUSED);
          assert.equal(storage.files.count({ environment }), 0);
        }
        holding?.mock.restore();
        assert.equal(keep().fileId, 'file_new.pdf');
        assert.equal(storage.files.count({ environment }), 1);
        assert.equal(place.problems.at(-1)?.kind, 'damaged');
        storage.close();
      }
    });

  inPlace('is set aside once when several windows find it at the same moment', async (place) => {
    filled(place);
    overwrite(place.file, 100, 4000);
    const ended = await Promise.all([1, 2, 3].map(() => place.start('meet', '3', '1').end()));
    for (const { code } of ended) assert.equal(code, 0);
    assert.equal(readdirSync(dirname(place.file)).filter((name) => /damaged-.*\.db$/.test(name)).length, 1);
  });
});

describe('a database of an older version', () => {
  const left = (place: Place) => {
    const { files, history } = place.open();
    const [sent, , done] = beginAll(
      { files },
      ['sent.pdf', 'waiting.pdf', 'done.pdf'].map((name) => newUpload(name)),
    );
    assert.ok(sent && done);
    files.startSending(sent.key);
    files.finish(done.key, answer('file_1.pdf'));
    history.beginWrite(newWrite('ex_write'));
    const acted = { kind: 'timeout', message: 'Too late.', mayHaveActed: true } as const;
    history.add(newExchange('ex_2', { method: 'PUT', path: '/v1/b', outcome: 'timeout', error: acted }), 10);
  };

  inPlace('is set aside, and the message names it and what is unresolved in it', (place) => {
    left(place);
    place.run('PRAGMA user_version = 7');
    const storage = place.open();
    const { setAside, message } = assertProblem(
      place,
      'older',
      /older version.*set aside.*nothing was deleted/,
    );
    assert.match(setAside ?? '', /payments-api\.older-[\dTZ-]+\.db$/);
    assert.ok(setAside !== undefined && message.includes(setAside) && statSync(setAside).size > 0);
    assert.match(message, /“sent\.pdf”, “POST \/v1\/balances\/sandbox\/top-up”, “PUT \/v1\/b”/);
    assert.doesNotMatch(message, /waiting\.pdf|done\.pdf/);
    assert.equal(storage.files.count({ environment }), 0);
    assertWorks(storage);
  });

  inPlace('tells of its uploads also where its tables say less', (place) => {
    mkdirSync(dirname(place.file), { recursive: true });
    place.run(`CREATE TABLE files (key INTEGER PRIMARY KEY, name TEXT, state TEXT, forgotten_at INTEGER);
      INSERT INTO files (name, state) VALUES ('old.pdf', 'unknown'), ('fine.pdf', 'uploaded');
      PRAGMA user_version = 1`);
    place.open();
    const { message } = assertProblem(place, 'older', /“old\.pdf”/);
    assert.doesNotMatch(message, /fine/);
  });

  inPlace('is also one whose tables are not ours', (place) => {
    mkdirSync(dirname(place.file), { recursive: true });
    place.run('CREATE TABLE files (something TEXT)');
    assertWorks(place.open());
    assert.doesNotMatch(assertProblem(place, 'older', /older version/).message, /In it/);
  });
});
