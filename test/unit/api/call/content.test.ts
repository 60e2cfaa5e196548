import assert from 'node:assert/strict';
import type { WireRequest } from '../../../../src/api';
import { TEST_KEY, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { answering, type Handler, startHttpServer } from '../../../support/httpServer';
import { transportBy, wireAnswer } from '../../../support/wire';

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

    it('behind redirects is asked for in the same way, without the key after the first', async () => {
      await using other = await startHttpServer(sendPdf);
      const stored = `${other.url}/stored?signature=abc`;
      await using server = await startHttpServer((...request) =>
        redirectTo(request[2] === 0 ? '/y' : stored)(...request),
      );
      await using test = makeClient(server.url, make());
      const content = await test.client.getContent(`${server.url}/x`);
      assert.deepEqual(Buffer.from(content.bytes), PDF);
      const asked = [...server.seen, ...other.seen];
      for (const { headers } of asked)
        assert.deepEqual([headers.accept, headers['accept-encoding']], ['*/*', 'identity']);
      const keys = asked.map(({ headers }) => headers.authorization);
      assert.deepEqual(keys, [`ApiKey ${TEST_KEY}`, undefined, undefined]);
      assert.equal(test.exchanges[0]?.attempts.length, 3);
      assert.ok(!JSON.stringify(test.exchanges).includes('signature'));
    });

    it('is not led on by a status that is no redirect, and may have no type', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(299, { location: '/y' }).end(PDF);
      });
      await using test = makeClient(server.url, make());
      const content = await test.client.getContent(`${server.url}/x`);
      assert.deepEqual([content.mimeType, server.seen.length], [undefined, 1]);
    });

    it('that nobody waits for any more is not fetched', async () => {
      await using test = makeClient(await startHttpServer(sendPdf), make());
      const call = test.client.getContent(`${test.server.url}/a`, { signal: AbortSignal.abort() });
      assert.equal((await failureOf(call)).kind, 'cancelled');
      assert.equal(test.server.seen.length, 0);
    });

    it('that breaks off is not content', async () => {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part', () => response.destroy());
      });
      await using test = makeClient(server.url, make());
      const failure = await failureOf(test.client.getContent(`${server.url}/x`));
      assert.deepEqual([failure.kind, failure.facts.status, server.seen.length], ['network', 200, 3]);
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

    it('behind a redirect to where nothing is names that host', async () => {
      // Too long for a name, so that nobody is asked for it.
      const nowhere = `${'a'.repeat(64)}.invalid`;
      await using test = makeClient(await startHttpServer(redirectTo(`https://${nowhere}/x`)), make());
      const failure = await failureOf(test.client.getContent(`${test.server.url}/x`));
      assert.deepEqual([failure.kind, failure.causeCode], ['network', 'ENOTFOUND']);
      const [{ attempts, setting } = assert.fail()] = test.exchanges;
      assert.deepEqual([failure.setting, setting], ['http.proxy', 'http.proxy']);
      for (const text of [failure.message, attempts.at(-1)?.error?.message])
        assert.ok(text?.includes(`no host named ${nowhere} was found`), text);
    });

    it('behind too many redirects is given up', async () => {
      await using test = makeClient(await startHttpServer(redirectTo('/again')), make());
      assert.equal((await failureOf(test.client.getContent(`${test.server.url}/x`))).kind, 'http');
      assert.equal(test.server.seen.length, 6);
    });

    for (const location of ['', 'http://files.example/x']) {
      it(`behind a redirect to "${location}" is not fetched`, async () => {
        await using test = makeClient(await startHttpServer(redirectTo(location)), make());
        const failure = await failureOf(test.client.getContent(`${test.server.url}/x`));
        assert.deepEqual([failure.kind, failure.facts.status, test.server.seen.length], ['http', 302, 1]);
      });
    }
  });
}

/** A transport that answers every request with content in such pieces, and the headers of these requests. */
function answeringWith(...pieces: readonly Uint8Array[]) {
  const sent: WireRequest['headers'][] = [];
  const transport = transportBy(({ headers }) => {
    sent.push(headers);
    return Promise.resolve(wireAnswer(200, {}, pieces));
  });
  return { transport, sent };
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
    ['no link', 'refused'],
    ['', 'refused'],
  ];
  for (const [link, becomes] of cases) {
    it(`to "${link}" is ${becomes === 'refused' ? becomes : `fetched ${becomes}`}`, async () => {
      const { transport, sent } = answeringWith(PDF);
      const addresses = { apiUrl: 'https://api.example', filesUrl: 'https://files.example' };
      await using test = makeClient('', transport, addresses);
      const call = test.client.getContent(link);
      if (becomes === 'refused') {
        const { kind, message } = await failureOf(call);
        assert.equal(kind, 'preflight');
        assert.match(message, /^Content is fetched from https links only, .* without a user name\. Fetch /);
      } else await call;
      const keys = sent.map((headers) => headers.some(([name]) => name === 'authorization'));
      assert.deepEqual(keys, becomes === 'refused' ? [] : [becomes === 'with the key']);
      assert.equal(test.exchanges.length, sent.length);
    });
  }

  it('leads to no more than 64 MiB', async () => {
    const pieces = Array<Uint8Array>(64).fill(Buffer.alloc(1024 * 1024));
    await using whole = makeClient('http://127.0.0.1', answeringWith(...pieces).transport);
    assert.equal((await whole.client.getContent('http://127.0.0.1/x')).bytes.length, 64 * 1024 * 1024);
    await using more = makeClient('http://127.0.0.1', answeringWith(...pieces, PDF).transport);
    const failure = await failureOf(more.client.getContent('http://127.0.0.1/x'));
    assert.equal(failure.kind, 'decode');
    assert.match(failure.message, /larger than 64 MiB/);
  });
});
