import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createUndiciTransport } from '../../../../src/api';
import { TaskFailure } from '../../../../src/descriptions/worker/client';
import { AnswerChecks, type CheckParts } from '../../../../src/services/descriptions/answerChecks';
import { Operations } from '../../../../src/services/descriptions/operations';
import { failureOf, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { environmentAt } from '../../../support/services';

const tooSlow = new TaskFailure({ name: 'TimeoutError', message: '' });

/** Why the answer of a server is not checked, in a window that closes. */
async function reasonFor(
  headers: Record<string, string>,
  body: string,
  { checkAnswers = true } = {},
): Promise<string | undefined> {
  await using server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const checks = new AnswerChecks({
    descriptions: { ready: () => Promise.resolve(), worker: { run: () => Promise.reject(tooSlow) } },
    operations: new Operations(),
    environments: { all: [environmentAt(server.url)] },
    settings: { values: { checkAnswers } },
    storage: { get: () => Promise.reject(new Error('The storage is closed.')) },
  } as unknown as CheckParts);
  const ids: string[] = [];
  await using test = makeClient(server.url, createUndiciTransport(), {
    environment: 'sandbox',
    onExchange: (exchange, answer) => {
      ids.push(exchange.id);
      checks.note(exchange, answer, Promise.resolve());
    },
  });
  await failureOf(test.client.getFile('file_1'));
  return (await checks.recent(ids[0] ?? ''))?.reason;
}

describe('An answer that is not checked', () => {
  it('says why: it takes too long, or the setting says so', async () => {
    // A small one is checked without the thread.
    const large = JSON.stringify('x'.repeat(100_000));
    assert.equal(await reasonFor({}, large), 'too-slow');
    assert.equal(await reasonFor({}, large, { checkAnswers: false }), 'switched-off');
  });

  it('is called too large only where it is', async () => {
    assert.equal(await reasonFor({}, ' '.repeat(11 * 1024 * 1024)), 'too-large');
    assert.equal(await reasonFor({ 'content-encoding': 'gzip' }, '{}'), 'no-answer');
    assert.equal(await reasonFor({ 'content-encoding': 'rot13' }, '{}'), 'no-answer');
  });

  it('is no failure that nobody handles where the window closes before that is kept', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    await reasonFor({}, '{}', { checkAnswers: false });
    await nextTurn();
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
  });
});
