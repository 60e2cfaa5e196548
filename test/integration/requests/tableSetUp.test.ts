import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConfigurationError } from '../../../src/api/errors';
import { Exchanges } from '../../../src/requests/exchange/exchanges';
import { TableLayouts } from '../../../src/requests/table/layouts';
import { tableStrings } from '../../../src/requests/table/model/tableStrings';
import { TablePanel } from '../../../src/requests/table/tablePanel';
import { TableModel } from '../../../src/requests/table/tableModel';
import { answered, exchange } from '../../unit/requests/exchanges';
import { extension } from '../support/extension';
import { memento } from '../support/registry';

describe('the next page of a table', () => {
  it('asks for a key that is missing, and then goes on', async () => {
    const list = { records: [{ id: 'a' }], paging: { totalCount: 2, nextPage: 'c2' } };
    const model = TableModel.of(
      exchange({
        environment: 'keyless',
        method: 'GET',
        paging: { totalCount: 2, nextPage: 'c2' },
        attempts: [answered(200, JSON.stringify({ success: true, message: '', data: list }))],
      }),
    );
    assert.ok(model);
    const steps: string[] = [];
    const wentOn = Promise.withResolvers<undefined>();
    const options = { enableScripts: true };
    const panel = vscode.window.createWebviewPanel('test.table', '', vscode.ViewColumn.Active, options);
    const table = new TablePanel(
      panel,
      {
        exchanges: new Exchanges(() => Promise.reject(new Error('Nothing is stored'))),
        connections: {
          open() {
            steps.push('open');
            if (steps.length > 1) wentOn.resolve(undefined);
            return Promise.reject(new ConfigurationError({ message: 'No key.' }, { environment: 'keyless' }));
          },
        },
        setUp(environment) {
          steps.push(`set up ${environment}`);
          return Promise.resolve(true);
        },
        extensionUri: extension().extensionUri,
        layouts: new TableLayouts(memento()),
        strings: tableStrings(vscode.l10n),
      },
      model,
    );
    try {
      // As the button of the page does.
      panel.webview.html = '<script>acquireVsCodeApi().postMessage({ type: "nextPage" })</script>';
      await wentOn.promise;
      assert.deepEqual(steps, ['open', 'set up keyless', 'open']);
    } finally {
      table.release();
      panel.dispose();
    }
  });
});
