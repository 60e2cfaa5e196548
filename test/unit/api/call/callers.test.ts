import assert from 'node:assert/strict';
import { errorFacts } from '../../../../src/api/model/errors';
import { isRead, onlyReads } from '../../../../src/api/rules/methods';
import { FILE, TRANSPORTS, failureOf, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { startRawServer } from '../../../support/rawServer';

const make = TRANSPORTS[0]?.make ?? assert.fail();

describe('A client for somebody else than the user', () => {
  it('sends nothing but GET and HEAD where it may only read, and marks its exchanges', async () => {
    await using server = await startHttpServer();
    const asked = new Set<string>();
    const refuses = (method: string, service: string) => {
      asked.add(`${method} ${service}`);
      return isRead(method) ? undefined : errorFacts(onlyReads('x', 'test-environment'));
    };
    await using test = makeClient(server.url, make(), { refuses, origin: 'agent' });
    const { client } = test;
    const methods = ['POST', 'post', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'Merge'];
    const calls = [
      ...methods.map((method) => () => client.request({ method, path: '/payments' })),
      () => client.uploadFile(FILE),
      () => client.topUp({ amount: 1, currency: 'EUR' }),
    ];
    for (const call of calls) {
      const failure = await failureOf(call());
      assert.deepEqual([failure.kind, failure.environment], ['configuration', 'test-environment']);
      assert.match(failure.message, /^Only GET and HEAD .*"test-environment"/);
    }
    assert.equal(server.seen.length, 0);
    await client.request({ method: 'get', path: '/payments' });
    await client.request({ method: 'HEAD', path: '/payments' });
    await client.getContent(`${server.url}/x`);
    const sent = test.exchanges.map(({ method, origin }) => `${method} of an ${origin}`);
    assert.deepEqual(sent, ['GET of an agent', 'HEAD of an agent', 'GET of an agent']);
    assert.equal(server.seen.length, 3);
    assert.deepEqual([...asked].slice(5), ['MERGE api', 'POST files', 'GET api', 'HEAD api', 'GET files']);
  });

  for (const whose of ['its own signal', 'that of the call'])
    it(`ends every call with ${whose}`, async () => {
      const [own, ofCall] = [new AbortController(), new AbortController()];
      const options = { signal: own.signal, timeoutMs: 1000, maxRetries: 0 };
      await using test = makeClient(await startRawServer(() => undefined), make(), options);
      const call = failureOf(test.client.getFile('a', { signal: ofCall.signal }));
      (whose === 'its own signal' ? own : ofCall).abort();
      assert.equal((await call).kind, 'cancelled');
    });
});
