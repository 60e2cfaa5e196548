import assert from 'node:assert/strict';
import { openPages, type ExactPage } from '../../../../src/requests/records/pageReader';
import type { Exchange } from '../../../../src/api/model/exchange';
import { planRequest } from '../../../../src/api/rules/plan';
import { failureOf, ok } from '../../../support/apiClient';
import { answering, sendJson, startHttpServer } from '../../../support/httpServer';
import { createTestServices, environmentAt } from '../../../support/services';
import { exchange } from '../exchanges';

/** The pages of the list that a request began, from the cursor of its answer on. */
async function* pagesOf(
  url: string,
  path: string,
  cursor?: string,
  isPerson?: boolean,
  agrees?: boolean,
): AsyncIterableIterator<ExactPage> {
  await using test = createTestServices(environmentAt(url));
  const { connections, sender } = test.services;
  const headers = ['a', 'b'].map((value) => ['X-Account', value] as const);
  const plan = planRequest({ method: 'GET', path, anyLimit: true, headers });
  await sender.send(await sender.permit(plan, { isPerson: false }));
  const [first] = test.exchanges;
  assert.ok(first);
  const list = await openPages(first, test.services, isPerson);
  assert.equal(list.path, '/list');
  if (agrees !== undefined) connections.cooldown.hold('sandbox', 90_000, list.environment.identity);
  test.answer = agrees ?? true;
  yield* list.read(cursor, new AbortController().signal);
  assert.equal(test.asked.length, agrees === undefined ? 0 : 1);
}

describe('the pages of a list', () => {
  it('are read one after the other, with the query and the headers of the first request', async () => {
    await using server = await startHttpServer(({ path }, response) => {
      const page = Number(new URL(path, 'http://h').searchParams.get('page') ?? 1);
      const records = [JSON.rawJSON(`${page}.10`)];
      const paging = { totalCount: 3, ...(page === 3 ? {} : { nextPage: String(page + 1) }) };
      sendJson(response, 200, ok({ records, paging }));
    });
    const records: unknown[] = [];
    for await (const page of pagesOf(server.url, "/list?limit=1&q=it's+a+b&g&page=7"))
      records.push(...page.records.map((record) => JSON.stringify(record)));
    assert.deepEqual(records, ['1.10', '2.10', '3.10']);
    const query = "limit=1&q=it's+a+b&g";
    const paths = server.seen.slice(1).map(({ path }) => path);
    assert.deepEqual(paths, [`/v1/list?${query}`, `/v1/list?${query}&page=2`, `/v1/list?${query}&page=3`]);
    for (const { headers } of server.seen) assert.equal(headers['x-account'], 'a, b');
  });

  it('of a limit out of range are read for a person who asked for it, and not by code', async () => {
    await using server = await startHttpServer(
      answering(200, ok({ records: [1], paging: { totalCount: 1 } })),
    );
    const walk = async (anyLimit?: boolean) => {
      for await (const page of pagesOf(server.url, '/list?limit=500', undefined, anyLimit))
        assert.equal(page.records.length, 1);
    };
    await walk(true);
    assert.equal(server.seen[1]?.path, '/v1/list?limit=500');
    assert.equal((await failureOf(walk())).kind, 'preflight');
    assert.equal(server.seen.length, 3);
  });

  it('are read while the service asks to wait only for a person who agreed to that, once', async () => {
    await using server = await startHttpServer(({ path }, response) => {
      const paging = { totalCount: 2, ...(path.includes('page=') ? {} : { nextPage: '2' }) };
      sendJson(response, 200, ok({ records: [1], paging }));
    });
    const walk = async (isPerson: boolean, agrees: boolean) => {
      let pages = 0;
      for await (const _page of pagesOf(server.url, '/list', undefined, isPerson, agrees)) pages += 1;
      return pages;
    };
    assert.equal(await walk(true, true), 2);
    assert.equal((await failureOf(walk(true, false))).kind, 'cancelled');
    assert.equal((await failureOf(walk(false, true))).kind, 'preflight');
    assert.equal(server.seen.length, 5);
  });

  it('do not walk in circles, also where a cursor leads to its own page', async () => {
    await using server = await startHttpServer(
      answering(200, ok({ records: [], paging: { totalCount: 1, nextPage: 'same' } })),
    );
    const walk = async (cursor?: string) => {
      for await (const page of pagesOf(server.url, '/list', cursor)) assert.equal(page.nextPage, 'same');
    };
    const failure = await failureOf(walk());
    assert.deepEqual([failure.kind, failure.requestId], ['decode', 'req-1']);
    assert.match(failure.message, /would never end\. Nothing more was read\./);
    assert.equal(server.seen.length, 3);
    assert.equal((await failureOf(walk('same'))).kind, 'decode');
    assert.equal(server.seen.length, 5);
  });

  it('are a thousand at most', async () => {
    await using server = await startHttpServer((_request, response, index) => {
      sendJson(response, 200, ok({ records: [], paging: { totalCount: 1, nextPage: String(index) } }));
    });
    let pages = 0;
    const walk = async () => {
      for await (const _page of pagesOf(server.url, '/list')) pages += 1;
    };
    const failure = await failureOf(walk());
    assert.match(failure.message, /it has more than 1000 pages\. Ask for more items on each page/);
    assert.deepEqual([failure.kind, failure.requestId, pages], ['decode', 'req-1', 1000]);
  });

  it('are those of a list that was read', async () => {
    await using test = createTestServices(environmentAt('https://api.test'));
    const refused = async (more: Partial<Exchange>) =>
      (await failureOf(openPages(exchange(more), test.services))).message;
    assert.match(await refused({}), /^This request has no pages: its answer is not a list/);
    const paging = { totalCount: 1 };
    assert.match(await refused({ method: 'POST', paging }), /^This list was answered to a POST request\. /);
  });
});
