import assert from 'node:assert/strict';
import type { KnownFile, Storage } from '../../../../src/storage';
import { assertProblem, damage, filled } from '../checks';
import { answer, beginAll, environment, inPlace, inWindow, newExchange, newUpload } from '../support';

function begin(storage: Storage, count: number): KnownFile[] {
  const uploads = Array.from({ length: count }, (_, n) => newUpload(`n ${n}.pdf`));
  return beginAll(storage, uploads);
}

function finish(storage: Storage, key: number): Promise<KnownFile> {
  return storage.batch(() => storage.files.finish(key, answer(`file_${key}.pdf`)));
}

function finishAll(storage: Storage, rows: readonly KnownFile[]): Promise<KnownFile[]> {
  return Promise.all(rows.map(({ key }) => finish(storage, key)));
}

function uploaded({ files }: Storage): number {
  return files.count({ environment, states: ['uploaded'] });
}

describe('work that is committed together', () => {
  inPlace('is one commit, notifies after it, and resolves then', async (place) => {
    const [own, other] = [place.open(), place.open()];
    const rows = begin(own, 4);
    const seen: number[] = [];
    own.onDidChange(() => seen.push(uploaded(other)));
    const finished = finishAll(own, rows);
    assert.equal(uploaded(other), 0);
    const uploadedRows = rows.map(({ key }) => ['uploaded', key]);
    const ended = (await finished).map(({ state, key }) => [state, key]);
    assert.deepEqual(ended, uploadedRows);
    assert.deepEqual(seen, [4, 4, 4, 4]);
    begin(own, 1);
    assert.equal(seen.length, 5, 'what follows is on its own again');
  });

  inWindow('is seen in its order by whatever this window reads or writes meanwhile', async (storage) => {
    const [row] = begin(storage, 1);
    assert.ok(row);
    const finished = finishAll(storage, [row]);
    const added = storage.batch(() => storage.history.add(newExchange('ex_1'), 10));
    assert.equal(storage.history.findByRequestId('req_ex_1')?.id, 'ex_1');
    assert.equal(storage.files.getByKey(row.key)?.state, 'uploaded');
    const error = { kind: 'unknown-outcome', message: 'Who knows.' } as const;
    const failed = storage.batch(() => storage.files.fail(row.key, { state: 'unknown', error }));
    storage.files.forget([row.key]);
    assert.equal((await failed).state, 'uploaded', 'what has arrived stays so');
    await Promise.all([finished, added]);
  });

  inWindow('fails alone: the rest is done all the same, once', async (storage) => {
    const rows = begin(storage, 3);
    const all = [...rows.slice(0, 2), { key: 4711 }, ...rows.slice(2)];
    const ends = await Promise.allSettled(all.map(({ key }) => finish(storage, key)));
    assert.equal(ends.map(({ status }) => status).join(' '), 'fulfilled fulfilled rejected fulfilled');
    assert.match(String((ends[2] as PromiseRejectedResult).reason), /no file with the key 4711/);
    assert.equal(uploaded(storage), 3);
    assert.equal(storage.files.count({ environment }), 3);
  });

  inWindow('is committed by closing, and refused after it', async (storage, place) => {
    const added = storage.batch(() => storage.history.add(newExchange('ex_last'), 10));
    storage.close();
    await added;
    assert.equal(place.open().history.get('ex_last')?.id, 'ex_last');
    await assert.rejects(finish(storage, 1), /storage is closed/);
  });

  inPlace('is done in a new database when this one turns out to be damaged', async (place) => {
    filled(place);
    damage(place.file, 'files_by_id');
    const storage = place.open();
    const rows = begin(storage, 2);
    const ends = await finishAll(storage, rows);
    assertProblem(place, 'damaged', /was damaged/);
    const uploadedRows = rows.map(({ name }) => [name, 'uploaded']);
    assert.deepEqual(
      ends.map(({ name, state }) => [name, state]),
      uploadedRows,
    );
    assert.equal(uploaded(place.open()), 2);
  });
});
