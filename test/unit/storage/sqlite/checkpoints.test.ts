import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { mock } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { Checkpoints } from '../../../../src/storage/sqlite/checkpoints';
import { eventually } from '../../../host/editor/waiting.mts';
import { environment, inPlace, inWindow, newUpload } from '../support';

describe('the write-ahead log', () => {
  inWindow(
    'is copied into the database by another thread, long before a commit',
    async ({ files }, place) => {
      const before = statSync(place.file).size;
      const copied = new Promise<void>((resolve) => {
        const watcher = watch(place.file, () => {
          if (statSync(place.file).size === before) return;
          watcher.close();
          resolve();
        });
      });
      for (let batch = 0; batch < 20; batch += 1)
        files.beginBatch(Array.from({ length: 100 }, (_, n) => newUpload(`${batch}-${n}.pdf`)));
      // From 4000 pages on a commit of this thread would copy it.
      assert.ok(statSync(`${place.file}-wal`).size < 4000 * 4096);
      await copied;
      assert.equal(files.count({ environment }), 2000);
      assert.deepEqual(place.problems, []);
    },
  );

  inPlace(
    'is copied again after as many statements, also where a thread has failed, and makes no file',
    async ({ file }) => {
      const ordered = mock.method(Worker.prototype, 'postMessage');
      const orders = (statements: number) => {
        checkpoints.note(statements);
        return ordered.mock.callCount();
      };
      const checkpoints = new Checkpoints(file);
      mkdirSync(dirname(file));
      assert.deepEqual([1499, 1500, 3000].map(orders), [0, 1, 1]);
      // There is no such file: the thread ends, and the next order gets another one.
      await eventually(
        () => orders(3000),
        (count) => count === 2,
      );
      assert.equal(orders(4000), 2);
      assert.ok(!existsSync(file));
      // Another connection begins at zero.
      checkpoints.note(10);
      await eventually(
        () => orders(1510),
        (count) => count === 3,
      );
      // Now there is one.
      new DatabaseSync(file).close();
      checkpoints.note(10);
      for (const next of [4, 5])
        await eventually(
          () => orders(1510 * next),
          (count) => count === next,
        );
      const ended = mock.method(Worker.prototype, 'terminate');
      checkpoints.stop();
      assert.equal(ended.mock.callCount(), 1);
    },
  );
});
