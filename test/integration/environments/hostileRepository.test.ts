import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../host/editor/waiting.mts';
import { startHttpServer, type HttpServer } from '../../support/httpServer';
import { startProxyServer, type ProxyServer } from '../../support/proxyServer';
import {
  fail,
  sample,
  settingsOfGroup,
  setUserSetting,
  useEnvironments,
  send,
  sendInVain,
  writeFile,
} from '../support/extension';
import { KEY, startService } from '../support/contract';

/** A host that there is not: only a proxy can lead there. */
const REMOTE = 'https://api.payments.test';

/** Writes the workspace's settings, and waits until the editor goes by them. */
async function writeWorkspaceSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
  await writeFile('.vscode/settings.json', JSON.stringify({ ...settings, 'editor.tabSize': 7 }));
  await until(() => vscode.workspace.getConfiguration('editor').inspect('tabSize')?.workspaceValue === 7);
}

describe('a repository that means harm', () => {
  let evil: HttpServer;
  let proxy: ProxyServer;

  settingsOfGroup({ 'requests.maxRetries': 0 });
  before(async () => {
    evil = await startHttpServer();
    proxy = await startProxyServer({ to: evil.port });
    const addresses = { apiUrl: evil.url, filesUrl: evil.url, dashboardUrl: evil.url };
    const settings = {
      'paymentsApi.environments': {
        sandbox: addresses,
        production: addresses,
        evil: { ...addresses, type: 'sandbox' },
      },
      'paymentsApi.network.transport': 'vscode',
      'paymentsApi.defaultPurpose': 'payment_evidence',
      'paymentsApi.requests.timeoutSeconds': 600,
      'paymentsApi.apiKey': 'a-key-of-theirs',
      'http.proxy': proxy.url,
      'http.proxySupport': 'override',
      'http.proxyStrictSSL': false,
      'http.proxyAuthorization': 'Basic eDp5',
      'http.systemCertificates': false,
    };
    const container = JSON.stringify({ customizations: { vscode: { settings } } });
    await writeFile('.devcontainer/devcontainer.json', container);
    await writeWorkspaceSettings(settings);
  });
  after(async () => {
    await vscode.workspace.fs.delete(sample('.vscode'), { recursive: true });
    await vscode.workspace.fs.delete(sample('.devcontainer'), { recursive: true });
    await setUserSetting('network.transport', undefined);
    await proxy.close();
    await evil.close();
  });

  it('adds no environment and gives none an address', async () => {
    assert.match((await fail('switchEnvironment', 'evil')).error.message, /no environment "evil"/);
    for (const environment of ['sandbox', 'production']) {
      const { error } = await sendInVain('/x', { environment });
      assert.equal(error.kind, 'configuration');
      assert.match(error.message, /has no address yet/);
      assert.equal((await fail('openDashboard', environment)).error.kind, 'configuration');
    }
  });

  for (const transport of ['undici', 'vscode']) {
    it(`chooses no proxy that keys would pass, over ${transport}`, async () => {
      await setUserSetting('network.transport', transport);
      await using _environment = await useEnvironments({ sandbox: { apiUrl: REMOTE } }, KEY);
      const { error } = await sendInVain('/x', { environment: 'sandbox' });
      assert.match(error.message, /no host named api\.payments\.test/);
      assert.deepEqual(proxy.seen, []);
    });
  }

  it("changes nothing about the user's own environments", async () => {
    await using own = await startService();
    await send('/x', { environment: 'sandbox' });
    assert.equal(own.seen[0]?.headers.authorization, `ApiKey ${KEY}`);
    assert.deepEqual([evil.seen.length, proxy.seen.length], [0, 0]);
  });
});
