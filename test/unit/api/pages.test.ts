import assert from 'node:assert/strict';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../support/apiClient';
import { sendJson, startHttpServer } from '../../support/httpServer';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

for (const { name, make } of TRANSPORTS) {
  describe(`Pages over ${name}`, () => {
    it('walk pages in both directions until there is no further cursor', async () => {
      await using server = await startHttpServer(({ path }, response) => {
        const page = Number(new URL(path, 'http://h').searchParams.get('page') ?? 1);
        const paging = {
          totalCount: 3,
          ...(page < 3 ? { nextPage: String(page + 1) } : {}),
          previousPage: page > 1 ? String(page - 1) : null,
        };
        sendJson(response, 200, ok({ records: [page], paging }));
      });
      await using test = makeClient(server.url, make());
      const records: unknown[] = [];
      for await (const { data, paging } of test.client.pages({ path: '/list', limit: 1 })) {
        records.push(...data.records);
        assert.equal(paging?.totalCount, 3);
      }
      for await (const { data } of test.client.pages({ path: '/list', page: '3', direction: 'previous' })) {
        records.push(...data.records);
      }
      assert.deepEqual(records, [1, 2, 3, 3, 2, 1]);
      const paths = ['/v1/list?limit=1', '/v1/list?limit=1&page=2', '/v1/list?limit=1&page=3'];
      assert.deepEqual(
        server.seen.slice(0, 3).map(({ path }) => path),
        paths,
      );
      assert.deepEqual(test.exchanges[1]?.paging, { totalCount: 3, nextPage: '3', previousPage: '1' });
    });

    it('ask for no page that is not wanted, and do not walk in circles', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({ records: [], paging: { totalCount: 1, nextPage: 'same' } }));
      });
      await using test = makeClient(server.url, make());
      for await (const page of test.client.pages({ path: '/list' })) {
        assert.equal(page.status, 200);
        break;
      }
      assert.equal(server.seen.length, 1);
      const walk = collect(test.client.pages({ path: '/list' }));
      assert.equal((await failureOf(walk)).kind, 'decode');
      assert.equal(server.seen.length, 3);
    });
  });
}
