import assert from 'node:assert/strict';
import {
  FILE,
  FILE_DATA,
  TEST_KEY,
  TRANSPORTS,
  UPLOAD_DATA,
  failureOf,
  makeClient,
  ok,
} from '../../../support/apiClient';
import { saysMissing } from '../../../../src/api';
import { MASK } from '../../../../src/api/model/redact';
import { readForm } from '../../../support/form';
import { type HttpServer, answering, sendJson, startHttpServer } from '../../../support/httpServer';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

for (const { name, make } of TRANSPORTS) {
  describe(`The operations over ${name}`, () => {
    it('upload a file as the interface says and return its record', async () => {
      await using server = await startHttpServer(answering(201, ok({ ...UPLOAD_DATA, extra: 1 })));
      await using test = makeClient(server.url, make());
      const content = Buffer.alloc(300_000, 'x');
      const progress: [number, number][] = [];
      const about = { name: 'счёт "1".pdf', mimeType: 'application/pdf', uri: 'file:///invoice.pdf' };
      const onProgress = (sent: number, total: number) => progress.push([sent, total]);
      const answer = await test.client.uploadFile({ ...FILE, ...about, content, onProgress });
      assert.deepEqual(answer.data, { ...UPLOAD_DATA, extra: 1 });
      assert.deepEqual([answer.status, answer.message, answer.requestId], [201, 'Done', 'req-1']);
      assert.deepEqual(answer.deviations, []);
      assert.deepEqual(progress.at(-1), [300_000, 300_000]);
      const [seen] = server.seen;
      assert.ok(seen);
      assert.deepEqual([seen.method, seen.path], ['POST', '/v1/files/upload']);
      assert.equal(seen.headers.authorization, `ApiKey ${TEST_KEY}`);
      assert.equal(seen.headers['content-length'], String(seen.body.length));
      assert.equal(seen.headers['transfer-encoding'], undefined);
      assert.equal(seen.headers['user-agent'], 'payments-api-explorer/test');
      assert.equal(seen.headers.accept, 'application/json');
      assert.equal(seen.headers['accept-encoding'], 'gzip, deflate, br');
      const type = seen.headers['content-type'] ?? '';
      const form = await readForm(new Uint8Array(seen.body), type);
      const file = form.get('file');
      assert.ok(file instanceof File);
      assert.equal(file.name, 'счёт "1".pdf');
      assert.equal(form.get('purpose'), 'payment_evidence');
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), content);
      const [exchange] = test.exchanges;
      assert.equal(exchange?.id, answer.exchangeId);
      const names = ['authorization', 'accept', 'accept-encoding', 'user-agent', 'content-type'];
      assert.deepEqual(
        exchange.request.headers.map(([header]) => header),
        names,
      );
      assert.deepEqual(exchange.request.body, {
        ...{ kind: 'multipart', fields: { purpose: 'payment_evidence' } },
        file: { fieldName: 'file', ...about, size: 300_000 },
      });
    });

    it('know from the documented error alone that a file is not there', async () => {
      const notFound = { success: false, code: 'not_found', message: 'No such file', data: {} };
      const answers: [Record<string, unknown>, boolean][] = [
        [notFound, true],
        [{ ...notFound, code: 404 }, false],
        [{ code: 'route_not_found', message: 'no route' }, false],
        [{ message: 'Not Found' }, false],
      ];
      for (const [body, isMissing] of answers) {
        await using test = makeClient(await startHttpServer(answering(404, body)), make());
        const failure = await failureOf(test.client.getFile('a'));
        const found = [failure.facts.status, saysMissing(failure)];
        assert.deepEqual(found, [404, isMissing], JSON.stringify(body));
      }
    });

    it('give a number that a double would round as the text of the service, and keep a key out of that too', async () => {
      const amount = '12345678901234567890.123456789';
      const key = '9007199254740993900719925474099';
      await using server = await startHttpServer((_request, response) => {
        const data = JSON.stringify({ ...FILE_DATA, rate: 1.5 }).slice(0, -1);
        const numbers = `"amount":${amount},"list":[1,{"id":9007199254740993}],"echo":${key}`;
        const paging = `"records":[],"paging":{"totalCount":${amount}}`;
        response.setHeader('content-type', 'application/json');
        response.end(`{"success":true,"message":"Done","data":${data},${numbers},${paging}}}`);
      });
      await using test = makeClient(server.url, make(), { apiKey: key });
      const expected = { amount, rate: 1.5, list: [1, { id: '9007199254740993' }], echo: MASK };
      const record: Readonly<Record<string, unknown>> = (await test.client.getFile('a')).data;
      const { amount: got, rate, list, echo } = record;
      assert.deepEqual({ amount: got, rate, list, echo }, expected);
      const { body, deviations } = await test.client.request({ method: 'GET', path: '/any' });
      assert.deepEqual(
        [(body as { data: { amount: unknown } }).data.amount, deviations],
        [amount, ['The answer has no x-request-id header.']],
      );
      // Its number is one, however long.
      const pages = await collect(test.client.pages({ path: '/any' }));
      assert.equal(pages.length, 1);
    });

    it('end a list at what is no page of it', async () => {
      const first = { records: [], paging: { totalCount: 1, nextPage: 'n' } };
      await using server = await startHttpServer((_request, response, index) => {
        sendJson(response, 200, ok(index === 0 ? first : {}));
      });
      await using test = makeClient(server.url, make());
      assert.equal((await failureOf(collect(test.client.pages({ path: '/any' })))).kind, 'decode');
      assert.deepEqual([server.seen.length, server.seen[1]?.path], [2, '/v1/any?page=n']);
    });

    it('send the headers that were given in the place of their own, whatever their letters', async () => {
      await using test = makeClient(await startHttpServer(), make());
      await test.client.request({ method: 'GET', path: '/x', headers: [['ACCEPT', 'text/csv']] });
      assert.equal(test.server.seen[0]?.headers.accept, 'text/csv');
    });

    it('read a file by any id as one segment, and keep its link whole', async () => {
      await using test = makeClient(await startHttpServer(answering(200, ok(FILE_DATA))), make());
      const answer = await test.client.getFile('../a b/ü?#');
      assert.equal(test.server.seen[0]?.path, '/v1/files/..%2Fa%20b%2F%C3%BC%3F%23');
      assert.equal(answer.data.contentLink.url, FILE_DATA.contentLink.url);
      assert.equal(test.exchanges[0]?.attempts[0]?.response?.body, JSON.stringify(ok(FILE_DATA)));
    });

    it('take keys out of a text that others keep', async () => {
      const keys = { apiKey: ` ${TEST_KEY}\n`, otherKeys: ['another-key-4711'] };
      await using test = makeClient('http://127.0.0.1:1', make(), keys);
      const text = `file:///a/${encodeURIComponent(TEST_KEY)}/another-key-4711.pdf`;
      assert.equal(test.client.redact(text), `file:///a/${MASK}/${MASK}.pdf`);
    });

    it('top up with a number and a currency in upper case', async () => {
      await using test = makeClient(await startHttpServer(), make());
      const answer = await test.client.topUp({ amount: 12.34, currency: 'eur' });
      assert.deepEqual(answer.data, {});
      const [seen] = test.server.seen;
      assert.deepEqual([seen?.method, seen?.path], ['POST', '/v1/balances/sandbox/top-up']);
      assert.equal(seen?.headers['content-type'], 'application/json');
      assert.deepEqual(JSON.parse(String(seen.body)), { amount: 12.34, currency: 'EUR' });
    });

    it('send file requests to the files address and others to the API address, each with one /v1', async () => {
      await using api = await startHttpServer();
      await using files = await startHttpServer();
      const urls = { apiUrl: `${api.url}/eu/v1/`, filesUrl: files.url };
      await using test = makeClient(api.url, make(), urls);
      for (const path of ['/v1/files', 'files/a?b=c', '/filesystem', '/v1/v1/x'])
        await test.client.request({ method: 'GET', path });
      const pathsOf = ({ seen }: HttpServer) => seen.map(({ path }) => path);
      assert.deepEqual(pathsOf(files), ['/v1/files', '/v1/files/a?b=c']);
      assert.deepEqual(pathsOf(api), ['/eu/v1/filesystem', '/eu/v1/x']);
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

    it('report each call once to both listeners, even when these throw', async () => {
      await using server = await startHttpServer();
      let calls = 0;
      const onExchange = () => {
        calls += 1;
        throw new Error('A listener in trouble');
      };
      await using test = makeClient(server.url, make(), { onExchange });
      await test.client.request({ method: 'GET', path: '/x' }, { onExchange });
      assert.equal(calls, 2);
    });
  });
}
