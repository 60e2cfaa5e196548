import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createUndiciTransport } from '../../../../src/api';
import { ConfigurationError } from '../../../../src/api/model/errors';
import { Exchanges } from '../../../../src/requests/exchange/exchanges';
import { TablePanel, type TableContext } from '../../../../src/requests/table/tablePanel';
import { TableModel } from '../../../../src/requests/table/tableModel';
import type { RequestPlan } from '../../../../src/api/model/requestPlan';
import type { CallOptions } from '../../../../src/api/model/clientTypes';
import type { Connections, Reachable } from '../../../../src/services/connections';
import type { Permit, Sender } from '../../../../src/services/sender';
import type { Services } from '../../../../src/services/services';
import { servicesWith } from '../../support/services';
import { makeClient } from '../../../support/apiClient';
import { environmentAt } from '../../../support/services';
import { sendJson, startHttpServer } from '../../../support/httpServer';
import { answered, exchange } from '../../../unit/requests/exchanges';
import { extension } from '../../support/extension';
import { memento } from '../../support/registry';
import { envelope } from '../../support/requests';

/** Opens a table whose page does only what the test asks of it. */
function openTable(
  model: TableModel,
  parts: Pick<TableContext, 'services' | 'setUp'> & Partial<TableContext>,
) {
  const options = { enableScripts: true };
  const panel = vscode.window.createWebviewPanel('test.table', '', vscode.ViewColumn.Active, options);
  const given = {
    exchanges: new Exchanges(() => Promise.reject(new Error('Nothing is stored'))),
    extensionUri: extension().extensionUri,
    state: memento(),
    ...parts,
  };
  const table = new TablePanel(panel, given, model);
  return {
    run(script: string) {
      panel.webview.html = `<script>${script}</script>`;
    },
    [Symbol.dispose]() {
      table.release();
      panel.dispose();
    },
  };
}

/** A list of nine of which the first page is shown. */
function listAt(url: string, environment: string): TableModel {
  const data = page('a', 'c2');
  const attempts = [answered(200, JSON.stringify(envelope(data)))];
  const { pathname, search } = new URL(url);
  return (
    TableModel.of(exchange({ environment, url, path: pathname + search, paging: data.paging, attempts })) ??
    assert.fail()
  );
}

function page(id: string, nextPage: string) {
  return { records: [{ id }], paging: { totalCount: 9, nextPage } };
}

describe('the next page of a table', () => {
  it('asks for a key that is missing, and then goes on', async () => {
    const steps: string[] = [];
    const wentOn = Promise.withResolvers<undefined>();
    using panel = openTable(listAt('https://api.example/v1/list', 'keyless'), {
      services: servicesWith({
        connections: {
          ready() {
            steps.push('open');
            if (steps.length > 1) wentOn.resolve(undefined);
            return Promise.reject(
              new ConfigurationError('No key.', { environment: 'keyless', missing: 'key' }),
            );
          },
        } as unknown as Connections,
      }),
      setUp(environment) {
        steps.push(`set up ${environment}`);
        return Promise.resolve();
      },
    });
    // As the button of the page does.
    panel.run('acquireVsCodeApi().postMessage({ type: "nextPage" })');
    await wentOn.promise;
    assert.deepEqual(steps, ['open', 'set up keyless', 'open']);
  });
});

describe('what a table cannot do', () => {
  it('is said in the table', async () => {
    const said = Promise.withResolvers<undefined>();
    using panel = openTable(listAt('https://api.example/v1/list', 'sandbox'), {
      services: servicesWith({
        keys: { every: () => Promise.reject(new Error('Locked')) } as unknown as Services['keys'],
      }),
      setUp: () => Promise.resolve(),
      state: {
        ...memento(),
        update() {
          said.resolve(undefined);
          return Promise.resolve();
        },
      },
    });
    panel.run(`
      const { postMessage } = acquireVsCodeApi();
      addEventListener('message', ({ data }) => {
        if (data.type === 'status' && data.kind === 'error') postMessage({ type: 'layout', layout: [] });
      });
      postMessage({ type: 'export', format: 'csv', rows: [0], columns: [0] });
    `);
    await said.promise;
  });
});

describe('all pages of a table', () => {
  it('are appended as they come, and Cancel ends the reading and keeps what is there', async () => {
    const ended = Promise.withResolvers<undefined>();
    await using server = await startHttpServer((_request, response, index) => {
      // The third page never comes.
      if (index === 0) sendJson(response, 200, envelope(page('b', 'c3')));
    });
    await using test = makeClient(`${server.url}/v1`, createUndiciTransport(), { timeoutMs: 60_000 });
    // A person sent it, although the interface names another range.
    const model = listAt(`${server.url}/v1/list?limit=500`, 'sandbox');
    const environment: Reachable = { ...environmentAt(server.url), identity: undefined, keyMark: '' };
    using panel = openTable(model, {
      services: servicesWith({
        connections: { ready: () => Promise.resolve(environment) } as unknown as Connections,
        sender: {
          permit: (plan: RequestPlan) => Promise.resolve({ plan }),
          send: ({ plan }: Permit, call: CallOptions) => test.client.send(plan, call),
        } as unknown as Sender,
      }),
      setUp: () => Promise.resolve(),
      state: {
        ...memento(),
        update() {
          ended.resolve(undefined);
          return Promise.resolve();
        },
      },
    });
    // As the buttons of the page do: Cancel, once a page was appended. What it keeps of the columns says that it is over.
    panel.run(`
      const { postMessage } = acquireVsCodeApi();
      addEventListener('message', ({ data }) => {
        if (data.type === 'append') postMessage({ type: 'cancel' });
        else if (data.type === 'status' && !data.busy) postMessage({ type: 'layout', layout: [] });
      });
      postMessage({ type: 'allPages' });
    `);
    await ended.promise;
    assert.deepEqual(model.records, [{ id: 'a' }, { id: 'b' }]);
    assert.deepEqual([model.nextPage, model.exchanges.length], ['c3', 2]);
  });
});
