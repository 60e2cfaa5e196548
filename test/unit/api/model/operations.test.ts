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
import { DOCUMENTED, isBuiltIn, LOCAL_SANDBOX_OPERATIONS } from '../../../../src/api/model/operations';
import { MASK } from '../../../../src/api/model/redact';
import { readForm } from '../../../support/form';
import { type HttpServer, answering, sendJson, startHttpServer } from '../../../support/httpServer';

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
      const { headers, body } = seen;
      assert.deepEqual([seen.method, seen.path], ['POST', '/v1/files/upload']);
      assert.deepEqual(
        [headers['content-length'], headers['transfer-encoding']],
        [`${body.length}`, undefined],
      );
      const own = {
        ...{ authorization: `ApiKey ${TEST_KEY}`, accept: 'application/json' },
        ...{ 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'payments-api-explorer/test' },
      };
      for (const [header, value] of Object.entries(own)) assert.equal(headers[header], value);
      const form = await readForm(new Uint8Array(body), headers['content-type'] ?? '');
      const file = form.get('file');
      assert.ok(file instanceof File);
      assert.deepEqual([file.name, form.get('purpose')], ['счёт "1".pdf', 'payment_evidence']);
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), content);
      const [exchange] = test.exchanges;
      assert.equal(exchange?.id, answer.exchangeId);
      const names = exchange.request.headers.map(([header]) => header);
      assert.deepEqual(names, [...Object.keys(own), 'content-type']);
      assert.deepEqual(exchange.request.body, {
        ...{ kind: 'multipart', fields: { purpose: 'payment_evidence' } },
        file: { fieldName: 'file', ...about, size: 300_000 },
      });
    });

    it('know from the documented error alone that a file is not there', async () => {
      const notFound = { success: false, code: 'not_found', message: 'No such file', data: {} };
      const gateways = [
        { ...notFound, code: 404 },
        { code: 'route_not_found', message: 'no' },
        { message: 'No' },
      ];
      for (const body of [notFound, ...gateways]) {
        await using test = makeClient(await startHttpServer(answering(404, body)), make());
        const failure = await failureOf(test.client.getFile('a'));
        const found = [failure.facts.status, saysMissing(failure)];
        assert.deepEqual(found, [404, body === notFound], JSON.stringify(body));
      }
    });

    it('give a number that a double would round as the text of the service, and keep a key out of that too', async () => {
      const amount = '12345678901234567890.123456789';
      const key = '9007199254740993900719925474099';
      await using server = await startHttpServer((_request, response) => {
        const data = JSON.stringify({ ...FILE_DATA, rate: 1.5 }).slice(0, -1);
        const numbers = `"amount":${amount},"echo":${key}`;
        const paging = `"records":[],"paging":{"totalCount":${amount}}`;
        response.setHeader('content-type', 'application/json');
        response.end(`{"success":true,"message":"Done","data":${data},${numbers},${paging}}}`);
      });
      await using test = makeClient(server.url, make(), { apiKey: key });
      const record: Readonly<Record<string, unknown>> = (await test.client.getFile('a')).data;
      assert.deepEqual([record['amount'], record['rate'], record['echo']], [amount, 1.5, MASK]);
      const { body, deviations } = await test.client.request({ method: 'GET', path: '/any' });
      assert.equal((body as { data: typeof record }).data['amount'], amount);
      // Its number is one, however long.
      assert.deepEqual(deviations, ['The answer has no x-request-id header.']);
      const pages = test.client.pages({ path: '/any' });
      assert.deepEqual([(await pages.next()).done, (await pages.next()).done], [false, true]);
    });

    it('take no record of a file that lacks what the interface shows, unless it was just uploaded', async () => {
      await using server = await startHttpServer(answering(200, ok({ id: 'file_1' })));
      await using test = makeClient(server.url, make());
      assert.equal((await failureOf(test.client.getFile('file_1'))).kind, 'decode');
      const { deviations } = await test.client.uploadFile(FILE);
      assert.match(deviations.join(), /"data\.mimeType"/);
      assert.deepEqual(test.exchanges[1]?.deviations, deviations);
    });

    it('end a list at what is no page of it', async () => {
      const first = { records: [], paging: { totalCount: 1, nextPage: 'n' } };
      await using server = await startHttpServer((_request, response, index) =>
        sendJson(response, 200, ok(index === 0 ? first : {})),
      );
      await using test = makeClient(server.url, make());
      const pages = test.client.pages({ path: '/any' });
      await pages.next();
      assert.equal((await failureOf(pages.next())).kind, 'decode');
      assert.deepEqual([server.seen.length, server.seen[1]?.path], [2, '/v1/any?page=n']);
    });

    it('send the headers that were given in the place of their own, whatever their letters', async () => {
      await using test = makeClient(await startHttpServer(), make());
      await test.client.request({ method: 'GET', path: '/x', headers: [['ACCEPT', 'text/csv']] });
      assert.equal(test.server.seen[0]?.headers.accept, 'text/csv');
    });

    it('take keys out of a text that others keep', async () => {
      const keys = { apiKey: ` ${TEST_KEY}\n`, otherKeys: ['another-key-4711'] };
      await using test = makeClient('http://127.0.0.1:1', make(), keys);
      const text = `file:///a/${encodeURIComponent(TEST_KEY)}/another-key-4711.pdf`;
      assert.equal(test.client.redact(text), `file:///a/${MASK}/${MASK}.pdf`);
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
      await using test = makeClient(await startHttpServer(), make());
      const answer = await test.client.request({ method: 'HEAD', path: '/x' });
      assert.deepEqual([answer.status, answer.body, answer.requestId], [200, undefined, 'req-1']);
    });
  });
}

it('What only the Local Sandbox serves says what it is', () => {
  assert.deepEqual(
    LOCAL_SANDBOX_OPERATIONS.map(({ summary }) => summary),
    [
      'List sample payments, page by page',
      'List uploaded files, page by page',
      'List balances',
      'Read the scenario',
    ],
  );
});

it('What is documented and what the Local Sandbox serves is known from the start, and nothing else', () => {
  assert.ok([...DOCUMENTED, ...LOCAL_SANDBOX_OPERATIONS].every(isBuiltIn));
  assert.ok(!isBuiltIn({ source: 'file:///work/openapi.yaml' }));
});
