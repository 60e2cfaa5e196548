import assert from 'node:assert/strict';
import type { Transport } from '../../../../src/api';
import { TEST_KEY, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { answering, type Handler, startHttpServer } from '../../../support/httpServer';
import { holdQuietPort } from '../../../support/quietPort';

const PDF = Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1');
const sendPdf: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'x-request-id': 'req-c' }).end(PDF);
};
const redirectTo =
  (location: string): Handler =>
  (_request, response) => {
    // Servers say in the body, too, where it leads to.
    const headers = { 'content-type': 'text/plain', ...(location !== '' && { location }) };
    response.writeHead(302, headers).end(`Redirecting to ${location}`);
  };

for (const { name, make } of TRANSPORTS) {
  describe(`Content over ${name}`, () => {
    it('of the environment’s own is fetched with the key, and its bytes and query are not kept', async () => {
      await using test = makeClient(await startHttpServer(sendPdf), make());
      const content = await test.client.getContent(`${test.server.url}/v1/files/a/content?signature=abc#x`);
      assert.deepEqual(Buffer.from(content.bytes), PDF);
      assert.deepEqual([content.mimeType, content.requestId], ['application/pdf', 'req-c']);
      assert.equal(test.server.seen[0]?.path, '/v1/files/a/content?signature=abc');
      assert.equal(test.server.seen[0].headers.authorization, `ApiKey ${TEST_KEY}`);
      const [exchange] = test.exchanges;
      assert.equal(exchange?.id, content.exchangeId);
      assert.deepEqual([exchange.operation, exchange.path], ['content', '/v1/files/a/content?…']);
      assert.equal(exchange.deviations, undefined);
      assert.equal(exchange.attempts[0]?.response?.body, undefined);
      assert.equal(exchange.attempts[0]?.response?.bodyBytes, PDF.length);
      assert.ok(!JSON.stringify(exchange).includes('signature'));
    });

    it('that is text is not kept either', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).end('a private letter');
      });
      await using test = makeClient(server.url, make());
      await test.client.getContent(`${server.url}/x`);
      assert.ok(!JSON.stringify(test.exchanges).includes('private'));
    });

    it('behind a redirect to its own origin is asked for in the same way, but without the key', async () => {
      await using server = await startHttpServer((request, response, index) => {
        void (index === 0 ? redirectTo('/y') : sendPdf)(request, response, index);
      });
      await using test = makeClient(server.url, make());
      await test.client.getContent(`${server.url}/x`);
      for (const { headers } of server.seen)
        assert.deepEqual([headers.accept, headers['accept-encoding']], ['*/*', 'identity']);
      const keys = server.seen.map(({ headers }) => headers.authorization);
      assert.deepEqual(keys, [`ApiKey ${TEST_KEY}`, undefined]);
    });

    it('is not led on by a status that is no redirect, and may have no type', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(200, { location: '/y' }).end(PDF);
      });
      await using test = makeClient(server.url, make());
      const content = await test.client.getContent(`${server.url}/x`);
      assert.deepEqual([content.mimeType, server.seen.length], [undefined, 1]);
    });

    for (const [status, kind, requests] of [
      [200, 'network', 3],
      [500, 'http', 3],
      [404, 'http', 1],
    ] as const) {
      it(`that breaks off is ${kind} with status ${status}`, async () => {
        await using server = await startHttpServer((_request, response) => {
          response.writeHead(status, { 'content-length': '100' });
          response.write('part', () => response.destroy());
        });
        await using test = makeClient(server.url, make());
        const failure = await failureOf(test.client.getContent(`${server.url}/x`));
        assert.deepEqual([failure.kind, failure.facts.status, server.seen.length], [kind, status, requests]);
      });
    }

    it('that is called off in the middle is cancelled, whatever its status', async () => {
      const cancel = new AbortController();
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(404, { 'content-length': '100' }).flushHeaders();
      });
      const transport = make();
      const send: Transport['send'] = async (...request) => {
        const answer = await transport.send(...request);
        setImmediate(() => {
          cancel.abort();
        });
        return answer;
      };
      await using test = makeClient(server.url, { send, close: () => transport.close() });
      const call = test.client.getContent(`${server.url}/x`, { signal: cancel.signal });
      assert.equal((await failureOf(call)).kind, 'cancelled');
    });

    it('that is not given without the key says why it had none', async () => {
      const refuse: Handler = answering(401, {});
      await using own = await startHttpServer(refuse);
      await using other = await startHttpServer(refuse);
      await using test = makeClient(own.url, make());
      const messageOf = async (url: string) => (await failureOf(test.client.getContent(url))).message;
      assert.match(await messageOf(`${other.url}/x`), /The API key was not sent/);
      assert.match(await messageOf(`${own.url}/x`), /The link may have expired/);
    });

    it('on another origin is fetched without the key', async () => {
      await using own = await startHttpServer(sendPdf);
      await using other = await startHttpServer(sendPdf);
      await using test = makeClient(own.url, make());
      await test.client.getContent(`${other.url}/x`);
      assert.equal(other.seen[0]?.headers.authorization, undefined);
    });

    it('behind redirects is fetched without the key after the first', async () => {
      await using other = await startHttpServer(sendPdf);
      await using server = await startHttpServer(redirectTo(`${other.url}/stored?signature=abc`));
      await using test = makeClient(server.url, make());
      const content = await test.client.getContent(`${server.url}/x`);
      assert.deepEqual(Buffer.from(content.bytes), PDF);
      assert.equal(server.seen[0]?.headers.authorization, `ApiKey ${TEST_KEY}`);
      assert.equal(other.seen[0]?.headers.authorization, undefined);
      assert.equal(test.exchanges[0]?.attempts.length, 2);
      assert.ok(!JSON.stringify(test.exchanges).includes('signature'));
    });

    it('behind a redirect to where nothing is names that host', async () => {
      await using quiet = await holdQuietPort();
      await using test = makeClient(await startHttpServer(redirectTo(`http://${quiet.host}/x`)), make());
      const failure = await failureOf(test.client.getContent(`${test.server.url}/x`));
      assert.equal(failure.kind, 'network');
      const refused = `${quiet.host} refused the connection`;
      assert.ok(failure.message.includes(refused), failure.message);
      assert.ok(test.exchanges[0]?.attempts.at(-1)?.error?.message.includes(refused));
    });

    it('behind too many redirects is given up', async () => {
      await using test = makeClient(await startHttpServer(redirectTo('/again')), make());
      assert.equal((await failureOf(test.client.getContent(`${test.server.url}/x`))).kind, 'http');
      assert.equal(test.server.seen.length, 6);
    });

    for (const location of [
      '',
      'http://files.example/x',
      'ftp://files.example/x',
      'https://u:p@files.example/x',
      'http://[',
    ]) {
      it(`behind a redirect to ${location} is not fetched`, async () => {
        await using test = makeClient(await startHttpServer(redirectTo(location)), make());
        const failure = await failureOf(test.client.getContent(`${test.server.url}/x`));
        assert.deepEqual([failure.kind, failure.facts.status, test.server.seen.length], ['http', 302, 1]);
      });
    }

    it('that has expired is an error like any other', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(403, { 'content-type': 'application/json' });
        response.end('{"success":false,"code":"expired","message":"The link has expired","data":{}}');
      });
      await using test = makeClient(server.url, make());
      const failure = await failureOf(test.client.getContent(`${server.url}/x`));
      assert.deepEqual([failure.kind, failure.facts.code], ['api', 'expired']);
      assert.match(test.exchanges[0]?.attempts[0]?.response?.body ?? '', /has expired/);
    });

    it('without end is refused at 64 MiB', async () => {
      const megabyte = Buffer.alloc(1024 * 1024);
      await using server = await startHttpServer((_request, response) => {
        response.on('error', () => undefined);
        const more = () => {
          while (response.write(megabyte));
        };
        response.on('drain', more);
        more();
      });
      await using test = makeClient(server.url, make(), { timeoutMs: 15_000 });
      const failure = await failureOf(test.client.getContent(`${server.url}/x`));
      assert.equal(failure.kind, 'decode');
      assert.match(failure.message, /larger than 64 MiB/);
    });
  });
}

describe('A link to content', () => {
  const cases: [link: string, becomes: 'with the key' | 'without the key' | 'refused'][] = [
    ['https://api.example/x', 'with the key'],
    ['https://FILES.example:443/x', 'with the key'],
    ['https://files.example:8443/x', 'without the key'],
    ['https://files.example.evil.example/x', 'without the key'],
    ['http://127.0.0.1:8080/x', 'without the key'],
    ['http://files.example/x', 'refused'],
    ['ws://127.0.0.1/x', 'refused'],
    ['https://files.example@evil.example/x', 'refused'],
    ['https://:word@files.example/x', 'refused'],
    ['//files.example/x', 'refused'],
    ['no link', 'refused'],
    ['', 'refused'],
  ];
  for (const [link, becomes] of cases) {
    it(`to "${link}" is ${becomes === 'refused' ? becomes : `fetched ${becomes}`}`, async () => {
      const sent: boolean[] = [];
      async function* body() {
        yield await Promise.resolve(PDF);
      }
      const send: Transport['send'] = ({ headers }) => {
        sent.push(headers.some(([name]) => name === 'authorization'));
        return Promise.resolve({ status: 200, statusText: '', headers: [], body: body() });
      };
      const addresses = { apiUrl: 'https://api.example', filesUrl: 'https://files.example' };
      await using test = makeClient('', { send, close: () => Promise.resolve() }, addresses);
      const call = test.client.getContent(link);
      if (becomes === 'refused') {
        const { kind, message } = await failureOf(call);
        assert.equal(kind, 'preflight');
        assert.match(message, /^This is not a link to content\./);
      } else await call;
      assert.deepEqual(sent, becomes === 'refused' ? [] : [becomes === 'with the key']);
      assert.equal(test.exchanges.length, sent.length);
    });
  }
});
