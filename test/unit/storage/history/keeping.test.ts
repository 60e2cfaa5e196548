import assert from 'node:assert/strict';
import type { Storage, StorageChange } from '../../../../src/storage';
import { eventually } from '../../../host/editor/waiting.mts';
import { answered, exchange, uploadRequest } from '../../requests/exchanges';
import { answer, begin, environment, ids, inPlace, inWindow, newExchange, newWrite } from '../support';

/** What was said of the history, as environments; undefined for all of them. */
function listen(storage: Storage): (string | undefined)[] {
  const heard: (string | undefined)[] = [];
  storage.onDidChange(({ what, environment: of }: StorageChange) => {
    if (what === 'history') heard.push(of);
  });
  return heard;
}

describe('what the history keeps', () => {
  inWindow('reports every change of it, and nothing where nothing changed', (storage) => {
    const { history } = storage;
    const heard = listen(storage);
    const changes = (work: () => unknown): readonly (string | undefined)[] => {
      heard.length = 0;
      work();
      return [...heard];
    };
    const all = [undefined];
    const check = { checked: true, differences: [] };
    const limit = (maxRequests: number) =>
      changes(() => history.applyLimits({ maxRequests, maxBytes: Infinity }));
    const add = (id: string, keep: number, maxBytes?: number) =>
      changes(() => history.add(newExchange(id), keep, maxBytes));
    const pin = (id: string) => changes(() => history.pin([id], true));
    const keepCheck = (id: string) => changes(() => history.keepCheck(id, check));
    const forget = (id: string) => changes(() => history.forget([id]));
    const clear = () => changes(() => history.clear(environment));
    assert.deepEqual(add('a', 10), [environment]);
    assert.deepEqual(add('a', 10), [], 'it is there already');
    assert.deepEqual([pin('a'), pin('none')], [all, []]);
    assert.deepEqual([keepCheck('a'), keepCheck('none')], [all, []]);
    assert.deepEqual(forget('none'), []);
    const { undo } = history.forget(['a']);
    assert.deepEqual([changes(undo), forget('a')], [all, all]);
    assert.deepEqual(add('b', 0), [], 'nothing is kept');
    add('c', 10);
    assert.deepEqual(add('d', 0), [environment], 'one was dropped');
    add('e', 10);
    assert.deepEqual(add('f', 10, 1), all, 'of whatever environment');
    for (const id of ['g', 'h']) add(id, 10);
    assert.deepEqual([limit(2), limit(1)], [[], all]);
    assert.deepEqual([clear(), clear()], [[environment], []]);
  });

  inWindow('is busy while a write is under way, and no longer', ({ history }) => {
    assert.equal(history.isBusy, false);
    history.beginWrite(newWrite('a'));
    history.beginWrite(newWrite('b'));
    history.add(newExchange('a'), 10);
    assert.equal(history.isBusy, true);
    history.add(newExchange('b'), 0);
    assert.equal(history.isBusy, false);
  });

  inWindow(
    'passes a limit of a thousand by ten until it is idle or closed, and others never',
    async (storage, place) => {
      const { history } = storage;
      let added = 0;
      const fill = async (count: number, keep: number) => {
        const of = { environment: String(keep) };
        await storage.batch(() => {
          for (let n = 0; n < count; n += 1)
            history.add(newExchange(`ex_${added++}`, { startedAt: added, ...of }), keep);
        });
        return history.count(of);
      };
      assert.equal(await fill(1010, 1000), 1010);
      assert.equal(await fill(1, 1000), 1000);
      assert.equal(await fill(1000, 999), 999);
      const heard = listen(storage);
      history.trim();
      assert.equal(heard.length, 0, 'nothing is over the limit any more');
      const oldest = history.list({ environment: '1000', limit: 1000 }).items.at(-1);
      assert.ok(oldest);
      history.pin([oldest.id], true);
      await fill(9, 1000);
      heard.length = 0;
      await eventually(
        () => heard,
        ([first]) => first === '1000',
      );
      assert.equal(history.count({ environment: '1000' }), 1000);
      assert.ok(history.get(oldest.id), 'what is pinned stays');
      assert.equal(await fill(2, 1000), 1002);
      storage.close();
      assert.equal(place.open().history.count({ environment: '1000' }), 1000);
    },
  );

  inWindow('keeps the paths and what is pinned under any limit but nothing', (storage) => {
    const { history } = storage;
    for (const id of ['a', 'b', 'c']) history.add(newExchange(id, { startedAt: id.charCodeAt(0) }), 10);
    history.pin(['a'], true);
    assert.equal(history.applyLimits({ maxRequests: 1, maxBytes: Infinity }), true);
    assert.deepEqual(ids(storage), ['a']);
    assert.equal(history.recentPaths(environment, 5).length, 1);
    history.add(newExchange('d'), 1);
    assert.deepEqual(ids(storage), ['a'], 'the newest goes when only one is kept beside a pinned one');
    assert.equal(history.recentPaths(environment, 5).length, 1);
    history.add(newExchange('a', { path: '/v1/other' }), 10);
    assert.equal(history.recentPaths(environment, 5).length, 1, 'that one was kept already');
    history.applyLimits({ maxRequests: 0, maxBytes: Infinity });
    assert.deepEqual([ids(storage), history.recentPaths(environment, 5)], [[], []]);
    for (const id of ['e', 'f']) history.add(newExchange(id), 10);
    history.pin(['e', 'f'], true);
    const heard = listen(storage);
    assert.equal(history.applyLimits({ maxRequests: 1, maxBytes: 1 }), false, 'nothing can be dropped');
    assert.deepEqual([heard, ids(storage).length], [[], 2]);
    history.add(newExchange('g'), 0);
    assert.deepEqual(
      [ids(storage), history.get('g'), history.recentPaths(environment, 5)],
      [[], undefined, []],
    );
  });

  inPlace('is cleared with the files of other accounts, but for those that are on their way', (place) => {
    let account = 'one';
    const storage = place.open({ identityOf: () => account });
    const { files, history } = storage;
    const [old, flying] = [begin(storage, 'old.pdf').key, begin(storage, 'flying.pdf').key];
    files.finish(old, answer('file_old.pdf'));
    files.startSending(flying);
    history.add(newExchange('a', { identity: account }), 10);
    account = 'two';
    const own = begin(storage, 'own.pdf').key;
    files.finish(own, answer('file_own.pdf'));
    history.add(newExchange('b', { identity: account }), 10);
    const heard: StorageChange[] = [];
    storage.onDidChange((change) => heard.push(change));
    assert.equal(history.clear(environment), 2);
    assert.deepEqual(heard, [
      { what: 'history', environment },
      { what: 'files', environment },
    ]);
    const names = [old, flying, own].map((key) => files.getByKey(key)?.name);
    assert.deepEqual(names, [undefined, 'flying.pdf', 'own.pdf']);
    heard.length = 0;
    assert.equal(history.clear(environment), 0);
    assert.deepEqual(heard, []);
    assert.equal(files.finish(flying, answer('file_late.pdf')).state, 'uploaded');
    account = 'one';
    assert.deepEqual(ids(storage), []);
    const left = files.list({ environment }).items.map(({ fileId }) => fileId);
    assert.deepEqual(left, ['file_late.pdf'], 'it still ends as it ends');
  });

  inPlace('leaves all files where it is cleared while the environment has no address', (place) => {
    let account: string | undefined = 'one';
    const { files, history } = place.open({ identityOf: () => account });
    const { key } = begin({ files }, 'mine.pdf');
    files.finish(key, answer('file_mine.pdf'));
    history.add(newExchange('a', { identity: account }), 10);
    account = undefined;
    assert.equal(history.clear(environment), 1);
    assert.equal(files.getByKey(key)?.name, 'mine.pdf');
  });

  inWindow('of a write is refused to whoever was not shown the last one of its kind', ({ history }) => {
    const twin = {
      kind: 'preflight',
      message: /^The same request was sent a moment ago.*Nothing was sent/,
    };
    const begin = (id: string, shown: string | null, startedAt = 1) =>
      history.beginWrite(newWrite(id, { shown, startedAt }));
    begin('a', null);
    for (const shown of [null, 'x']) assert.throws(() => begin('b', shown), twin);
    begin('b', 'a', 3);
    history.beginWrite(newWrite('c', { startedAt: 2 }));
    const unresolved = history.unresolvedWrite(environment, 'same');
    assert.deepEqual(unresolved, { exchangeId: 'b', startedAt: 3, isUnderWay: true });
  });

  inPlace('is final: only what another window gave up takes a late answer, once', (place) => {
    const { history } = place.open();
    history.beginWrite(newWrite('a'));
    const other = place.takeForDead().history;
    other.pin(['a'], true);
    history.add(exchange({ environment, id: 'a', attempts: [], durationMs: 5, status: 500 }), 10);
    assert.equal(other.get('a')?.outcome, 'unknown-outcome', 'without an answer it stays');
    const error = { kind: 'http', message: '', mayHaveActed: true } as const;
    const late = exchange({ environment, id: 'a', durationMs: 0, outcome: 'http', error });
    history.add(late, 10);
    assert.deepEqual(other.get('a'), late);
    assert.equal(other.unresolvedWrite(environment, 'same')?.exchangeId, 'a');
    const [row, ...others] = other.list({ environment }).items;
    assert.deepEqual([row?.outcome, row?.isPinned, others], ['http', true, []]);
    history.add(exchange({ environment, id: 'a' }), 10);
    assert.equal(other.get('a')?.outcome, 'http');
    const { status: _, ...waited } = exchange({ environment, id: 'b', outcome: 'network' });
    history.add({ ...waited, durationMs: 1, attempts: [] }, 10);
    history.add(exchange({ environment, id: 'b' }), 10);
    assert.equal(other.get('b')?.outcome, 'network', 'it took a moment, so it was not given up');
  });

  inWindow('is found by the beginning of its texts, and elsewhere by the rest', ({ history }) => {
    const body = { kind: 'json', text: `sent${' '.repeat(4000)}later` } as const;
    const answers = [answered(200, `first`), answered(200, `answered${' '.repeat(8000)}afterwards`)];
    history.add(exchange({ environment, id: 'a', request: { headers: [], body }, attempts: answers }), 10);
    const request = uploadRequest('Rechnung Müller.pdf');
    history.add(exchange({ environment, id: 'b', operation: 'uploadFile', request, attempts: [] }), 10);
    const found = (text: string) => history.list({ environment, text }).items.length;
    const foundLong = (text: string) => history.findInLongTexts({ environment, text }, {}).found.length;
    assert.deepEqual(history.findInLongTexts({ environment: 'none', text: 'sent' }, {}), { found: [] });
    assert.deepEqual(['sent', 'answered', 'muller', 'later', 'first'].map(found), [1, 1, 1, 0, 0]);
    assert.equal(found('afterwards'), 0);
    const long = ['sent', 'muller', 'later', 'afterwards', 'first'].map(foundLong);
    assert.deepEqual(long, [1, 1, 1, 1, 0]);
  });
});
