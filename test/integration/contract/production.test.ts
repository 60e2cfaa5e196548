import assert from 'node:assert/strict';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { KEY, outcomeOf, startService } from '../support/contract';
import { newPdf, setUserSetting, useEnvironments, writeFile } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };

describe('an environment of type production', () => {
  for (const environment of ['production', 'second-account']) {
    it(`"${environment}" gets no write that nobody agreed to, and every read`, async () => {
      await using server = await startHttpServer((_request, response) => {
        sendJson(response, 200, envelope);
      });
      const entry = { apiUrl: server.url, type: 'production' };
      await using _environments = await useEnvironments({ [environment]: entry }, KEY);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post']) {
        const { error, ok } = await outcomeOf('sendRequest', {
          method,
          path: '/things',
          body: {},
          environment,
          reveal: false,
        });
        assert.ok(!ok);
        assert.equal(error?.kind, 'cancelled', method);
      }
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
      ]) {
        const { ok } = await outcomeOf('sendRequest', {
          method: 'POST',
          path,
          body: { amount: 1, currency: 'EUR' },
          environment,
          reveal: false,
        });
        assert.ok(!ok, path);
      }
      const topUp = await outcomeOf('topUpSandbox', { amount: 1, currency: 'EUR', environment });
      assert.equal(topUp.error?.kind, 'configuration');
      assert.equal(server.seen.length, 0);
      assert.ok((await outcomeOf('sendRequest', { path: '/things', environment, reveal: false })).ok);
      assert.equal(server.seen.length, 1);

      await outcomeOf('switchEnvironment', environment);
      assert.equal(
        (await outcomeOf('topUpSandbox', { amount: 1, currency: 'EUR' })).error?.kind,
        'configuration',
      );
      await outcomeOf('switchEnvironment', 'local');
      assert.equal(server.seen.length, 1);
    });
  }
});

describe('a setting out of its bounds', () => {
  const numbers = [-1, 0, 1e9, 1.5, 'x'];
  const others = ['x', {}];
  for (const [key, values] of Object.entries({
    'uploads.concurrency': numbers,
    'requests.timeoutSeconds': numbers,
    'requests.maxRetries': numbers,
    'history.maxRequests': numbers,
    logBodies: others,
    defaultPurpose: others,
    'network.transport': others,
  })) {
    it(`does no harm: ${key}`, async () => {
      await using _service = await startService((_request, response) => {
        sendJson(response, 200, envelope);
      });
      const request = { path: '/a', environment: 'sandbox', reveal: false };
      for (const value of values) {
        await setUserSetting(key, value);
        const { ok, error } = await outcomeOf('sendRequest', request);
        assert.ok(ok, `${JSON.stringify(value)}: ${error?.message}`);
      }
      await setUserSetting(key, undefined);
    });
  }
});
