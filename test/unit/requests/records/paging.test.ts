import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exchange } from '../../../../src/api/model/exchange';
import { PagePositions, queryForPage, recordCount } from '../../../../src/requests/records/paging';
import { answered, exchange } from '../exchanges';

/** A page of a list: where it starts is what the counting must find out. */
function page(
  id: string,
  count: number,
  total: number,
  more: { next?: boolean; cursor?: string } = {},
): Exchange {
  const records = Array.from({ length: count }, (_, index) => index);
  const cursor = more.cursor === undefined ? '' : `&page=${more.cursor}`;
  return exchange({
    id,
    url: `https://api.example.com/v1/things?limit=10${cursor}`,
    attempts: [answered(200, JSON.stringify({ success: true, message: '', data: { records } }))],
    paging: {
      totalCount: total,
      ...(more.next === false ? {} : { nextPage: 'n' }),
      ...(more.cursor === undefined ? {} : { previousPage: 'p' }),
    },
  });
}

describe('the positions of pages', () => {
  it('are counted along in both directions, whatever the sizes of the pages', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 20 }), (sizes) => {
        const positions = new PagePositions();
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const pages = sizes.map((size, index) =>
          page(`p${index}`, size, total, index === 0 ? {} : { cursor: `c${index}` }),
        );
        const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
        pages.slice(1).forEach((to, index) => {
          positions.follow(pages[index] ?? to, 'next', to);
        });
        assert.deepEqual(
          pages.map((each) => positions.of(each)?.start),
          starts,
        );
        const back = pages
          .slice(0, -1)
          .toReversed()
          .map((each) => ({ ...each, id: `back-${each.id}` }));
        back.forEach((to, index) => {
          positions.follow(index === 0 ? (pages.at(-1) ?? to) : (back[index - 1] ?? to), 'previous', to);
        });
        assert.deepEqual(
          back.map((each) => positions.of(each)?.start),
          starts.slice(0, -1).toReversed(),
        );
      }),
    );
  });

  it('are known for the first and the last page alone, and for no other', () => {
    const positions = new PagePositions();
    assert.deepEqual(positions.of(page('first', 10, 25)), { start: 0, count: 10 });
    assert.deepEqual(positions.of(page('last', 5, 25, { next: false, cursor: 'c' })), {
      start: 20,
      count: 5,
    });
    assert.equal(positions.of(page('middle', 10, 25, { cursor: 'c' })), undefined);
  });

  it('are unknown where the answer is no list, or was not kept whole', () => {
    const positions = new PagePositions();
    assert.equal(positions.of(exchange()), undefined);
    const list = page('cut', 3, 3);
    const [attempt] = list.attempts;
    assert.ok(attempt?.response);
    const cut = { ...list, attempts: [{ ...attempt, response: { ...attempt.response, bodyCut: true } }] };
    assert.equal(positions.of(cut), undefined);
    assert.equal(recordCount(exchange({ attempts: [answered(200, 'not json')] })), undefined);
  });
});

describe('the query of another page', () => {
  it('replaces the cursor and keeps every other parameter, repeated ones too', () => {
    const names = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== 'page');
    const pairs = fc.array(
      fc.tuple(
        names,
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      ),
    );
    fc.assert(
      fc.property(pairs, fc.string({ minLength: 1, unit: 'grapheme' }), (given, cursor) => {
        const url = new URL('https://api.example.com/v1/x');
        for (const [name, value] of [...given, ['page', 'old'] as const])
          url.searchParams.append(name, value);
        const query = queryForPage(url.href, cursor);
        assert.equal(query['page'], cursor);
        for (const [name] of given) {
          const values = given.filter(([other]) => other === name).map(([, value]) => value);
          assert.deepEqual([query[name]].flat(), values);
        }
        assert.equal('page' in queryForPage(url.href, undefined), false);
      }),
    );
  });
});
