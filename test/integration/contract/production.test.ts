import assert from 'node:assert/strict';
import { inspect as shown } from 'node:util';
import * as vscode from 'vscode';
import { Settings } from '../../../src/services/environments/settings';
import { startHttpServer } from '../../support/httpServer';
import { errorOf, KEY, outcomeOf } from '../support/contract';
import { newPdf, send, succeed, useEnvironments, writeFile } from '../support/extension';

describe('an environment of type production', () => {
  for (const environment of ['production', 'second-account']) {
    it(`"${environment}" gets no write that nobody agreed to, and every read`, async () => {
      await using server = await startHttpServer();
      // The built-in one needs no type.
      const entry = { apiUrl: server.url, ...(environment !== 'production' && { type: 'production' }) };
      await using _environments = await useEnvironments({ [environment]: entry }, KEY);
      const money = { amount: 1, currency: 'EUR' };
      const write = (method: string, path: string) =>
        errorOf('sendRequest', { method, path, body: money, environment, reveal: false });
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post'])
        assert.equal((await write(method, '/things')).kind, 'cancelled', method);
      const uri = await writeFile('live.pdf', newPdf());
      const answers = { purpose: 'payment_evidence', duplicates: 'upload', environment };
      const upload = await outcomeOf('uploadFiles', uri, undefined, answers);
      const [result] = upload.ok ? (upload.data as { status: string }[]) : [];
      assert.equal(result?.status ?? upload.error?.kind, 'cancelled');
      for (const path of [
        '/balances/sandbox/top-up',
        '/v1/balances/sandbox/top-up',
        'balances//sandbox/top-up',
        '/balances/sandbox/top%2dup',
      ])
        await write('POST', path);
      // By what code gives, by a row, and by the id alone.
      for (const given of [{ ...money, environment }, { environmentId: environment }, environment]) {
        const { kind, message } = await errorOf('topUpSandbox', given);
        assert.equal(kind, 'configuration');
        assert.match(message, /production/);
      }
      await succeed('switchEnvironment', environment);
      assert.equal((await errorOf('topUpSandbox', money)).kind, 'configuration');
      await succeed('switchEnvironment', 'local');
      assert.equal(server.seen.length, 0);
      await send('/things', { environment });
      assert.equal(server.seen.length, 1);
    });
  }
});

describe('a setting out of its bounds', () => {
  const { getConfiguration } = vscode.workspace;
  afterEach(() => {
    Object.assign(vscode.workspace, { getConfiguration });
  });

  /** What the settings are, where each of the user's own has that value. */
  function valuesOf(globalValue: unknown): Settings['values'] {
    const inspect = () => ({ globalValue });
    Object.assign(vscode.workspace, { getConfiguration: () => ({ inspect }) });
    const settings = new Settings();
    const { values } = settings;
    settings.dispose();
    return { ...values, environments: undefined };
  }

  for (const value of [-1, 1e10, NaN, 'x', {}, [5], null])
    it(`is as if it were not there: ${shown(value)}`, () =>
      assert.deepEqual(valuesOf(value), valuesOf(undefined)));

  it('is taken within them, and as a fraction only where that means something', () => {
    for (const [value, ...expected] of [
      [7, 7, 7, 7, 7],
      [0, 4, 30, 0, 0],
      [1.5, 4, 1.5, 3, 5000],
    ]) {
      const { concurrency, timeoutSeconds, maxRetries, maxRequests } = valuesOf(value);
      assert.deepEqual([concurrency, timeoutSeconds, maxRetries, maxRequests], expected);
    }
    assert.equal(valuesOf('vscode').transport, 'vscode');
  });
});
