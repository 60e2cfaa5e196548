import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import { RequestRows, type RequestListing } from '../../../../src/requests/view/requestRows';
import type { HistoryNode } from '../../../../src/requests/view/requestNodes';
import type { Storage } from '../../../../src/storage';
import { Place } from '../../storage/support';
import { exchange } from '../exchanges';

const DAY = 86_400_000;
/** Noon of a local day, so that steps of minutes stay within it. */
const NOON = new Date(2025, 5, 15, 12).getTime();

describe('the rows of the Requests view', () => {
  let place: Place;
  let storage: Storage;
  const add = (more: Partial<Exchange>) =>
    storage.history.add(exchange({ environment: 'local', ...more }), 100_000);
  const listing = (more: Partial<RequestListing> = {}): RequestListing => ({
    ...{ generation: 1, environment: 'local', filter: {}, byDay: false },
    ...more,
  });
  const ids = (rows: readonly HistoryNode[]) =>
    rows.map((row) => (row.kind === 'exchange' ? row.exchange.id : row.kind === 'day' ? row.day : row.kind));

  beforeEach(() => {
    place = new Place();
    storage = place.open();
  });
  afterEach(() => place.end());

  it('come by pages of 100, with a row that brings more as long as there are more', () => {
    for (let index = 0; index < 201; index++) add({ id: `x${index}`, startedAt: NOON + index });
    const rows = new RequestRows();
    const shown = () => rows.roots(storage.history, listing());
    assert.deepEqual([shown().length, shown().at(-1)?.kind], [101, 'more']);
    rows.loadMore(undefined);
    assert.deepEqual([shown().length, shown().at(-1)?.kind], [201, 'more']);
    rows.loadMore(undefined);
    assert.deepEqual([shown().length, shown().at(-1)?.kind], [201, 'exchange']);
    rows.reset();
    assert.equal(shown().length, 101);
  });

  it('are grouped by local day with counts, each day paged by itself', () => {
    for (let index = 0; index < 150; index++) add({ id: `a${index}`, startedAt: NOON + index });
    add({ id: 'b', startedAt: NOON - DAY });
    const rows = new RequestRows();
    const grouped = listing({ byDay: true });
    const [today, before] = rows.roots(storage.history, grouped);
    assert.ok(today?.kind === 'day' && before?.kind === 'day');
    assert.deepEqual([today.day, today.count], ['2025-06-15', 150]);
    assert.deepEqual([before.day, before.count], ['2025-06-14', 1]);
    // The row of a day that the editor holds from before shows nothing of another account or environment.
    for (const other of [{ generation: 2 }, { environment: 'sandbox' }])
      assert.deepEqual(rows.children(storage.history, { ...grouped, ...other }, today), []);
    const first = rows.children(storage.history, grouped, today);
    assert.equal(first.length, 101);
    assert.ok(first.every((row) => 'parent' in row && row.parent === today));
    rows.loadMore(today);
    assert.equal(rows.children(storage.history, grouped, today).length, 150);
    assert.deepEqual(ids(rows.children(storage.history, grouped, before)), ['b']);
  });

  it('are those that a filter leaves, with only the days that have a match', () => {
    add({ id: 'ok', startedAt: NOON, path: '/v1/payments', method: 'POST' });
    add({ id: 'bad', startedAt: NOON - DAY, path: '/v1/payments', outcome: 'api' });
    add({ id: 'else', startedAt: NOON - 2 * DAY, path: '/v1/refunds', outcome: 'api' });
    const rows = new RequestRows();
    const shown = (filter: RequestListing['filter'], byDay = false) =>
      ids(rows.roots(storage.history, listing({ filter, byDay })));
    assert.deepEqual(shown({ day: '2025-06-14' }), ['bad']);
    assert.deepEqual(shown({ text: 'pay', outcome: 'failed' }, true), ['2025-06-14']);
    assert.deepEqual(shown({ text: 'nothing' }, true), []);
    const listed = listing({ filter: { outcome: 'failed' }, byDay: true });
    const [day] = rows.roots(storage.history, listed);
    assert.ok(day?.kind === 'day');
    assert.deepEqual(ids(rows.children(storage.history, listed, day)), ['bad']);
  });

  it('show a batch of uploads as one row, whole, and other uploads one by one', () => {
    const upload = { operation: 'uploadFile', method: 'POST' } as const;
    for (let index = 0; index < 250; index++) add({ id: `b${index}`, startedAt: NOON + index, ...upload });
    add({ id: 'read', startedAt: NOON - 1 });
    for (const index of [1, 2]) add({ id: `single${index}`, startedAt: NOON - 1000 * index, ...upload });
    const rows = new RequestRows().roots(storage.history, listing());
    const [batch, ...others] = rows;
    assert.ok(batch?.kind === 'batch');
    assert.equal(batch.exchanges.length, 250);
    assert.deepEqual(ids(others), ['read', 'single1', 'single2']);
    // A filter names what it finds.
    const posts = listing({ filter: { method: 'POST' } });
    assert.equal(new RequestRows().roots(storage.history, posts).length, 101);
  });

  it('load no more of a large batch when they are drawn again, and say that there is more of it', async () => {
    const upload = { operation: 'uploadFile', method: 'POST' } as const;
    await storage.batch(() => {
      for (let index = 0; index < 2500; index++) add({ id: `b${index}`, startedAt: NOON + index, ...upload });
    });
    const rows = new RequestRows();
    const loaded = () => {
      const [batch, more] = rows.roots(storage.history, listing());
      return batch?.kind === 'batch' && [batch.exchanges.length, batch.isCut, more?.kind];
    };
    assert.deepEqual(
      [loaded(), loaded()],
      [
        [1100, true, 'more'],
        [1100, true, 'more'],
      ],
    );
    rows.loadMore(undefined);
    assert.deepEqual(loaded(), [1200, true, 'more']);
    for (let more = 0; more < 13; more++) rows.loadMore(undefined);
    assert.deepEqual(loaded(), [2500, undefined, undefined]);
  });

  it('show batches that ran beside each other as rows of their own', () => {
    const upload = { operation: 'uploadFile', method: 'POST' } as const;
    for (let index = 0; index < 8; index++) {
      add({ id: `u${index}`, startedAt: NOON + index, batch: index % 2 === 0 ? 'one' : 'two', ...upload });
    }
    add({ id: 'between', startedAt: NOON + 3.5 });
    add({ id: 'small', startedAt: NOON - 1, batch: 'three', ...upload });
    const rows = new RequestRows().roots(storage.history, listing());
    const shown = rows.map((row) => ids(row.kind === 'batch' ? row.exchanges : [row]).join(' '));
    assert.deepEqual(shown, ['u7 u5 u3 u1', 'u6 u4 u2 u0', 'between', 'small']);
  });

  it('leave out what a view asked for by itself, unless it failed or the filter asks for it', () => {
    add({ id: 'own', startedAt: NOON });
    add({ id: 'seen', startedAt: NOON + 1, origin: 'view' });
    add({ id: 'failed', startedAt: NOON + 2, origin: 'view', outcome: 'api' });
    add({ id: 'yesterday', startedAt: NOON - DAY, origin: 'view' });
    const rows = (more: Partial<RequestListing>) => new RequestRows().roots(storage.history, listing(more));
    assert.deepEqual(ids(rows({})), ['failed', 'own']);
    const [day, ...others] = rows({ byDay: true });
    assert.ok(day?.kind === 'day' && others.length === 0);
    assert.deepEqual([day.day, day.count], ['2025-06-15', 2]);
    assert.deepEqual(ids(rows({ filter: { origin: 'view' } })), ['failed', 'seen', 'yesterday']);
    storage.history.pin(['seen'], true);
    assert.deepEqual(ids(new RequestRows().pinned(storage.history, listing())), ['seen']);
  });

  it('show the pinned ones again at the top', () => {
    for (let index = 0; index < 5; index++) add({ id: `x${index}`, startedAt: NOON + index });
    storage.history.pin(['x1', 'x3'], true);
    const rows = new RequestRows();
    assert.deepEqual(ids(rows.pinned(storage.history, listing())), ['x3', 'x1']);
    storage.history.pin(['x3'], false);
    assert.deepEqual(ids(rows.pinned(storage.history, listing())), ['x1']);
    assert.equal(rows.roots(storage.history, listing()).length, 5);
  });

  it('open the newest days only, so that a long history costs no more than a short one', () => {
    for (let index = 0; index < 5; index++) add({ id: `x${index}`, startedAt: NOON - index * DAY });
    const rows = new RequestRows().roots(storage.history, listing({ byDay: true }));
    const open = rows.map((row) => row.kind === 'day' && row.open);
    assert.deepEqual(open, [true, true, false, false, false]);
  });
});
