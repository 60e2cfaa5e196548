import assert from 'node:assert/strict';
import { statSync, watch } from 'node:fs';
import { environment, inWindow, newUpload } from '../support';

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
});
