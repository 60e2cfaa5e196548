// What is tested in plain Node over both transports, here over the editor's own fetch: it looks for proxies, PAC
// files and certificates by itself, and what comes of a call must be the same. The faults of answers, one by one, are in
// plain Node with `fetch`, and over the editor's in `faults.soak.ts`.
import '../support/ownFetch';
import '../../unit/api/call/cancel.test';
import '../../unit/api/model/operations.test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { OPERATIONS } from '../../support/faults/operations';
import { startProxyServer } from '../../support/proxyServer';
import { holdQuietPort } from '../../support/quietPort';
import { PLACES, type Scene } from '../../support/faults/scenes';
import {
  fail,
  newPdf,
  sample,
  settingsOfGroup,
  setUserSetting,
  succeed,
  useEnvironments,
} from '../support/extension';
import { uploadNew } from '../support/uploads';

/** One that reads and one that writes: that all others fail as they do is in plain Node. */
const TRIED = ['details', 'top-up'].flatMap((wanted) => OPERATIONS.filter(({ name }) => name === wanted));

describe("A read and a write on every way that fails, over our own transport and the editor's", () => {
  it("has the editor's fetch to try", () => {
    assert.match(String(fetch), /^async function/);
    assert.doesNotMatch(String(fetch), /lazyUndici/);
  });

  for (const [what, makeScenes] of Object.entries(PLACES)) {
    it(what, async () => {
      const scenes = await makeScenes();
      const findings = await Promise.all(
        scenes.flatMap(({ transport, make }) =>
          TRIED.map(async ({ name, isWrite, run }) => {
            const found = await outcomeOf(await make(), run);
            return { transport, name, isWrite, found };
          }),
        ),
      );
      for (const { transport, name, isWrite, found } of findings) {
        const first = findings.find((finding) => finding.isWrite === isWrite);
        assert.deepEqual([transport, name, found], [transport, name, first?.found]);
      }
    });
  }
});

/** The result of a call, and the number of requests that the service got. */
async function outcomeOf(scene: Scene, run: (typeof OPERATIONS)[number]['run']): Promise<object> {
  const { client, exchanges } = scene.open();
  const failure = await run(client);
  const requests = scene.requests();
  await scene.close();
  assert.equal(exchanges.length, 1);
  return { outcome: failure?.kind ?? 'ok', requests };
}

// Of undici: test/unit/api/wire/networks.test.ts and network.test.ts.
describe('With the transport of the editor', () => {
  const request = { environment: 'sandbox', path: '/x', reveal: false };
  const topUp = { environment: 'sandbox', amount: 1, currency: 'EUR' };

  const setProxy = (address: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);

  settingsOfGroup({ 'network.transport': 'vscode', 'requests.maxRetries': 0 });
  before(async () => {
    // A host that there is not: only a proxy can lead there.
    await useEnvironments({ sandbox: { apiUrl: 'https://api.payments.test' } }, 'test_key_abcdefgh1234');
  });
  after(async () => {
    await setProxy(undefined);
    await setUserSetting('environments', undefined);
  });

  it('the main job is done: an upload, its details, its content, a top-up', async () => {
    const content = newPdf(300_000);
    const id = await uploadNew('over-vscode.pdf', content);
    const { data } = await succeed('addFileById', id, { environment: 'local' });
    assert.equal(data['name'], 'over-vscode.pdf');
    const target = sample('back-over-vscode.pdf');
    assert.equal((await succeed('saveContent', id, { environment: 'local', target })).data.bytes, 300_000);
    assert.ok(readFileSync(target.fsPath).equals(content));
    await succeed('topUpSandbox', { ...topUp, environment: 'local' });
  });

  it('says that a proxy refuses, or wants a password', async () => {
    for (const options of [{ authorization: 'Basic bWU6c2VjcmV0' }, { refuse: 403 }]) {
      await using proxy = await startProxyServer(options);
      await setProxy(proxy.url);
      for (const { error } of [await fail('sendRequest', request), await fail('topUpSandbox', topUp)]) {
        assert.equal(error.kind, 'network');
        assert.match(error.message, /proxy .*(?:wants a password|refused).* http\.proxy/);
      }
      assert.equal(proxy.seen.length, 2);
    }
  });

  it('says that a proxy cannot be used', async () => {
    await using quiet = await holdQuietPort();
    const noSuchHost = `http://${'a'.repeat(64)}.invalid:3128`;
    for (const [address, why] of [
      [`http://${quiet.host}`, /proxy 127\.0\.0\.1:\d+ could not be used: \S+ refused the connection/],
      [noSuchHost, /proxy a{64}\.invalid\S* could not be used: no host named/],
    ] as const) {
      await setProxy(address);
      for (const { error } of [await fail('sendRequest', request), await fail('topUpSandbox', topUp)]) {
        assert.equal(error.kind, 'network');
        assert.match(error.message, why);
        assert.match(error.message, /Check the settings http\.proxy, /);
      }
    }
  });

  it('gives up in time where a proxy takes the call and says nothing', async () => {
    await setUserSetting('requests.timeoutSeconds', 1);
    await using proxy = await startProxyServer({ silent: true });
    await setProxy(proxy.url);
    const { error } = await fail('topUpSandbox', topUp);
    await setUserSetting('requests.timeoutSeconds', undefined);
    assert.equal(error.kind, 'timeout', error.message);
  });

  it('reaches this machine past the proxy', async () => {
    await using proxy = await startProxyServer();
    await setProxy(proxy.url);
    await succeed('topUpSandbox', { ...topUp, environment: 'local' });
    assert.equal(proxy.seen.length, 0);
  });
});
