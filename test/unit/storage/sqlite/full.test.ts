import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { assertProblem, assertWorks, filled } from '../checks';
import { openStorage, type StorageProblem } from '../../../../src/storage';
import { answer, environment, inPlace, newUpload } from '../support';

// A page limit makes SQLite give the very error of a full disk, SQLITE_FULL, where no small disk can be mounted.
describe('a disk that is full', () => {
  it(
    'is reported once, and uploads in flight go on in memory with the rows that were there',
    inPlace((place) => {
      filled(place, 5);
      const storage = place.open({ maxPages: Math.ceil(statSync(place.file).size / 4096) + 20 });
      const begun = [];
      for (let n = 0; storage.persistent; n += 1)
        begun.push(...storage.files.begin([newUpload(`n ${n}.pdf`)]));
      assertProblem(place, 'full', /no room left.*Uploads still work.*Free some space/);
      assert.equal(storage.files.count({ environment }), begun.length + 5);
      for (const { key } of begun) {
        storage.files.markUploading(key);
        storage.files.finish(key, answer(`file_new_${key}.pdf`));
      }
      assert.equal(storage.files.count({ environment, states: ['uploaded'] }), begun.length + 5);
      assertWorks(storage);
      storage.close();
      const next = place.open();
      const left = next.files.recover();
      assert.equal(left.length, begun.length - 1);
      assert.ok(
        next.files
          .list({ environment, limit: 1000 })
          .items.every(({ state }) => state === 'not-sent' || state === 'uploaded'),
      );
      assert.equal(place.problems.length, 1);
      assert.deepEqual(
        readdirSync(dirname(place.file)).filter((name) => name.includes('damaged')),
        [],
      );
      assert.ok(statSync(place.file).size > 0);
    }),
  );

  it(
    'is used again once there is room, with what was done in memory meanwhile',
    inPlace(async (place) => {
      filled(place, 5);
      const limits = { maxPages: Math.ceil(statSync(place.file).size / 4096) + 20 };
      const onProblem = (problem: StorageProblem) => place.problems.push(problem);
      const options = Object.assign(limits, { file: place.file, onProblem, pollMs: 5 });
      const storage = openStorage(options);
      const begun = [];
      for (let n = 0; storage.persistent; n += 1)
        begun.push(...storage.files.begin([newUpload(`n ${n}.pdf`)]));
      for (let n = 0; n < 100; n += 1) assertWorks(storage, `meanwhile ${n}.pdf`);
      const isBack = Promise.withResolvers<undefined>();
      storage.onDidChange(() => {
        if (storage.persistent) isBack.resolve(undefined);
      });
      options.maxPages = 1_000_000;
      await isBack.promise;
      const next = place.open();
      assert.equal(next.files.count({ environment }), begun.length + 105);
      assert.equal(next.history.count({ environment }), 10);
      assert.equal(place.problems.length, 1);
      storage.close();
    }),
  );
});
