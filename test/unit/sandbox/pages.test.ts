import assert from 'node:assert/strict';
import type { ListPage } from '../../../src/sandbox/server/http/cursors';
import { inSandbox, call, cleanUp, problems, start, uploaded } from './support';

type Page = ListPage<{ readonly id: string; readonly name?: string }>;
type Sandbox = Awaited<ReturnType<typeof start>>;

async function page(sandbox: Sandbox, list: 'samples' | 'files', query = ''): Promise<Page> {
  const { status, body } = await call(sandbox, `/local-sandbox/${list}${query}`);
  assert.equal(status, 200, body.message);
  return body.data as Page;
}

describe('Local Sandbox: pages', () => {
  afterEach(cleanUp);

  inSandbox('goes from the first page to the last and back', async (sandbox) => {
    const there: Page[] = [await page(sandbox, 'samples')];
    for (let next = there[0]?.paging.nextPage; next !== undefined; next = there.at(-1)?.paging.nextPage) {
      there.push(await page(sandbox, 'samples', `?limit=10&page=${next}`));
    }
    assert.equal(there.map(({ records }) => records.length).join(), '10,10,5');
    assert.equal(new Set(there.flatMap(({ records }) => records.map(({ id }) => id))).size, 25);
    assert.ok(there.every(({ paging }) => paging.totalCount === 25));
    assert.ok(there[0] && !('previousPage' in there[0].paging));
    assert.ok(there[2] && !('nextPage' in there[2].paging));
    const middle = await page(sandbox, 'samples', `?limit=10&page=${String(there[2].paging.previousPage)}`);
    assert.deepEqual(middle, there[1]);
    const first = await page(sandbox, 'samples', `?limit=10&page=${String(middle.paging.previousPage)}`);
    assert.deepEqual(first, there[0]);
  });

  inSandbox('keeps its place while files are added', async (sandbox) => {
    for (const name of ['a', 'b', 'c', 'd']) await uploaded(sandbox, { name });
    const first = await page(sandbox, 'files', '?limit=2');
    assert.deepEqual(names(first), ['d', 'c']);
    await uploaded(sandbox, { name: 'e' });
    const second = await page(sandbox, 'files', `?limit=2&page=${String(first.paging.nextPage)}`);
    assert.deepEqual(names(second), ['b', 'a']);
    assert.equal(second.paging.totalCount, 5);
    const back = await page(sandbox, 'files', `?limit=2&page=${String(second.paging.previousPage)}`);
    assert.deepEqual(names(back), ['d', 'c']);
    const newest = await page(sandbox, 'files', `?page=${String(back.paging.previousPage)}`);
    assert.deepEqual(names(newest), ['e']);
  });

  it('lists nothing where there is nothing', async () =>
    assert.deepEqual(await page(await start(), 'files'), { records: [], paging: { totalCount: 0 } }));

  inSandbox('refuses limits that are no integer from 1 to 100', async (sandbox) => {
    for (const limit of ['0', '101', '-1', '1.5', '1e1', '', 'ten', ' 5', '0x5', '٣']) {
      const answer = await call(sandbox, `/local-sandbox/samples?limit=${encodeURIComponent(limit)}`);
      assert.equal(answer.status, 400);
      assert.deepEqual(problems(answer), ['limit: range'], limit);
    }
    for (const limits of ['limit=5&limit=6', 'limit=5&limit=5']) {
      assert.deepEqual(
        problems(await call(sandbox, `/local-sandbox/files?${limits}`)),
        ['limit: range'],
        limits,
      );
    }
    for (const limit of [1, 100]) await page(sandbox, 'samples', `?limit=${limit}`);
  });

  inSandbox('refuses cursors that are not its own, or are of another list', async (sandbox) => {
    const cursor = String((await page(sandbox, 'samples', '?limit=5')).paging.nextPage);
    const made = Buffer.from('after.3.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').toString('base64url');
    const damaged = [cursor.slice(0, -8), `${cursor}=`, `${cursor.slice(0, 9)}+${cursor.slice(9)}`];
    for (const token of ['', 'next', made, ...damaged, cursor]) {
      const list = token === cursor ? 'files' : 'samples';
      const answer = await call(sandbox, `/local-sandbox/${list}?page=${token}`);
      assert.equal(answer.status, 400);
      assert.deepEqual(problems(answer), ['page: cursor'], token);
    }
    const twice = await call(sandbox, `/local-sandbox/samples?page=${cursor}&page=${cursor}`);
    assert.deepEqual(problems(twice), ['page: cursor']);
    const both = await call(sandbox, '/local-sandbox/samples?limit=0&page=x');
    assert.deepEqual(problems(both), ['limit: range', 'page: cursor']);
  });
});

function names({ records }: Page): (string | undefined)[] {
  return records.map(({ name }) => name);
}
