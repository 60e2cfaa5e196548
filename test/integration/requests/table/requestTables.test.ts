import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../../host/editor/waiting.mts';
import { answering } from '../../../support/httpServer';
import { closeEditors, fail, succeed, send } from '../../support/extension';
import { watchContext } from '../../support/registry';
import { envelope, SAMPLES } from '../../support/requests';
import { startService } from '../../support/contract';

/** The tabs that hold a table. */
function tables(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('paymentsApi.table'),
    );
}

describe('answers as tables', () => {
  it('opens a list with its columns and rows, once for each answer', async () => {
    const { exchangeId } = await send(SAMPLES, { query: { limit: 10 } });
    const { data } = await succeed('openAsTable', exchangeId);
    assert.equal(data.rows, 10);
    assert.deepEqual(data.columns.slice(0, 3), ['id', 'description', 'amount']);
    await until(() => tables().length === 1);
    assert.deepEqual((await succeed('openAsTable', exchangeId)).data, data);
    assert.equal(tables().length, 1);
    await vscode.window.tabGroups.close(tables());
  });

  it('says what is no list, and is offered for what may be one', async () => {
    await using _service = await startService(answering(200, envelope({ amount: 1 })));
    const { exchangeId } = await send('/x', { environment: 'sandbox' });
    assert.equal((await fail('openAsTable', exchangeId)).error.kind, 'preflight');
    using context = watchContext('paymentsApi.hasList');
    const isOffered = async (id: string | undefined, expected: boolean) => {
      await succeed('showExchange', id);
      await until(() => context.said.at(-1) === expected);
    };
    await isOffered((await send(SAMPLES)).exchangeId, true);
    await isOffered(exchangeId, false);
    await closeEditors();
  });
});
