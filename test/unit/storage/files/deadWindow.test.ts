import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { KnownFile, Storage } from '../../../../src/storage';
import { inPlace, newUpload, type Place } from '../support';
import { again, begin, isSent, refused, rowOf, unknown } from './uploads';

/** Makes the window that has something in flight look like one that died, and another one end its rows. */
function takeForDead(place: Place): Storage {
  const db = new DatabaseSync(place.file, { timeout: 20_000 });
  db.exec(
    "PRAGMA foreign_keys = OFF; UPDATE sessions SET id = 'x', host = 'elsewhere', heartbeat = 0; UPDATE files SET session = 'x' WHERE session IS NOT NULL",
  );
  db.close();
  const other = place.open();
  other.files.recover();
  return other;
}

const upload = (name: string) => newUpload(name);
const stateOf = (storage: Storage, row: KnownFile) => rowOf(storage, row).state;

describe('an upload whose window was taken for dead', () => {
  it(
    'says how it ended: nothing sent, or perhaps arrived',
    inPlace((place) => {
      const one = place.open();
      const [waits, flies] = [begin(one), begin(one, upload('flies.pdf'))];
      one.files.startSending(flies.key);
      const other = takeForDead(place);
      const [waited, flew] = [waits, flies].map((row) => rowOf(other, row));
      assert.deepEqual([waited?.state, waited?.mayHaveActed], ['not-sent', false]);
      assert.equal(waited?.error?.kind, 'cancelled');
      assert.match(waited.error.message, /still waiting when its window closed/);
      assert.deepEqual([flew?.state, flew?.mayHaveActed], ['unknown', true]);
      assert.equal(flew?.error?.kind, 'unknown-outcome');
      assert.equal(flew.error.mayHaveActed, true);
      assert.match(flew.error.message, /may or may not have arrived/);
      assert.deepEqual(other.files.recover(), [], 'nothing is left to end');
    }),
  );

  it(
    'is in doubt for the reason that it was before, where it only waited to be sent once more',
    inPlace((place) => {
      const one = place.open();
      const [waits, flies] = [begin(one), begin(one, upload('flies.pdf'))];
      const error = { ...unknown.error, message: 'The service was busy.' };
      for (const { key } of [waits, flies]) {
        one.files.startSending(key);
        one.files.fail(key, { state: 'unknown', error });
        one.files.beginBatch([{ ...upload(''), repeats: key }]);
      }
      one.files.startSending(flies.key, { permit: new Map([[flies.key, 'unknown']]) });
      const other = takeForDead(place);
      assert.deepEqual(rowOf(other, waits).error, error);
      assert.match(rowOf(other, flies).error?.message ?? '', /while this file was being sent/);
    }),
  );

  it(
    'is its window’s own again as long as nobody else has it, and then is taken by nobody',
    inPlace((place) => {
      const one = place.open();
      const row = begin(one);
      const two = takeForDead(place);
      assert.equal(one.files.startSending(row.key), undefined);
      assert.deepEqual(two.files.recover(), []);
      assert.equal(stateOf(two, row), 'uploading');
      one.files.putBack(row.key);
      assert.equal(stateOf(two, row), 'pending');
      one.files.giveWay(row.key, row);
      assert.equal(two.files.getByKey(row.key), undefined);
    }),
  );

  it(
    'may be sent again by its own window alone, and only where somebody agreed to that',
    inPlace((place) => {
      const one = place.open();
      const row = begin(one);
      one.files.startSending(row.key);
      const two = takeForDead(place);
      const permit = new Map([[row.key, 'unknown' as const]]);
      assert.equal(one.files.startSending(row.key)?.state, 'unknown');
      assert.equal(two.files.startSending(row.key, { permit })?.state, 'unknown');
      assert.equal(one.files.startSending(row.key, { permit }), undefined);
    }),
  );

  it(
    'is not its window’s own once another one has it, or knows how it ended',
    inPlace((place) => {
      const one = place.open();
      const [row, found, ended] = [begin(one), begin(one, upload('found.pdf')), begin(one, upload('x.pdf'))];
      one.files.startSending(found.key);
      const two = takeForDead(place);
      assert.equal(again(two, row).file.key, row.key);
      assert.equal(one.files.whatPrevents(row.key)?.key, row.key);
      assert.equal(one.files.startSending(row.key)?.key, row.key);
      one.files.giveWay(row.key, row);
      assert.equal(stateOf(two, row), 'pending', 'whoever has it ends it');
      two.files.settle(found.key, { fileId: 'file_1.pdf', details: {} });
      assert.equal(one.files.startSending(found.key)?.state, 'uploaded');
      two.files.fail(ended.key, refused);
      assert.equal(one.files.startSending(ended.key)?.state, 'failed');
    }),
  );

  it(
    'is not ended by its window while another one sends it',
    inPlace((place) => {
      const one = place.open();
      const row = begin(one);
      const two = takeForDead(place);
      assert.equal(again(two, row).began, true);
      assert.equal(two.files.startSending(row.key), undefined);
      one.files.fail(row.key, { state: 'cancelled', error: { kind: 'cancelled', message: '' } });
      assert.equal(stateOf(two, row), 'uploading');
      assert.equal(isSent(two), false, 'its bytes are on their way');
      two.files.fail(row.key, unknown);
      assert.equal(stateOf(one, row), 'unknown');
    }),
  );
});
