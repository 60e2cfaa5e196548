import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { fail, succeed, useEnvironments } from '../../support/extension';
import { envelope, KEY, SAMPLES } from '../../support/requests';

/** The tabs that hold a table. */
function tables(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('paymentsApi.table'),
    );
}

/** Resolves when the window has reported a table's tab. */
function tablesShown(): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (tables().length === 0) return;
      listener.dispose();
      resolve();
    });
  });
}

describe('answers as tables', () => {
  it('opens a list with its columns and rows, once for each answer', async () => {
    const { exchangeId } = await succeed('sendRequest', {
      path: SAMPLES,
      query: { limit: 10 },
      environment: 'local',
      reveal: false,
    });
    const shown = tablesShown();
    const { data } = await succeed('openAsTable', exchangeId);
    assert.equal(data.rows, 10);
    assert.deepEqual(data.columns.slice(0, 3), ['id', 'description', 'amount']);
    await shown;
    assert.equal(tables().length, 1);
    assert.deepEqual((await succeed('openAsTable', exchangeId)).data, data);
    assert.equal(tables().length, 1);
    await vscode.window.tabGroups.close(tables());
  });

  it('says what it does not know, and what is no list', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, envelope({ amount: 1 }));
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const { exchangeId } = await succeed('sendRequest', {
      path: '/x',
      environment: 'sandbox',
      reveal: false,
    });
    assert.equal((await fail('openAsTable', exchangeId)).error.kind, 'preflight');
    assert.equal((await fail('openAsTable', 'ex_unknown')).error.kind, 'not-found');
    assert.equal((await fail('openAsTable', 7)).error.kind, 'preflight');
  });
});
