import assert from 'node:assert/strict';
import { TRANSPORTS, failureOf, makeClient, ok } from '../../../support/apiClient';
import { answer, JSON_TYPE } from '../../../support/rawAnswers';
import { rawResponse, startRawServer, type Respond } from '../../../support/rawServer';

const transport = TRANSPORTS[0]?.make ?? assert.fail();

/** What a call says of an answer: the kind of its error, and whether the service may have acted. */
async function factsOf(method: string, respond: Respond): Promise<[kind: string, mayHaveActed: unknown]> {
  await using test = makeClient(await startRawServer(respond), transport(), { maxRetries: 0 });
  const failure = await failureOf(
    test.client.request({ method, path: '/things', ...(method === 'GET' ? {} : { body: {} }) }),
  );
  assert.equal(test.exchanges[0]?.error?.mayHaveActed, failure.facts.mayHaveActed);
  return [failure.kind, failure.facts.mayHaveActed];
}

const json = (status: number, body: unknown) => answer(rawResponse(status, JSON_TYPE, JSON.stringify(body)));
const error = { success: false, code: 'odd', message: 'Odd.' };

describe('a write that the service may have acted on', () => {
  const uncertain: Record<string, [Respond, string]> = {
    'no answer': [(socket) => void socket.destroy(), 'unknown-outcome'],
    'a 500 with an error body': [json(500, error), 'api'],
    'a 504 without one': [answer(rawResponse(504, {}, '')), 'http'],
    'a 200 that is no envelope': [answer(rawResponse(200, {}, '<html>')), 'decode'],
    'a 200 without success': [json(200, { data: {} }), 'decode'],
  };
  for (const [name, [respond, kind]] of Object.entries(uncertain)) {
    it(`is marked after ${name}, and keeps its kind; a read is not`, async () => {
      for (const method of ['POST', 'DELETE']) assert.deepEqual(await factsOf(method, respond), [kind, true]);
      assert.equal((await factsOf('GET', respond))[1], undefined);
    });
  }

  it('is not marked where the service certainly did not act', async () => {
    for (const status of [400, 401, 404, 409, 429]) {
      assert.deepEqual(await factsOf('POST', json(status, error)), ['api', undefined]);
    }
    assert.deepEqual(await factsOf('POST', json(200, { ...ok({}), success: false })), ['api', undefined]);
  });
});
