import assert from 'node:assert/strict';
import {
  FILE_DATA,
  TEST_KEY,
  TRANSPORTS,
  UPLOAD_DATA,
  failureOf,
  makeClient,
  ok,
} from '../../support/apiClient';
import { sendJson, startHttpServer } from '../../support/httpServer';

for (const { name, make } of TRANSPORTS) {
  describe(`The operations over ${name}`, () => {
    it('upload a file as the interface says and return its record', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 201, ok({ ...UPLOAD_DATA, extra: 1 }));
      });
      await using test = makeClient(server.url, make());
      const content = Buffer.alloc(300_000, 'x');
      const progress: [number, number][] = [];
      const answer = await test.client.uploadFile({
        content,
        name: 'счёт "1".pdf',
        mimeType: 'application/pdf',
        purpose: 'payment_evidence',
        uri: 'file:///invoice.pdf',
        onProgress: (sent, total) => progress.push([sent, total]),
      });
      assert.deepEqual(answer.data, { ...UPLOAD_DATA, extra: 1 });
      assert.deepEqual([answer.status, answer.message, answer.requestId], [201, 'Done', 'req-1']);
      assert.deepEqual(answer.departures, []);
      assert.deepEqual(progress.at(-1), [300_000, 300_000]);
      const [seen] = server.seen;
      assert.ok(seen);
      assert.deepEqual([seen.method, seen.path], ['POST', '/v1/files/upload']);
      assert.equal(seen.headers.authorization, `ApiKey ${TEST_KEY}`);
      assert.equal(seen.headers['content-length'], String(seen.body.length));
      assert.equal(seen.headers['transfer-encoding'], undefined);
      assert.equal(seen.headers['user-agent'], 'payments-api-explorer/test');
      const type = seen.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(seen.body), {
        headers: { 'content-type': type },
      }).formData();
      const file = form.get('file');
      assert.ok(file instanceof File);
      assert.equal(file.name, 'счёт "1".pdf');
      assert.equal(form.get('purpose'), 'payment_evidence');
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), content);
      const [exchange] = test.exchanges;
      assert.equal(exchange?.id, answer.exchangeId);
      assert.deepEqual(exchange.request.body, {
        kind: 'multipart',
        fields: { purpose: 'payment_evidence' },
        file: {
          fieldName: 'file',
          name: 'счёт "1".pdf',
          mimeType: 'application/pdf',
          size: 300_000,
          uri: 'file:///invoice.pdf',
        },
      });
    });

    it('read a file by any id as one segment, and keep its link whole for use but not in the exchange', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok(FILE_DATA));
      });
      await using test = makeClient(server.url, make());
      const answer = await test.client.getFile('../a b/ü?#');
      assert.equal(server.seen[0]?.path, '/v1/files/..%2Fa%20b%2F%C3%BC%3F%23');
      assert.equal(answer.data.contentLink.url, FILE_DATA.contentLink.url);
      const [exchange] = test.exchanges;
      assert.ok(!JSON.stringify(exchange).includes('signature'));
      assert.ok(exchange?.attempts[0]?.response?.body?.includes('/content?…'));
    });

    it('top up with a number and a currency in upper case', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({}));
      });
      await using test = makeClient(server.url, make());
      const answer = await test.client.topUp({ amount: 12.34, currency: 'eur' });
      assert.deepEqual(answer.data, {});
      const [seen] = server.seen;
      assert.deepEqual([seen?.method, seen?.path], ['POST', '/v1/balances/sandbox/top-up']);
      assert.equal(seen?.headers['content-type'], 'application/json');
      assert.deepEqual(JSON.parse(String(seen?.body)), { amount: 12.34, currency: 'EUR' });
    });

    it('send file requests to the files address and others to the API address, each with one /v1', async () => {
      const answerAll = () =>
        startHttpServer((_request, response) => {
          sendJson(response, 200, ok({}));
        });
      await using api = await answerAll();
      await using files = await answerAll();
      const urls = { apiUrl: `${api.url}/eu/v1/`, filesUrl: files.url };
      await using test = makeClient(api.url, make(), urls);
      for (const path of ['/v1/files', 'files/a?b=c', '/filesystem', '/v1/v1/x'])
        await test.client.request({ method: 'GET', path });
      assert.deepEqual(
        files.seen.map(({ path }) => path),
        ['/v1/files', '/v1/files/a?b=c'],
      );
      assert.deepEqual(
        api.seen.map(({ path }) => path),
        ['/eu/v1/filesystem', '/eu/v1/x'],
      );
    });

    it('merge the query of a path with query parameters, which win', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({}));
      });
      await using test = makeClient(server.url, make());
      const query = { a: ['x y', 2, true], limit: 20, none: undefined };
      await test.client.request({ method: 'get', path: '/list?a=old&b=%2B&limit=10', query });
      assert.equal(server.seen[0]?.path, '/v1/list?b=%2B&a=x%20y&a=2&a=true&limit=20');
    });

    it('point out where the answer to a request departs from the envelope', async () => {
      const bodies: [unknown, string[]][] = [
        [{ success: true, data: {} }, ['"message" is missing or not text.']],
        [{ success: true, message: 'm', data: [1] }, ['"data" is missing or not an object.']],
        [
          { success: true, message: 'm', data: { records: {}, paging: { totalCount: '3', nextPage: 7 } } },
          [
            '"data.records" is missing or not as documented.',
            '"data.paging.totalCount" is missing or not as documented.',
            '"data.paging.nextPage" is missing or not as documented.',
          ],
        ],
      ];
      await using server = await startHttpServer((_request, response, index) => {
        sendJson(response, 200, bodies[index]?.[0]);
      });
      await using test = makeClient(server.url, make());
      for (const [body, departures] of bodies) {
        const answer = await test.client.request({ method: 'POST', path: '/x', body: {} });
        assert.deepEqual(answer.departures, departures);
        assert.deepEqual(answer.body, body);
        assert.deepEqual(test.exchanges.at(-1)?.departures, departures);
      }
    });

    it('miss a request id without failing', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.end(JSON.stringify(ok(UPLOAD_DATA)));
      });
      await using test = makeClient(server.url, make());
      const answer = await test.client.request({ method: 'GET', path: '/x' });
      assert.ok(!('requestId' in answer));
      assert.deepEqual(answer.departures, ['The answer has no x-request-id header.']);
    });

    it('ask with HEAD, which has no body', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.setHeader('x-request-id', 'r');
        response.end();
      });
      await using test = makeClient(server.url, make());
      const answer = await test.client.request({ method: 'HEAD', path: '/x' });
      assert.deepEqual([answer.status, answer.body, answer.requestId], [200, undefined, 'r']);
    });

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
      const walk = Array.fromAsync(test.client.pages({ path: '/list' }));
      assert.equal((await failureOf(walk)).kind, 'decode');
      assert.equal(server.seen.length, 3);
    });

    it('tell of each call once, to both listeners, whatever these do', async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({}));
      });
      let told = 0;
      const onExchange = () => {
        told += 1;
        throw new Error('A listener in trouble');
      };
      await using test = makeClient(server.url, make(), { onExchange });
      await test.client.request({ method: 'GET', path: '/x' }, { onExchange });
      assert.equal(told, 2);
    });
  });
}

describe('A call that cannot be right', () => {
  const upload = { content: Buffer.from('x'), name: 'a', mimeType: 'image/png', purpose: 'payment_evidence' };
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  type Client = ReturnType<typeof makeClient>['client'];
  const refused: Record<string, (client: Client) => Promise<unknown>> = {
    'an absolute path': (client) => client.request({ method: 'GET', path: 'https://evil.example' }),
    'a path that leaves the address': (client) => client.request({ method: 'GET', path: '/files/../../x' }),
    'no path': (client) => client.request({ method: 'GET', path: undefined as unknown as string }),
    'a method with a line break': (client) => client.request({ method: 'GET\r\nx: y', path: '/x' }),
    CONNECT: (client) => client.request({ method: 'connect', path: '/x' }),
    'a body with GET': (client) => client.request({ method: 'GET', path: '/x', body: {} }),
    'a cyclic body': (client) => client.request({ method: 'POST', path: '/x', body: cyclic }),
    'a big integer in a body': (client) => client.request({ method: 'POST', path: '/x', body: { n: 1n } }),
    'a function as a body': (client) => client.request({ method: 'POST', path: '/x', body: () => 1 }),
    'a limit of 0': (client) => client.request({ method: 'GET', path: '/x', query: { limit: 0 } }),
    'a limit of 101': (client) => client.request({ method: 'GET', path: '/x', query: { limit: 101 } }),
    'a limit of 1.5': (client) => client.request({ method: 'GET', path: '/x', query: { limit: 1.5 } }),
    'a limit of "ten"': (client) => client.request({ method: 'GET', path: '/x?limit=ten' }),
    'a limit of "010"': (client) => client.request({ method: 'GET', path: '/x?limit=010' }),
    'two limits': (client) => client.request({ method: 'GET', path: '/x?limit=1&limit=2' }),
    'an infinite query parameter': (client) =>
      client.request({ method: 'GET', path: '/x', query: { a: Infinity } }),
    'a limit of 0 for pages': (client) => Array.fromAsync(client.pages({ path: '/x', limit: 0 })),
    'an amount of 0': (client) => client.topUp({ amount: 0, currency: 'EUR' }),
    'a negative amount': (client) => client.topUp({ amount: -1, currency: 'EUR' }),
    'an infinite amount': (client) => client.topUp({ amount: Infinity, currency: 'EUR' }),
    'an amount as text': (client) => client.topUp({ amount: '1' as unknown as number, currency: 'EUR' }),
    'a currency of two letters': (client) => client.topUp({ amount: 1, currency: 'EU' }),
    'a currency with other letters': (client) => client.topUp({ amount: 1, currency: 'ÄÖÜ' }),
    'an empty file': (client) => client.uploadFile({ ...upload, content: new Uint8Array() }),
    'a MIME type with a line break': (client) => client.uploadFile({ ...upload, mimeType: 'a/b\r\nx: y' }),
    'a file id of ".."': (client) => client.getFile('..'),
    'a link that is no address': (client) => client.getContent('not a link'),
    'a link without TLS': (client) => client.getContent('http://files.example/x'),
    'a link with a user': (client) => client.getContent('https://u:p@files.example/x'),
  };
  for (const [what, call] of Object.entries(refused)) {
    it(`is refused before anything is sent: ${what}`, async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({}));
      });
      const [transport] = TRANSPORTS;
      assert.ok(transport);
      await using test = makeClient(server.url, transport.make());
      const failure = await failureOf(call(test.client));
      assert.equal(failure.kind, 'preflight');
      assert.match(failure.message, /^[A-Z"].*\.$/);
      assert.equal(server.seen.length, 0);
      assert.equal(test.exchanges.length, 0);
    });
  }

  const misconfigured: Record<string, object> = {
    'no key': { apiKey: ' ' },
    'a key with a line break': { apiKey: 'abc\r\nx: y' },
    'a key that no header can carry': { apiKey: 'ключ' },
    'an address without TLS': { apiUrl: 'http://api.example' },
    'a files address with a query': { filesUrl: 'https://files.example?x' },
  };
  for (const [what, options] of Object.entries(misconfigured)) {
    it(`is refused for its environment: ${what}`, async () => {
      const [transport] = TRANSPORTS;
      assert.ok(transport);
      await using test = makeClient('https://api.example', transport.make(), options);
      const failure = await failureOf(test.client.getFile('a'));
      assert.equal(failure.kind, 'configuration');
      assert.match(failure.message, /test-environment/);
      assert.equal(test.exchanges.length, 0);
    });
  }

  for (const limit of ['1', '10', '100']) {
    it(`is not: a limit of ${limit} in the path`, async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, ok({}));
      });
      const [transport] = TRANSPORTS;
      assert.ok(transport);
      await using test = makeClient(server.url, transport.make());
      await test.client.request({ method: 'GET', path: `/x?limit=${limit}` });
      assert.equal(server.seen[0]?.path, `/v1/x?limit=${limit}`);
    });
  }
});
