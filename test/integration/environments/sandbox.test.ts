import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LocalSandboxControl } from '../../../src/sandbox/control';
import { LOCAL_SANDBOX_KEY } from '../../../src/sandbox/server/data/key';
import type { Outcome } from '../../../src/commands/outcome';
import { call, fail, succeed, shownText } from '../support/extension';
import { dismissAll } from '../support/prompts';

const topUp = { environment: 'local', amount: 1, currency: 'EUR' };

const controlOf = (file: string, onAddresses: (addresses: unknown) => void = () => undefined) =>
  new LocalSandboxControl({ file, onAddresses, onWarning: () => undefined });

describe('the Local Sandbox', () => {
  afterEach(async () => {
    await succeed('setLocalSandboxScenario', 'normal');
  });

  it('stays stopped until it is started again, then at the same address, as while it runs', async () => {
    const { data: before } = await succeed('startLocalSandbox');
    assert.match(before.apiUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    assert.equal(`${before.filesUrl}/v1`, before.apiUrl);
    assert.deepEqual((await succeed('startLocalSandbox')).data, before);
    await succeed('stopLocalSandbox');
    const { error } = await fail('topUpSandbox', topUp);
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /stopped/);
    // A person is not asked for what cannot be sent.
    const local = { environment: 'local' };
    for (const [name, ...args] of [
      ['topUpSandbox', local],
      ['sendRequest', local],
      ['addFileById', undefined, local],
    ] as const) {
      const outcome = await dismissAll<Outcome<unknown>>(call(name, ...args));
      assert.equal(outcome.ok ? 'ok' : outcome.error.kind, 'configuration', name);
    }
    assert.deepEqual((await succeed('startLocalSandbox')).data, before);
    await succeed('topUpSandbox', topUp);
  });

  it('survives being started and stopped at the same time', async () => {
    const [stop, start] = ['stopLocalSandbox', 'startLocalSandbox'] as const;
    await Promise.all([stop, start, stop, start].map((name) => succeed(name)));
    await succeed(start);
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

  it('is said to be stopped to a request that waited for its start, where it was stopped meanwhile', async () => {
    const control = controlOf(join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'a.db'));
    const refused = assert.rejects(control.ensure(), { kind: 'configuration', missing: 'sandbox' });
    await control.stop();
    await refused;
  });

  it('is reset from the palette only after a question', async () =>
    assert.equal((await fail('askToResetLocalSandbox')).error.kind, 'cancelled'));

  it('drops connections when it is offline', async () => {
    await succeed('setLocalSandboxScenario', 'offline');
    const { error, exchangeId } = await fail('topUpSandbox', topUp);
    assert.equal(error.kind, 'unknown-outcome');
    assert.match(error.message, /The cause is the scenario of the Local Sandbox: Offline\.$/);
    await succeed('showExchange', exchangeId);
    const text = shownText();
    assert.match(text, /^\/\/ Scenario: Offline · .+ · POST \/v1/);
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
      await control.stop();
    }
  });

  it('says why where its data cannot be written', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'a.db');
    const control = controlOf(file);
    await control.start();
    using db = new DatabaseSync(file);
    db.exec("CREATE TRIGGER full BEFORE UPDATE ON state BEGIN SELECT RAISE(ABORT, 'full'); END");
    try {
      const refusal = {
        kind: 'configuration',
        message: /cannot open its data in .+a\.db.+ disk is not full/,
      };
      await assert.rejects(control.setScenario('slow'), refusal);
      await assert.rejects(control.reset(), refusal);
    } finally {
      await control.stop();
    }
  });

  it('takes every scenario, and refuses one that there is not, naming those there are', async () => {
    const scenarios = 'rate-limited flaky slow offline malformed expired-links normal'.split(' ');
    for (const scenario of scenarios)
      assert.deepEqual((await succeed('setLocalSandboxScenario', scenario)).data, { scenario });
    for (const scenario of ['nonsense', '', 7, 'Normal', '__proto__', 'constructor']) {
      const { error } = await fail('setLocalSandboxScenario', scenario);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /"normal" \| "rate-limited" \| "flaky"/);
    }
  });
});
