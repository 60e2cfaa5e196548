import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConfigurationError, errorFacts, PreflightError } from '../../../../src/api';
import { writeHash } from '../../../../src/api/call/writeHash';
import { planRequest } from '../../../../src/api/rules/plan';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { ID, answer } from '../../../support/rawAnswers';
import { rawResponse, startRawServer } from '../../../support/rawServer';
import { transportBy, wireAnswer } from '../../../support/wire';

const make = TRANSPORTS[0]?.make ?? assert.fail();

/** Headers carry no spaces at their ends, so neither do keys. */
const keys = fc
  .stringMatching(/^[\x21-\x7e][\x20-\x7e]{6,30}[\x21-\x7e]$/)
  .filter((key) => /[\w]{4}/.test(key));

/** A key as a service may echo it in a header, a status line or a body. */
const echoes: ((key: string) => string)[] = [
  (key) => key,
  encodeURIComponent,
  (key) => JSON.stringify(key).slice(1, -1),
  (key) => Buffer.from(`user:${key}`).toString('base64'),
  (key) => Buffer.from(key).toString('base64url'),
];

function assertNoKey(what: unknown, key: string): void {
  const text = JSON.stringify(what);
  for (const echo of echoes) {
    const form = echo(key);
    // The digits at the ends of base64 belong to the neighbours as well.
    const core = form.length > 20 ? form.slice(3, -4) : form;
    const isThere = text.includes(core) || text.includes(JSON.stringify(core).slice(1, -1));
    assert.ok(!isThere, `${form} in ${text}`);
  }
}

describe('A key that a service throws back', () => {
  for (const status of [200, 400, 302, 500]) {
    it(`is in no exchange, answer or error (status ${status})`, async () => {
      await fc.assert(
        fc.asyncProperty(keys, fc.constantFrom(...echoes), async (key, echo) => {
          const echoed = echo(key);
          const inJson = JSON.stringify(`you sent ${echoed}`);
          const fields = `[{"fieldName":${inJson},"code":${inJson},"message":${inJson}}]`;
          const data = status === 200 ? `{${inJson}:${inJson}}` : fields;
          const body = `{"success":${status === 200},"code":${inJson},"message":${inJson},"data":${data}}`;
          const headers = {
            'x-request-id': `id-${echoed}`,
            'x-echo': echoed,
            location: `https://e.example/${encodeURIComponent(echoed)}?${encodeURIComponent(echoed)}`,
          };
          const said = wireAnswer(status, headers, [Buffer.from(body)]);
          const transport = transportBy(() => Promise.resolve({ ...said, statusText: `Said ${echoed}` }));
          await using test = makeClient('https://a.example', transport, { apiKey: key, maxRetries: 0 });
          const request = { method: 'POST', path: '/p', query: { q: key }, body: { [key]: key } };
          const call = test.client.request(request);
          if (status === 200) assertNoKey(await call, key);
          else {
            const failure = await failureOf(call);
            const { requestId, message, stack, cause } = failure;
            assertNoKey([errorFacts(failure), requestId, message, stack, String(cause)], key);
          }
          assert.equal(test.exchanges.length, 1);
          assertNoKey(test.exchanges, key);
          assert.equal(test.exchanges[0]?.request.headers[0]?.[1], 'ApiKey ••••');
        }),
        { numRuns: 60 },
      );
    });
  }

  it('is not left in part where a message shortens what came', async () => {
    const apiKey = 'a-rather-long-key-for-the-cut';
    await using server = await startRawServer(answer(rawResponse(`500 ${'y'.repeat(45)}${apiKey}`, ID)));
    await using test = makeClient(server.url, make(), { apiKey, maxRetries: 0 });
    const { message } = await failureOf(test.client.request({ method: 'GET', path: '/x' }));
    assert.doesNotMatch(message, /a-rather/);
  });

  it('of another environment is not kept either, and the request says that it was altered', async () => {
    const other = 'the-key-of-production';
    await using server = await startRawServer(answer(rawResponse(200, ID, JSON.stringify(ok({ other })))));
    await using test = makeClient(server.url, make(), { apiKey: 'own-key-12345', otherKeys: [other] });
    const send = (path: string, body?: unknown) => test.client.request({ method: 'POST', path, body });
    await send(`/x/${other}`);
    await send('/x', { note: Buffer.from(other).toString('hex') });
    await send('/x', { url: 'https://shop.example/hook?token=abc' });
    const content = { bytes: Buffer.from('<the file>'), kept: '< ./a.pdf' };
    await test.client.request({ method: 'POST', path: '/x', content });
    assertNoKey(test.exchanges, other);
    const altered = test.exchanges.map(({ request }) => request.altered);
    assert.deepEqual(altered, ['redacted', 'redacted', undefined, 'files']);
    const body = test.exchanges[2]?.request.body;
    assert.equal(body?.kind === 'json' && body.text, '{"url":"https://shop.example/hook?token=abc"}');
  });

  it('is written down before the first byte of a write, and of nothing else', async () => {
    const events: string[] = [];
    await using server = await startHttpServer((_request, response) => {
      events.push('sent');
      sendJson(response, 200, ok({}));
    });
    await using test = makeClient(server.url, make(), {
      onWrite: async ({ writeHash, request, id }) => {
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${writeHash} ${request.body?.kind ?? ''} ${id.slice(0, 3)}`);
      },
    });
    const plan = planRequest({ method: 'POST', path: '/x', body: { a: 1 } });
    await test.client.request({ method: 'GET', path: '/x' });
    await test.client.send(plan);
    const hash = writeHash(plan, { apiUrl: `${server.url}/v1`, filesUrl: server.url });
    assert.deepEqual(events, ['sent', `${hash} json ex_`, 'sent']);
  });

  it('says why a write was not sent that could not be written down', async () => {
    await using server = await startRawServer(answer(rawResponse(200, ID, JSON.stringify(ok({})))));
    let reason: Error = new Error('The disk is full.');
    await using test = makeClient(server.url, make(), { onWrite: () => Promise.reject(reason) });
    const send = () => failureOf(test.client.request({ method: 'POST', path: '/x', body: {} }));
    const full = await send();
    assert.deepEqual([full.kind, full.facts.mayHaveActed], ['configuration', undefined]);
    assert.match(full.message, /it was not sent: The disk is full/);
    reason = new ConfigurationError('The list is locked.');
    assert.match((await send()).message, /it was not sent: The list is locked/);
    reason = new PreflightError('Sent a moment ago.');
    const twin = await send();
    assert.deepEqual([twin.kind, twin.message], ['preflight', 'Sent a moment ago.']);
    const ends = test.exchanges.map(({ outcome, attempts }) => `${outcome} ${attempts.length}`);
    assert.deepEqual(ends, ['configuration 0', 'configuration 0', 'preflight 0']);
    assert.equal(server.connections, 0);
  });
});
