import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LocalSandboxControl } from '../../../src/sandbox/control';
import { LOCAL_SANDBOX_KEY } from '../../../src/sandbox/server/data/key';
import type { Outcome } from '../../../src/commands/outcome';
import { fail, succeed, shownText } from '../support/extension';
import { dismissAll } from '../support/prompts';

const topUp = { environment: 'local', amount: 1, currency: 'EUR' };

function kindOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.error.kind;
}

const controlOf = (file: string, onAddresses: (addresses: unknown) => void = () => undefined) =>
  new LocalSandboxControl({ file, onAddresses, onWarning: () => undefined });

describe('the Local Sandbox', () => {
  afterEach(async () => {
    await succeed('setLocalSandboxScenario', 'normal');
  });

  it('starts with its addresses, which stay the same while it runs', async () => {
    const { data } = await succeed('startLocalSandbox');
    assert.match(data.apiUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    assert.equal(`${data.filesUrl}/v1`, data.apiUrl);
    assert.deepEqual((await succeed('startLocalSandbox')).data, data);
  });

  it('stays stopped until it is started again, then at the same address', async () => {
    const { data: before } = await succeed('startLocalSandbox');
    await succeed('stopLocalSandbox');
    const { error } = await fail('topUpSandbox', topUp);
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /stopped/);
    // A person is not asked for what cannot be sent.
    const environment = 'local';
    for (const [name, ...args] of [
      ['topUpSandbox', { environment }],
      ['sendRequest', { environment }],
      ['addFileById', undefined, { environment }],
    ] as const) {
      const asked = vscode.commands.executeCommand<Outcome<unknown>>(`paymentsApi.${name}`, ...args);
      assert.deepEqual(await dismissAll(asked).then(kindOf), 'configuration', name);
    }
    assert.deepEqual((await succeed('startLocalSandbox')).data, before);
    await succeed('topUpSandbox', topUp);
  });

  it('survives being started and stopped at the same time', async () => {
    await Promise.all([
      succeed('stopLocalSandbox'),
      succeed('startLocalSandbox'),
      succeed('stopLocalSandbox'),
      succeed('startLocalSandbox'),
    ]);
    await succeed('startLocalSandbox');
    await succeed('topUpSandbox', topUp);
  });

  it('runs once where a start that failed was followed by a stop and another start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const inTheWay = join(folder, 'data');
    writeFileSync(inTheWay, 'a file, where a folder is needed');
    const control = controlOf(join(inTheWay, 'sandbox.db'), (addresses) => {
      if (addresses === undefined) rmSync(inTheWay, { recursive: true });
    });
    const failing = assert.rejects(control.start(), /could not be started/);
    const stopping = control.stop();
    const starting = control.start();
    await failing;
    const running = await Promise.all([starting, control.start()]);
    await stopping;
    try {
      assert.equal(running[0], running[1]);
    } finally {
      for (const sandbox of new Set(running)) await sandbox.close();
    }
  });

  it('is reset from the palette only after a question', async () => {
    assert.equal((await fail('askToResetLocalSandbox')).error.kind, 'cancelled');
  });

  it('drops connections when it is offline', async () => {
    await succeed('setLocalSandboxScenario', 'offline');
    const { error, exchangeId } = await fail('topUpSandbox', topUp);
    assert.equal(error.kind, 'unknown-outcome');
    assert.match(error.message, /The cause is the scenario of the Local Sandbox: Offline\.$/);
    await succeed('showExchange', exchangeId);
    const text = shownText();
    assert.match(text, /^\/\/ Scenario: Offline · POST \/v1/);
  });

  it('notifies the views of a scenario that a request set', async () => {
    const control = controlOf(join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'a.db'));
    try {
      const { apiUrl } = await control.start();
      const scenarios: (string | undefined)[] = [];
      control.onDidChange(() => scenarios.push(control.facts.scenario));
      const response = await fetch(`${apiUrl}/local-sandbox/scenario`, {
        method: 'PUT',
        headers: { authorization: `ApiKey ${LOCAL_SANDBOX_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ scenario: 'slow' }),
      });
      assert.equal(response.status, 200);
      assert.deepEqual(scenarios, ['slow']);
    } finally {
      await control.close();
    }
  });

  it('takes every scenario, and refuses one that there is not, naming those there are', async () => {
    for (const scenario of [
      'rate-limited',
      'flaky',
      'slow',
      'offline',
      'malformed',
      'expired-links',
      'normal',
    ])
      assert.deepEqual((await succeed('setLocalSandboxScenario', scenario)).data, { scenario });
    for (const scenario of ['nonsense', '', 7, 'Normal', '__proto__', 'constructor']) {
      const { error } = await fail('setLocalSandboxScenario', scenario);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /"normal" \| "rate-limited" \| "flaky"/);
    }
  });
});
