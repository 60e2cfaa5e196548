import assert from 'node:assert/strict';
import type { Exchange } from '../../../../src/api/model/exchange';
import type { ExchangeQuery, Storage } from '../../../../src/storage';
import { answered } from '../../requests/exchanges';
import { environment, ids, inWindow, newExchange } from '../support';

/** Far beyond what a row holds of an answer. */
const FILLER = 'lorem ipsum dolor sit amet '.repeat(4000);

/** An exchange whose answer, or body, ends with the text. */
function long(id: string, end: string, more: Partial<Exchange> = {}): Exchange {
  const body = JSON.stringify({ success: true, message: FILLER, data: { end } });
  return newExchange(id, { attempts: [answered(200, body)], ...more });
}

function add({ history }: Storage, ...exchanges: readonly Exchange[]): void {
  for (const exchange of exchanges) history.add(exchange, 1000);
}

/** Searches to the end, and gives the ids as the list gives them then. */
function find({ history }: Storage, query: Omit<ExchangeQuery, 'environment'>): string[] {
  const asked = { environment, ...query };
  const alsoKeys: number[] = [];
  let steps = 0;
  let below: number | undefined;
  do {
    const { found, next } = history.findInLongTexts(asked, { below });
    alsoKeys.push(...found);
    below = next;
    steps += 1;
    assert.ok(steps < 100, 'It never ends.');
  } while (below !== undefined);
  assert.equal(history.count({ ...asked, alsoKeys }), history.list({ ...asked, alsoKeys }).items.length);
  return ids({ history }, { ...asked, alsoKeys });
}

describe('finding words where the list does not reach', () => {
  inWindow('reads whole answers and bodies, beside what the list finds', (storage) => {
    const text = JSON.stringify({ note: FILLER, reference: 'Überweisung-77' });
    const request = { headers: [], body: { kind: 'json', text } } as const;
    add(storage, long('ex_1', 'needle-42'), newExchange('ex_2', { path: '/v1/needle-42' }));
    add(storage, newExchange('ex_3'), newExchange('ex_4', { request }));
    assert.deepEqual(ids(storage, { text: 'needle-42' }), ['ex_2']);
    assert.deepEqual(find(storage, { text: 'NEEDLE-42' }), ['ex_2', 'ex_1']);
    assert.deepEqual(find(storage, { text: 'uberweisung 77' }), ['ex_4']);
    // One word in the row, the other in what is beyond.
    assert.deepEqual(find(storage, { text: 'req_ex_1 needle' }), ['ex_1']);
    assert.deepEqual(find(storage, { text: 'needle nothing' }), []);
    assert.deepEqual(find(storage, { text: 's' }).length, 4);
  });

  inWindow('looks through 200 in a step, and goes on below the last one', (storage) => {
    add(storage, ...Array.from({ length: 400 }, (_, n) => newExchange(`ex_${n}`, { startedAt: n })));
    const look = (where: { readonly above?: number; readonly below?: number | undefined }) =>
      storage.history.findInLongTexts({ environment, text: 'get' }, where);
    const counts: number[] = [];
    let below: number | undefined;
    do {
      const { found, newest, next } = look({ below });
      counts.push(found.length);
      assert.deepEqual([newest, next], [found[0], found.at(-1)]);
      below = next;
    } while (below !== undefined);
    assert.deepEqual(counts, [200, 200, 0]);
    assert.equal(look({ above: 390 }).found.length, 10);
  });

  inWindow('keeps to the other conditions, and to what is kept now', (storage) => {
    add(storage, long('ex_1', 'needle', { outcome: 'api' }), long('ex_2', 'needle', { method: 'POST' }));
    add(storage, long('ex_3', 'needle', { environment: 'production' }));
    assert.deepEqual(find(storage, { text: 'needle', outcome: 'failed' }), ['ex_1']);
    assert.deepEqual(find(storage, { text: 'needle', method: 'POST' }), ['ex_2']);
    assert.deepEqual(find(storage, { text: 'needle' }), ['ex_2', 'ex_1']);
    const { found } = storage.history.findInLongTexts({ environment, text: 'needle' }, {});
    storage.history.clear(environment);
    assert.deepEqual(storage.history.list({ environment, text: 'needle', alsoKeys: found }).items, []);
  });

  inWindow('goes on in steps, the newest first, and looks at what was added since', (storage) => {
    const { history } = storage;
    add(storage, ...Array.from({ length: 30 }, (_, n) => long(`ex_${n}`, n % 10 === 0 ? 'needle' : '')));
    const look = (where: object) => history.findInLongTexts({ environment, text: 'needle' }, where);
    const first = look({});
    assert.ok(first.next !== undefined, 'So much is too much for one step.');
    assert.equal(first.newest, 30);
    assert.deepEqual(find(storage, { text: 'needle' }), ['ex_20', 'ex_10', 'ex_0']);
    assert.deepEqual(look({ above: 30 }), { found: [] });
    add(storage, long('ex_new', 'needle'));
    assert.deepEqual(look({ above: 30 }), { found: [31], newest: 31 });
  });

  inWindow('passes over a body that cannot be read, of which a row holds the beginning', (storage, place) => {
    add(storage, long('ex_1', 'needle'), long('ex_2', 'needle'));
    const [{ length } = {}] = place.rows('SELECT max(length(search_text)) AS length FROM exchanges');
    assert.ok(Number(length) < FILLER.length / 2, String(length));
    place.run(`UPDATE exchange_bodies SET body = 'broken' WHERE key = 1`);
    assert.deepEqual(find(storage, { text: 'needle' }), ['ex_2']);
  });
});
