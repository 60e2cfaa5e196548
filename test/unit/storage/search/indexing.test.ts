import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseConnection } from '../../../../src/storage/sqlite/connection';
import { indexSome } from '../../../../src/storage/search/fileIndex';
import { Store } from '../../../../src/storage/store/store';
import { eventually } from '../../../host/editor/waiting.mts';
import { environment, inPlace, inWindow, newUpload, type Place } from '../support';

function countOf(place: Place, from: string): number {
  return Number(place.rows(`SELECT count(*) AS count FROM ${from}`)[0]?.['count']);
}

/** Waits until there is nothing left to index. */
async function indexed(place: Place): Promise<void> {
  await eventually(
    () => countOf(place, 'files_unindexed'),
    (left) => left === 0,
  );
}

const holding = (word: string) => `files_words WHERE files_words MATCH '"${word}"'`;

describe('indexing of text', () => {
  inWindow('is done by a window once it is idle, and tells nobody of a change', async (storage, place) => {
    const { files } = storage;
    files.beginBatch(Array.from({ length: 250 }, (_, n) => newUpload(`some ${n}.pdf`)));
    assert.equal(countOf(place, holding('some')), 0);
    let changes = 0;
    storage.onDidChange(() => (changes += 1));
    place.open().onDidChange(() => (changes += 1));
    await indexed(place);
    assert.equal(countOf(place, holding('some')), 250);
    assert.equal(changes, 0);
  });

  inPlace('is taken up by the next window where one has left it', async (place) => {
    const first = place.open();
    first.files.beginBatch([newUpload('left.pdf')]);
    first.close();
    assert.equal(countOf(place, 'files_unindexed'), 1);
    place.open();
    await indexed(place);
    assert.equal(countOf(place, holding('left')), 1);
  });

  inWindow('comes to the same when windows take turns at it', ({ files }, place) => {
    files.beginBatch(Array.from({ length: 90 }, (_, n) => newUpload(`some ${n}.pdf`)));
    const windows = [1, 2].map(() => new DatabaseConnection(new DatabaseSync(place.file)));
    while (countOf(place, 'files_unindexed') > 0) {
      for (const db of windows) db.transaction(() => indexSome(db));
    }
    for (const db of windows) db.close();
    assert.equal(countOf(place, holding('some')), 90);
    assert.equal(files.count({ environment, text: 'some' }), 90);
  });

  inPlace('does not wait for another window, nor give up the file because of it', (place) => {
    place.open();
    const store = new Store({ file: place.file, onProblem: (problem) => place.problems.push(problem) });
    const other = new DatabaseSync(place.file);
    other.exec('BEGIN IMMEDIATE');
    const start = performance.now();
    const done = () => store.inSpareTime(() => 'done');
    assert.equal(done(), undefined);
    // Whoever waits for a lock waits for five seconds.
    assert.ok(performance.now() - start < 4500);
    other.exec('COMMIT');
    other.close();
    const timeout = (db: DatabaseConnection) => db.get('PRAGMA busy_timeout')?.['timeout'];
    assert.deepEqual([store.inSpareTime(timeout), store.read(timeout)], [0, 5000]);
    assert.equal(store.problem, undefined);
    assert.deepEqual(place.problems, []);
    store.close();
    assert.equal(done(), undefined);
  });

  inWindow('begins again where an index is damaged, and keeps the database', async ({ files }, place) => {
    files.beginBatch(Array.from({ length: 50 }, (_, n) => newUpload(`some ${n}.pdf`)));
    await indexed(place);
    place.run("UPDATE files_words_data SET block = x'00ff00ff' WHERE id > 10");
    const storage = place.open();
    assert.equal(storage.files.list({ environment, text: 'some', limit: 100 }).items.length, 50);
    assert.equal(storage.problem, undefined);
    assert.deepEqual(place.problems, []);
    await indexed(place);
    assert.equal(countOf(place, holding('some')), 50);
  });
});
