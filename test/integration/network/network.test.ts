import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startHttpServer, answering } from '../../support/httpServer';
import { startProxyServer } from '../../support/proxyServer';
import { testCertificates } from '../../support/tls';
import { fail, settingsOfGroup, setUserSetting, succeed, useEnvironments } from '../support/extension';
import { KEY, startService } from '../support/contract';
import { Gate } from '../support/uploads';

/** A host that there is not: only a proxy can lead there. */
const REMOTE = 'https://api.payments.test';
const request = { environment: 'sandbox', path: '/x', reveal: false };

async function setHttp(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const http = vscode.workspace.getConfiguration('http');
  for (const [key, value] of Object.entries(settings)) {
    if (http.inspect(key)?.globalValue === value) continue;
    await http.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

async function clearHttp(): Promise<void> {
  await setHttp({
    proxy: undefined,
    noProxy: undefined,
    proxyAuthorization: undefined,
    proxyStrictSSL: undefined,
    proxySupport: undefined,
  });
}

describe('the network', () => {
  settingsOfGroup({ 'requests.maxRetries': 0 });
  beforeEach(() => useEnvironments({ sandbox: { apiUrl: REMOTE } }, KEY));
  afterEach(clearHttp);
  after(() => setUserSetting('environments', undefined));

  it('goes through the proxy of the settings, whose tunnel changes nothing about whom is trusted', async () => {
    await using service = await startHttpServer(
      answering(200, { success: true, message: '', data: {} }),
      testCertificates().selfSigned,
    );
    await using proxy = await startProxyServer({ to: service.port });
    await setHttp({ proxy: proxy.url, proxyStrictSSL: false });
    const { error } = await fail('sendRequest', request);
    assert.equal(error.kind, 'tls');
    assert.match(error.message, /certificate of api\.payments\.test/);
    assert.deepEqual(proxy.seen, ['CONNECT api.payments.test:443']);
    assert.equal(service.seen.length, 0);
  });

  it('says that the proxy wants a password, and gives it once it is set', async () => {
    await using proxy = await startProxyServer({ authorization: 'Basic bWU6c2VjcmV0' });
    await setHttp({ proxy: proxy.url });
    const { error } = await fail('sendRequest', request);
    assert.equal(error.kind, 'network');
    assert.match(error.message, /wants a password.*http\.proxyAuthorization/);
    await setHttp({ proxyAuthorization: 'Basic bWU6c2VjcmV0' });
    // What stays on this machine goes past it.
    await succeed('topUpSandbox', { environment: 'local', amount: 1, currency: 'EUR' });
    // Past the proxy, there is no service in this test; but the proxy lets the tunnel through.
    assert.doesNotMatch((await fail('sendRequest', request)).error.message, /password/);
    assert.equal(proxy.seen.length, 2);
  });

  it('leaves the proxy out for the hosts of http.noProxy, and altogether when proxies are off', async () => {
    await using proxy = await startProxyServer();
    await setHttp({ proxy: proxy.url, noProxy: ['payments.test'] });
    assert.match((await fail('sendRequest', request)).error.message, /no host named api\.payments\.test/);
    await setHttp({ noProxy: undefined, proxySupport: 'off' });
    assert.match((await fail('sendRequest', request)).error.message, /no host named/);
    assert.equal(proxy.seen.length, 0);
  });

  it('lets what is under way come to its end when the settings change', async () => {
    const gate = new Gate();
    await using _service = await startService(gate.handler);
    const running = succeed('sendRequest', request);
    await gate.asked;
    await setHttp({ proxySupport: 'off' });
    gate.open(answering(200, { success: true, message: 'late', data: {} }));
    assert.equal((await running).data.status, 200);
  });
});
