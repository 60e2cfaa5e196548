import assert from 'node:assert/strict';
import type { KnownFile, Storage } from '../../../../src/storage';
import { answer, begin, inPlace } from '../support';
import { again, isSent, refused, rowOf, unknown } from './uploads';

const stateOf = (storage: Storage, row: KnownFile) => rowOf(storage, row).state;

describe('an upload whose window was taken for dead', () => {
  inPlace('says how it ended: nothing sent, or perhaps arrived', (place) => {
    const one = place.open();
    const [waits, flies] = [begin(one), begin(one, 'flies.pdf')];
    one.files.startSending(flies.key);
    const other = place.takeForDead();
    const [waited, flew] = [waits, flies].map((row) => rowOf(other, row));
    assert.deepEqual([waited?.state, waited?.mayHaveActed], ['not-sent', false]);
    assert.equal(waited?.error?.kind, 'cancelled');
    assert.match(waited.error.message, /still waiting when its window closed/);
    assert.deepEqual([flew?.state, flew?.mayHaveActed], ['unknown', true]);
    assert.equal(flew?.error?.kind, 'unknown-outcome');
    assert.equal(flew.error.mayHaveActed, true);
    assert.match(flew.error.message, /may or may not have arrived/);
    assert.deepEqual(other.files.recover(), [], 'nothing is left to end');
  });

  for (const list of ['the list', 'a new list'])
    inPlace(`is in doubt in ${list} for the reason that it was before, where it only waited`, (place) => {
      const one = place.open();
      const rows = ['waits.pdf', 'waits again.pdf', 'flies.pdf'].map((name) => begin(one, name));
      const error = { ...unknown.error, message: 'The service was busy.' };
      for (const row of rows) {
        one.files.startSending(row.key);
        one.files.fail(row.key, { state: 'unknown', error });
        again(one, row);
        if (row !== rows[0]) one.files.startSending(row.key, { permit: new Map([[row.key, 'unknown']]) });
        if (row === rows[1]) one.files.putBack(row.key);
      }
      if (list === 'a new list') one.startNewList();
      const other = place.takeForDead();
      const [waits, waitsAgain, flies] = rows.map((row) => rowOf(other, row).error);
      assert.deepEqual([waits, waitsAgain], [error, error]);
      assert.match(flies?.message ?? '', /while this file was being sent/);
    });

  inPlace('is its window’s own again as long as nobody else has it, and then is taken by nobody', (place) => {
    const one = place.open();
    const row = begin(one);
    const two = place.takeForDead();
    assert.equal(one.files.startSending(row.key), undefined);
    assert.deepEqual(two.files.recover(), []);
    assert.deepEqual([stateOf(two, row), rowOf(two, row).error], ['uploading', undefined]);
    one.files.putBack(row.key);
    assert.equal(stateOf(two, row), 'pending');
    one.files.giveWay(row.key, row);
    assert.equal(two.files.getByKey(row.key), undefined);
  });

  inPlace('waits for its next attempt where the service refused the one that was under way', (place) => {
    const one = place.open();
    const row = begin(one);
    one.files.startSending(row.key);
    const two = place.takeForDead();
    one.files.putBack(row.key);
    assert.deepEqual(rowOf(two, row), row);
    assert.deepEqual(two.files.recover(), []);
    assert.equal(one.files.startSending(row.key), undefined);
  });

  inPlace('may be sent again by its own window alone, and only where somebody agreed to that', (place) => {
    const one = place.open();
    const row = begin(one);
    one.files.startSending(row.key);
    const two = place.takeForDead();
    const permit = new Map([[row.key, 'unknown' as const]]);
    assert.equal(one.files.startSending(row.key)?.state, 'unknown');
    assert.equal(two.files.startSending(row.key, { permit })?.state, 'unknown');
    assert.equal(one.files.startSending(row.key, { permit }), undefined);
    assert.equal(one.files.finish(row.key, answer('file_1.pdf')).state, 'uploaded');
  });

  inPlace('is not its window’s own once another one has it, or knows how it ended', (place) => {
    const one = place.open();
    const [row, found, ended] = [begin(one), begin(one, 'found.pdf'), begin(one, 'x.pdf')];
    one.files.startSending(found.key);
    const two = place.takeForDead();
    assert.equal(again(two, row).file.key, row.key);
    assert.equal(one.files.whatPrevents(row.key)?.key, row.key);
    assert.equal(one.files.startSending(row.key)?.key, row.key);
    one.files.giveWay(row.key, row);
    assert.equal(stateOf(two, row), 'pending', 'whoever has it ends it');
    two.files.settle(found.key, { fileId: 'file_1.pdf', details: {} });
    assert.equal(one.files.startSending(found.key)?.state, 'uploaded');
    two.files.fail(ended.key, refused);
    assert.equal(one.files.startSending(ended.key)?.state, 'failed');
  });

  inPlace('is not ended by its window while another one sends it', (place) => {
    const one = place.open();
    const row = begin(one);
    const two = place.takeForDead();
    assert.equal(again(two, row).began, true);
    assert.equal(two.files.startSending(row.key), undefined);
    one.files.fail(row.key, { state: 'cancelled', error: { kind: 'cancelled', message: '' } });
    assert.equal(stateOf(two, row), 'uploading');
    assert.equal(isSent(two), false, 'its bytes are on their way');
    two.files.fail(row.key, unknown);
    assert.equal(stateOf(one, row), 'unknown');
  });
});
