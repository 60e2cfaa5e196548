import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../../src/api';
import { AnswerChecks, type CheckParts } from '../../../../src/services/descriptions/answerChecks';
import { Operations } from '../../../../src/services/descriptions/operations';
import { failureOf, makeClient } from '../../../support/apiClient';
import { startHttpServer } from '../../../support/httpServer';
import { environmentAt } from '../../../support/services';

/** Why the answer of a server is not checked. */
async function reasonFor(headers: Record<string, string>, body: string): Promise<string | undefined> {
  await using server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const checks = new AnswerChecks({
    descriptions: { ready: () => Promise.resolve() },
    operations: new Operations(),
    environments: { all: [environmentAt(server.url)] },
    settings: { values: { checkAnswers: true } },
  } as unknown as CheckParts);
  const ids: string[] = [];
  await using test = makeClient(server.url, createUndiciTransport(), {
    environment: 'sandbox',
    onExchange: (exchange, answer) => {
      ids.push(exchange.id);
      checks.note(exchange, answer, new Promise(() => undefined));
    },
  });
  await failureOf(test.client.getFile('file_1'));
  return (await checks.recent(ids[0] ?? ''))?.reason;
}

describe('An answer that cannot be read', () => {
  it('is called too large only where it is', async () => {
    assert.equal(await reasonFor({}, ' '.repeat(11 * 1024 * 1024)), 'too-large');
    assert.equal(await reasonFor({ 'content-encoding': 'gzip' }, '{}'), 'no-answer');
    assert.equal(await reasonFor({ 'content-encoding': 'rot13' }, '{}'), 'no-answer');
  });
});
