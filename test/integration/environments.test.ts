import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Environments } from '../../src/environments/environments';
import { KeyVault } from '../../src/environments/keyVault';
import { EnvironmentsTree } from '../../src/environments/tree';
import type { Row } from '../../src/environments/treeRows';
import type { Ground } from '../../src/ground';
import { LocalSandboxControl } from '../../src/sandbox/control';
import { Settings } from '../../src/settings';
import { sendJson, startHttpServer } from '../support/httpServer';
import { fail, sample, setUserSetting, succeed, useEnvironments } from './support/extension';
import { TestSecrets, testMemory } from './support/secrets';

const KEY = 'test_key_abcdefgh1234';

describe('environments by code', () => {
  afterEach(async () => {
    await succeed('switchEnvironment', 'local');
    await setUserSetting('environments', undefined);
  });

  it('are switched by id', async () => {
    const { data } = await succeed('switchEnvironment', 'sandbox');
    assert.deepEqual(data, { environment: 'sandbox' });
  });

  it('are refused when there is none by that id, or it is no id at all', async () => {
    const unknown = await fail('switchEnvironment', 'nowhere');
    assert.equal(unknown.error.kind, 'configuration');
    assert.match(unknown.error.message, /nowhere.*local, sandbox, production/);
    for (const name of [
      'switchEnvironment',
      'configureEnvironment',
      'openDashboard',
      'removeEnvironment',
    ] as const) {
      assert.equal((await fail(name, 'nowhere')).error.kind, 'configuration');
      assert.equal((await fail(name, 42)).error.kind, 'preflight');
    }
  });

  it('say that the Local Sandbox needs no set-up', async () => {
    const { error } = await fail('configureEnvironment', 'local');
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /needs no set-up/);
  });

  it('that are not set up refuse requests, and name what is missing', async () => {
    const { error } = await fail('sendRequest', { environment: 'production', path: '/x', reveal: false });
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /no address yet/);
  });

  it('have no dashboard unless one is given', async () => {
    assert.equal((await fail('openDashboard', 'sandbox')).error.kind, 'configuration');
  });

  it('opens a dashboard without waiting for what the user says to that', async () => {
    await using _environment = await useEnvironments(
      { sandbox: { apiUrl: 'http://127.0.0.1:9', dashboardUrl: 'https://dashboard.example/a?b=c' } },
      KEY,
    );
    assert.deepEqual((await succeed('openDashboard', 'sandbox')).data, {
      url: 'https://dashboard.example/a?b=c',
    });
  });

  it('of the user’s own are renamed, duplicated without the key, and removed with it', async () => {
    await using server = await startHttpServer((_request, response) => {
      sendJson(response, 200, { success: true, message: '', data: {} });
    });
    const entry = { type: 'sandbox', apiUrl: server.url, name: 'First' };
    await useEnvironments({ mine: entry }, KEY);
    await succeed('renameEnvironment', 'mine', 'Renamed');
    const { data: copy } = await succeed('duplicateEnvironment', 'mine', 'Second account');
    assert.equal(copy.environment, 'second-account');
    const written = vscode.workspace.getConfiguration('paymentsApi').inspect('environments')?.globalValue;
    assert.deepEqual(written, {
      mine: { ...entry, name: 'Renamed' },
      'second-account': { ...entry, name: 'Second account' },
    });
    const send = (environment: string) => ({ environment, path: '/x', reveal: false });
    await succeed('sendRequest', send('mine'));
    assert.match((await fail('sendRequest', send('second-account'))).error.message, /no API key yet/);

    await succeed('switchEnvironment', 'mine');
    await succeed('removeEnvironment', 'mine');
    assert.match((await fail('sendRequest', send('mine'))).error.message, /no environment "mine"/);
    // Brought back by hand, it finds neither its key nor itself active.
    await setUserSetting('environments', { mine: entry });
    assert.match((await fail('sendRequest', send('mine'))).error.message, /no API key yet/);
    assert.equal((await succeed('copyAddress', 'mine')).data, `${server.url}/v1`);
  });

  it('that are built in cannot be removed, and a name that is taken is refused', async () => {
    await setUserSetting('environments', { sandbox: { apiUrl: 'https://a.test' } });
    assert.equal((await fail('removeEnvironment', 'sandbox')).error.kind, 'configuration');
    assert.equal((await fail('duplicateEnvironment', 'sandbox', 'production')).error.kind, 'preflight');
    assert.equal((await fail('renameEnvironment', 'sandbox', '\u202eevil')).error.kind, 'preflight');
  });

  it('keep what is under way, and its late answer, to themselves', async () => {
    const asked = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    await using server = await startHttpServer(async (_request, response) => {
      asked.resolve(undefined);
      await go.promise;
      const record = {
        id: 'late.pdf',
        purpose: 'payment_evidence',
        name: 'late.pdf',
        mimeType: 'application/pdf',
        contentLink: { url: 'https://files.test/x', expiryDate: null },
        expiryDate: null,
        uploadedAt: '2026-01-02T03:04:05.000Z',
      };
      sendJson(response, 200, { success: true, message: '', data: record });
    });
    await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    await succeed('switchEnvironment', 'sandbox');
    const running = succeed('addFileById', 'late.pdf');
    await asked.promise;
    await succeed('switchEnvironment', 'local');
    go.resolve(undefined);
    await running;
    assert.equal((await succeed('findFiles', 'late.pdf', { environment: 'sandbox' })).data.length, 1);
    assert.equal((await succeed('findFiles', 'late.pdf')).data.length, 0);
  });
});

describe('a repository with settings of its own', () => {
  const file = (): vscode.Uri => vscode.Uri.joinPath(sample('.vscode'), 'settings.json');
  let before: Uint8Array | undefined;

  beforeEach(async () => {
    before = await Promise.resolve(vscode.workspace.fs.readFile(file())).catch(() => undefined);
  });
  afterEach(async () => {
    if (before === undefined) await vscode.workspace.fs.delete(file());
    else await vscode.workspace.fs.writeFile(file(), before);
    await setUserSetting('environments', undefined);
  });

  it('redirects no key: neither by an address, nor a proxy, nor another transport', async () => {
    const mark = `marked-${crypto.randomUUID()}`;
    await using evil = await startHttpServer((_request, response) => {
      sendJson(response, 200, { success: true, message: 'stolen', data: {} });
    });
    await using good = await startHttpServer((_request, response) => {
      sendJson(response, 200, { success: true, message: 'good', data: {} });
    });
    await using _environment = await useEnvironments({ sandbox: { apiUrl: good.url } }, KEY);
    // A setting of the editor's own that a workspace may set tells when the file has been read.
    const read = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeConfiguration(() => {
        if (vscode.workspace.getConfiguration('files').get('eol') !== '\r\n') return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(
      file(),
      Buffer.from(
        JSON.stringify({
          'files.eol': '\r\n',
          'paymentsApi.environments': {
            sandbox: { apiUrl: evil.url },
            [mark]: { type: 'sandbox', apiUrl: evil.url },
          },
          'paymentsApi.network.transport': 'vscode',
          'http.proxy': evil.url,
          'http.proxyStrictSSL': false,
        }),
      ),
    );
    await read;
    const { data } = await succeed('sendRequest', { environment: 'sandbox', path: '/x', reveal: false });
    assert.deepEqual(data.body, { success: true, message: 'good', data: {} });
    assert.equal((await fail('switchEnvironment', mark)).error.kind, 'configuration');
    assert.equal(evil.seen.length, 0);
  });
});

/** A tree item's text, which is plain text here: nothing of it is markup. */
function plain(text: unknown): string {
  assert.ok(text === undefined || typeof text === 'string');
  return text ?? '';
}

describe('the Environments view', () => {
  let settings: Settings;
  let environments: Environments;
  let keys: KeyVault;
  let tree: EnvironmentsTree;

  beforeEach(async () => {
    await setUserSetting('environments', {
      sandbox: { apiUrl: 'https://api.test', dashboardUrl: 'https://dash.test/' },
      live: { type: 'production', apiUrl: 'https://live.test', name: 'Live account' },
      broken: { type: 'sandbox', apiUrl: 'http://api.test' },
    });
    settings = new Settings();
    environments = new Environments(settings, testMemory());
    keys = new KeyVault(new TestSecrets(), testMemory());
    const ground = { settings, environments, keys } as unknown as Ground;
    tree = new EnvironmentsTree(ground, new LocalSandboxControl('unused', () => undefined));
  });
  afterEach(async () => {
    for (const one of [tree, keys, environments, settings]) one.dispose();
    await setUserSetting('environments', undefined);
    await succeed('switchEnvironment', 'local');
  });

  const row = (environmentId: string): Row => ({ kind: 'environment', environmentId });
  const item = (id: string) => tree.getTreeItem(row(id));
  const lines = async (id: string): Promise<string[]> => {
    const items = await Promise.all(
      (await tree.getChildren(row(id))).map((child) => tree.getTreeItem(child)),
    );
    return items.map(({ label, description }) =>
      description === undefined ? plain(label) : `${plain(label)}: ${plain(description)}`,
    );
  };

  it('shows all environments in their order, each row with the environment that commands get', async () => {
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map(({ environmentId }) => environmentId),
      ['local', 'sandbox', 'production', 'live', 'broken'],
    );
    const ids = await Promise.all(rows.map(async (one) => (await tree.getTreeItem(one)).id));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says what is missing, as the one next step', async () => {
    assert.equal((await lines('sandbox'))[0], 'Enter API Key…');
    assert.equal((await lines('production'))[0], 'Set Address…');
    assert.equal((await lines('broken'))[0], 'Fix This Setting…');
    assert.match((await lines('broken'))[1] ?? '', /apiUrl was refused.*must use https/);
    assert.equal((await lines('local'))[0], 'Upload Files…');
  });

  it('shows of a key no more than its last four characters', async () => {
    await keys.store(environments.get('sandbox'), KEY);
    assert.ok((await lines('sandbox')).includes('API key: set ····1234'));
    assert.equal((await lines('sandbox'))[0], 'Switch to It');
    const all = JSON.stringify([await lines('sandbox'), await item('sandbox')]);
    assert.ok(!all.includes(KEY) && !all.includes('gh1234'));
  });

  it('says that the address has changed, and asks to confirm it', async () => {
    await keys.store(environments.get('sandbox'), KEY);
    await setUserSetting('environments', { sandbox: { apiUrl: 'https://moved.test' } });
    assert.equal((await lines('sandbox'))[0], 'Confirm Address…');
    assert.ok((await lines('sandbox')).includes('API key: address changed, ····1234'));
    const [next] = await tree.getChildren(row('sandbox'));
    assert.ok(next);
    assert.match(plain((await tree.getTreeItem(next)).tooltip), /given for https:\/\/api\.test/);
  });

  it('shows addresses and dashboard', async () => {
    const shown = await lines('sandbox');
    for (const line of [
      'API: https://api.test/v1',
      'Files: https://api.test',
      'Dashboard: https://dash.test/',
    ]) {
      assert.ok(shown.includes(line), line);
    }
  });

  it('makes production unmistakable, and marks the active one', async () => {
    await environments.switchTo('live');
    const live = await item('live');
    assert.equal(live.label, 'PRODUCTION (Live account)');
    assert.match(plain(live.description), /^active/);
    assert.match(String(live.contextValue), /^environment\.production\.active\b.*\.own/);
    const icon = live.iconPath as vscode.ThemeIcon;
    assert.equal(icon.color?.id, 'errorForeground');
    assert.equal((await item('production')).label, 'PRODUCTION');
    assert.ok(!plain((await item('local')).description).includes('active'));
  });

  it('follows settings, keys and the choice of the active one', async () => {
    let fired = 0;
    tree.onDidChangeTreeData(() => (fired += 1));
    await keys.store(environments.get('sandbox'), KEY);
    assert.ok(fired > 0);
    fired = 0;
    await environments.switchTo('sandbox');
    assert.ok(fired > 0);
    fired = 0;
    await setUserSetting('environments', {});
    assert.ok(fired > 0);
  });

  it('keeps its rows while they are the same environments, so that an open menu knows its own', async () => {
    const fired: unknown[] = [];
    tree.onDidChangeTreeData((rows) => fired.push(rows));
    const rows = await tree.getChildren();
    await keys.store(environments.get('sandbox'), KEY);
    assert.deepEqual(fired.at(-1), rows);
    const again = await tree.getChildren();
    assert.ok(again.every((one, index) => one === rows[index]));
    await setUserSetting('environments', {});
    assert.equal(fired.at(-1), undefined, 'drawn anew as a whole');
    assert.equal((await tree.getChildren()).length, 3);
  });

  it('shows a name as it is, whatever it holds', async () => {
    const name = '<b>$(flame) [x](command:quit)</b> مرحبا 😀'.padEnd(300, 'x');
    await setUserSetting('environments', { odd: { type: 'sandbox', apiUrl: 'https://a.test', name } });
    const odd = await item('odd');
    assert.equal(odd.label, name);
    assert.equal(typeof odd.tooltip, 'string');
  });
});

describe('a row of the Environments view that the editor does not know any more', () => {
  for (const name of ['topUpSandbox', 'setApiKey', 'removeEnvironment', 'openDashboard'] as const) {
    it(`has no other environment take its place: ${name}`, async () => {
      // As the menu of a row calls while its view is drawn anew: nothing for the row, nothing for the selection.
      const { error } = await fail(name, undefined, undefined);
      assert.equal(error.kind, 'preflight');
      assert.match(error.message, /not known which environment was meant. Nothing was done/);
    });
  }
});
