import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exchange } from '../../../../src/api/model/exchange';
import type { ExchangeQuery, ExchangeSummary, Storage } from '../../../../src/storage';
import { exchange } from '../../requests/exchanges';
import { environment, inWindow } from '../support';

const DIFFERENCE = { place: 'body', message: 'Another type.' };

interface Kept extends Pick<Exchange, 'id' | 'method' | 'startedAt' | 'outcome' | 'origin'> {
  readonly isPinned: boolean;
  readonly differences: number;
}

const kept = fc.record(
  {
    method: fc.constantFrom('GET', 'POST'),
    startedAt: fc.integer({ min: 0, max: 9 }),
    outcome: fc.constantFrom('ok' as const, 'http' as const, 'network' as const),
    origin: fc.constantFrom('agent' as const, 'view' as const),
    isPinned: fc.boolean(),
    differences: fc.nat(2),
  },
  { requiredKeys: ['method', 'startedAt', 'outcome', 'isPinned', 'differences'] },
);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const query = fc.record({
  outcome: maybe(fc.constantFrom('ok' as const, 'failed' as const)),
  method: maybe(fc.constantFrom('GET', 'POST', 'PUT')),
  origin: maybe(fc.constantFrom('user' as const, 'agent' as const, 'view' as const)),
  withoutViews: maybe(fc.constant(true as const)),
  isPinned: maybe(fc.constant(true as const)),
  differs: maybe(fc.constant(true as const)),
  from: maybe(fc.integer({ min: 0, max: 9 })),
  to: maybe(fc.integer({ min: 0, max: 10 })),
  text: maybe(fc.constantFrom('get', 'post')),
});

type Filters = Omit<ExchangeQuery, 'environment' | 'limit' | 'after'>;

/** The filters once more, without SQL. */
function matches(row: Kept, { outcome, method, origin, from, to, text, ...only }: Filters): boolean {
  return (
    (outcome === undefined || (row.outcome === 'ok') === (outcome === 'ok')) &&
    (method === undefined || row.method === method) &&
    (origin === undefined || (row.origin ?? 'user') === origin) &&
    (only.withoutViews !== true || row.origin !== 'view' || row.outcome !== 'ok') &&
    (only.isPinned !== true || row.isPinned) &&
    (only.differs !== true || row.differences > 0) &&
    (from === undefined || row.startedAt >= from) &&
    (to === undefined || row.startedAt < to) &&
    (text === undefined || row.method.toLowerCase() === text)
  );
}

function add({ history }: Storage, { isPinned, differences, ...more }: Kept): void {
  history.add(exchange({ environment, ...more }), 1000);
  if (isPinned) history.pin([more.id], true);
  const found = Array.from({ length: differences }, () => DIFFERENCE);
  if (differences > 0) history.keepCheck(more.id, { checked: true, differences: found });
}

function pages({ history }: Storage, filters: ExchangeQuery): ExchangeSummary[] {
  const all: ExchangeSummary[] = [];
  let last = filters.limit;
  for (const items of history.pages(filters)) {
    assert.ok(items.length > 0 || all.length === 0, 'a page that is empty');
    assert.equal(last, filters.limit);
    last = items.length;
    all.push(...items);
  }
  return all;
}

describe('a list of the history', () => {
  inWindow('has in pages what fits every filter, newest first, and counts it', (storage) => {
    const rows: Kept[] = [];
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 4 }), query, fc.nat(4), (more, filters, limitLess1) => {
        for (const each of more) {
          const row = { ...each, id: `ex_${rows.length}` };
          add(storage, row);
          rows.push(row);
        }
        const expected = rows
          .filter((row) => matches(row, filters))
          .reverse()
          .toSorted((a, b) => b.startedAt - a.startedAt);
        const listed = pages(storage, { environment, limit: limitLess1 + 1, ...filters });
        const shown = ({ id, isPinned = false, differences = 0 }: Pick<Kept, 'id'> & Partial<Kept>) => [
          ...[id, isPinned, differences],
        ];
        assert.deepEqual(
          listed.map((row) => shown(row as Pick<Kept, 'id'> & Partial<Kept>)),
          expected.map(shown),
        );
        assert.equal(storage.history.count({ environment, ...filters }), expected.length);
      }),
      { numRuns: 150 },
    );
    assert.ok(rows.length > 100);
  });

  inWindow('has the days of its requests, with or without what views read', ({ history }) => {
    const noon = (day: number) => new Date(2026, 2, day, 12).getTime();
    const at = (id: string, day: number, more: Partial<Exchange>) =>
      history.add(exchange({ environment, id, startedAt: noon(day), ...more }), 1000);
    at('a', 1, { origin: 'view' });
    at('b', 2, { origin: 'view' });
    at('c', 2, { origin: 'view', outcome: 'http' });
    at('d', 2, {});
    const counts = (options?: { readonly withoutViews: boolean }) =>
      history.days(environment, options).map(({ count }) => count);
    assert.deepEqual(counts(), [3, 1]);
    assert.deepEqual(counts({ withoutViews: true }), [2]);
  });
});
