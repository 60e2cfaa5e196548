import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exchange } from '../../../../src/api/model/exchange';
import {
  cursorOf,
  listName,
  PagePositions,
  recordCount,
  withoutCursor,
} from '../../../../src/requests/records/paging';
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
        pages.slice(1).forEach((to, index) => positions.follow(pages[index] ?? to, 'next', to));
        const forward = pages.map((each) => positions.of(each)?.start);
        assert.deepEqual(forward, starts);
        const back = pages
          .slice(0, -1)
          .toReversed()
          .map((each) => ({ ...each, id: `back-${each.id}` }));
        back.forEach((to, index) =>
          positions.follow(index === 0 ? (pages.at(-1) ?? to) : (back[index - 1] ?? to), 'previous', to),
        );
        const backward = back.map((each) => positions.of(each)?.start);
        assert.deepEqual(backward, starts.slice(0, -1).toReversed());
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

  it('name later pages only, and apart from each other', () => {
    const positions = new PagePositions();
    const first = page('first', 10, 25);
    const second = page('second', 10, 25, { cursor: 'eyJvZmZzZXQiOjEwfQ' });
    assert.equal(positions.nameOf(first), '');
    assert.equal(positions.nameOf(second), '…QiOjEwfQ');
    positions.follow(first, 'next', second);
    assert.equal(positions.nameOf(second), '11–20');
  });

  it('are unknown where the answer is no list', () => {
    const positions = new PagePositions();
    assert.equal(positions.of(exchange()), undefined);
    const { paging, ...first } = page('first', 10, 25);
    assert.ok(paging);
    const broken = exchange({ id: 'broken', url: 'https://h/v1/a', paging, attempts: [] });
    positions.follow(page('first', 10, 25), 'next', broken);
    const middle = page('middle', 10, 25, { cursor: 'c' });
    const next = page('next', 10, 25, { cursor: 'd' });
    positions.follow(middle, 'next', next);
    const last = { ...page('last', 5, 25, { next: false, cursor: 'e' }), paging: {} };
    for (const each of [first, broken, next, last]) assert.equal(positions.of(each), undefined);
    assert.equal(recordCount(exchange({ attempts: [answered(200, 'not json')] })), undefined);
  });

  it('are forgotten beyond a thousand pages', () => {
    const positions = new PagePositions();
    const pages = Array.from({ length: 1002 }, (_, n) =>
      page(`p${n}`, 1, 9999, n > 0 ? { cursor: `${n}` } : {}),
    );
    for (const [index, to] of pages.slice(1).entries()) positions.follow(pages[index] ?? to, 'next', to);
    const found = [1, 2, 1001].map((n) => positions.of(pages[n] ?? exchange())?.start);
    assert.deepEqual(found, [undefined, 2, 1001]);
  });
});

describe('the path of a list', () => {
  it('is named by its end, and is shown without its cursor', () => {
    assert.deepEqual(['/v1/files?a=b', '/?a'].map(listName), ['files', 'table']);
    const paths = ['/a?page=xy', '/a?page=xy&b=1', '/a?b=1&page=xy', '/a?page=&b=1', '/a?mypage=1'];
    assert.deepEqual(paths.map(withoutCursor), ['/a', '/a?b=1', '/a?b=1', '/a?b=1', '/a?mypage=1']);
    assert.equal(cursorOf({ url: 'nowhere' }), undefined);
  });
});
