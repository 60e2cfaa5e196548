import assert from 'node:assert/strict';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('A call that cannot be right', () => {
  const upload = { content: Buffer.from('x'), name: 'a', mimeType: 'image/png', purpose: 'payment_evidence' };
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  type Client = ReturnType<typeof makeClient>['client'];
  const refused: Record<string, (client: Client) => Promise<unknown>> = {
    'a body with NaN': (client) => client.request({ method: 'POST', path: '/x', body: { amount: NaN } }),
    'a body with Infinity': (client) => client.request({ method: 'POST', path: '/x', body: [Infinity] }),
    'a body with a Map': (client) => client.request({ method: 'POST', path: '/x', body: { a: new Map() } }),
    'a body with an invalid date': (client) =>
      client.request({ method: 'POST', path: '/x', body: [new Date(NaN)] }),
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
    'a limit of 0 for pages': (client) => collect(client.pages({ path: '/x', query: { limit: 0 } })),
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
