import assert from 'node:assert/strict';
import { KEY } from '../support/contract';
import { startHttpServer, sendJson } from '../../support/httpServer';
import { fail, succeed, useEnvironments, writeFile, send } from '../support/extension';
import { SAMPLES, envelope } from '../support/requests';

const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'local' };

describe('what belongs to another account', () => {
  it('is no duplicate and not found after the Local Sandbox was reset', async () => {
    const uri = await writeFile('reset.pdf', `%PDF-1.4 ${crypto.randomUUID()}`);
    const first = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.equal(first.data[0]?.status, 'uploaded');
    assert.equal((await succeed('uploadFiles', uri, undefined, ANSWERS)).data[0]?.status, 'duplicate');
    await succeed('resetLocalSandbox');
    assert.deepEqual((await succeed('findFiles', 'reset.pdf', { environment: 'local' })).data, []);
    assert.equal((await fail('findRequest', first.requestId)).error.kind, 'not-found');
    const again = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.equal(again.data[0]?.status, 'uploaded');
    assert.notEqual(again.data[0].file?.['id'], first.data[0].file?.['id']);
  });

  it('is not sent again, edited or paged to the account that is there now', async () => {
    const list = { path: `${SAMPLES}?limit=3`, environment: 'local', reveal: false };
    const { exchangeId } = await succeed('sendRequest', list);
    await succeed('nextPage', exchangeId, { reveal: false });
    await succeed('resetLocalSandbox');
    for (const command of ['sendAgain', 'editRequest', 'nextPage', 'collectAllPages'] as const) {
      const { error } = await fail(command, exchangeId, { reveal: false, format: 'json' });
      assert.equal(error.kind, 'configuration', command);
      assert.match(error.message, /another account/, command);
    }
  });

  it('can be cleared after its environment moved, or was removed', async () => {
    await using server = await startHttpServer((_request, response) =>
      sendJson(response, 200, envelope(), { 'x-request-id': `gone-${server.port}` }),
    );
    const sendTo = async (url: string) => {
      await using _environment = await useEnvironments({ passing: { type: 'sandbox', apiUrl: url } }, KEY);
      return await send('/x', { environment: 'passing' });
    };
    const { requestId } = await sendTo(server.url);
    await sendTo(server.url.replace('127.0.0.1', 'localhost'));
    assert.equal((await fail('findRequest', requestId)).error.kind, 'not-found');
    assert.equal((await succeed('clearHistory', { environment: 'passing' })).data.count, 2);
    assert.equal((await succeed('clearHistory', { environment: 'passing' })).data.count, 0);
  });
});
