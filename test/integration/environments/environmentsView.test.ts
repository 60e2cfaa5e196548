import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Environment } from '../../../src/services/environments/environmentModel';
import { Environments } from '../../../src/services/environments/environments';
import { KeyVault } from '../../../src/services/environments/keyVault';
import { EnvironmentsTree } from '../../../src/environments/view/environmentsTree';
import { pickEnvironment } from '../../../src/environments/view/pickEnvironment';
import {
  DECORATION_SCHEME,
  detailRows,
  environmentDecorations,
  type EnvironmentsRow,
} from '../../../src/environments/view/environmentRows';
import type { Services } from '../../../src/services/services';
import { LocalSandboxControl } from '../../../src/sandbox/control';
import { Settings } from '../../../src/services/environments/settings';
import { extension, setUserSetting, succeed } from '../support/extension';
import { acceptAll } from '../support/prompts';
import { memento } from '../support/registry';
import { TestSecrets } from '../support/secrets';

const KEY = 'test_key_abcdefgh1234';

interface Manifest {
  readonly menus: {
    readonly 'view/item/context': readonly { readonly command: string; readonly when: string }[];
  };
}

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
    environments = new Environments(settings, memento());
    keys = new KeyVault(new TestSecrets(), memento());
    const sandbox = new LocalSandboxControl({
      file: 'unused',
      onAddresses: () => undefined,
      onWarning: () => undefined,
    });
    tree = new EnvironmentsTree({ settings, environments, keys, sandbox } as unknown as Services);
  });
  afterEach(async () => {
    for (const one of [tree, keys, environments, settings]) one.dispose();
    await succeed('switchEnvironment', 'local');
  });
  after(() => setUserSetting('environments', undefined));

  const row = (environmentId: string): EnvironmentsRow => ({ kind: 'environment', environmentId });
  const item = (id: string) => tree.getTreeItem(row(id));
  /** Asks for the rows as the editor does, until it has taken them in. */
  const draw = async (): Promise<EnvironmentsRow[]> => {
    const rows = await tree.getChildren();
    await Promise.all(rows.map((one) => tree.getTreeItem(one)));
    await nextTurn();
    return rows;
  };
  const itemsBelow = async (id: string) =>
    Promise.all((await tree.getChildren(row(id))).map((child) => tree.getTreeItem(child)));
  const lines = async (id: string): Promise<string[]> =>
    (await itemsBelow(id)).map(({ label, description }) =>
      description === undefined ? plain(label) : `${plain(label)}: ${plain(description)}`,
    );

  it('lets Enter choose the active environment, and the first one where that is not offered', async () => {
    const question = { title: 'One of them', placeholder: '' };
    const chosen = (offer?: (environment: Environment) => boolean) =>
      acceptAll(pickEnvironment({ environments, keys }, { ...question, ...(offer && { offer }) }));
    assert.equal((await chosen()).id, 'local');
    assert.equal((await chosen(({ type }) => type !== 'local')).id, 'sandbox');
  });

  it('brings the active environment into sight, but not where the user has just left the view', async () => {
    const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
    const revealed: unknown[] = [];
    const view = {
      visible: true,
      onDidChangeVisibility: visibility.event,
      reveal: (shown: unknown) => Promise.resolve(revealed.push(shown)),
    };
    tree.content.attach?.(view as unknown as vscode.TreeView<unknown>);
    await draw();
    view.visible = false;
    await vscode.commands.executeCommand('setContext', 'paymentsApi.environment', 'local');
    await nextTurn();
    assert.deepEqual(revealed, []);

    view.visible = true;
    visibility.fire({ visible: true });
    await vscode.commands.executeCommand('setContext', 'paymentsApi.environment', 'local');
    await nextTurn();
    assert.deepEqual(revealed, [row('local')]);
    visibility.dispose();
  });

  it('shows all environments in their order, each row with the environment that commands get', async () => {
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map(({ environmentId }) => environmentId),
      ['local', 'sandbox', 'production', 'live', 'broken'],
    );
    const ids = await Promise.all(rows.map(async (one) => (await tree.getTreeItem(one)).id));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says what is missing, as the one next step, and shows addresses and dashboard', async () => {
    assert.equal((await lines('sandbox'))[0], 'Enter API Key…');
    assert.equal((await lines('production'))[0], 'Set Address…');
    assert.equal((await lines('broken'))[0], 'Fix This Setting…');
    const addresses = [
      'API: https://api.test/v1',
      'Files: https://api.test',
      'Dashboard: https://dash.test/',
    ];
    const shown = await lines('sandbox');
    assert.deepEqual(
      addresses.filter((line) => shown.includes(line)),
      addresses,
    );
    assert.match((await lines('broken'))[1] ?? '', /apiUrl was refused.*must use https/);
    assert.equal((await lines('local'))[0], 'Upload Files…');
  });

  it('shows of a key no more than its last four characters', async () => {
    await keys.store(environments.get('sandbox'), KEY);
    assert.ok((await lines('sandbox')).includes('API key: set ····1234'));
    assert.equal((await lines('sandbox'))[0], 'Switch to Sandbox');
    const all = JSON.stringify([await lines('sandbox'), await item('sandbox')]);
    assert.ok(!all.includes(KEY) && !all.includes('gh1234'));
  });

  it('offers to remove a key where there is one', async () => {
    const { contributes } = extension().packageJSON as { contributes: Manifest };
    const isOffered = async () => {
      const items = await itemsBelow('sandbox');
      const { contextValue = '' } = items.find(({ label }) => label === 'API key') ?? {};
      return contributes.menus['view/item/context']
        .filter(({ command }) => command === 'paymentsApi.removeApiKey')
        .some(({ when }) => new RegExp(/=~ \/(.*)\//.exec(when)?.[1] ?? '$^').test(contextValue));
    };
    assert.equal(await isOffered(), false);
    await keys.store(environments.get('sandbox'), KEY);
    assert.equal(await isOffered(), true);
  });

  it('says that the address has changed, and asks to confirm it', async () => {
    await keys.store(environments.get('sandbox'), KEY);
    await setUserSetting('environments', { sandbox: { apiUrl: 'https://moved.test' } });
    assert.equal((await lines('sandbox'))[0], 'Confirm Address…');
    assert.ok((await lines('sandbox')).includes('API key: address changed ····1234'));
    const [next] = await itemsBelow('sandbox');
    assert.match(plain(next?.tooltip), /given for https:\/\/api\.test/);
  });

  it('makes production unmistakable, and marks the active one', async () => {
    await environments.switchTo('live');
    const live = await item('live');
    assert.equal(live.label, 'PRODUCTION (Live account)');
    const spoken = async (id: string) => (await item(id)).accessibilityInformation?.label;
    assert.equal(await spoken('live'), 'Live account, PRODUCTION: live, active · no API key yet');
    assert.equal(await spoken('local'), 'Local Sandbox, Local: part of this extension');
    assert.match(plain(live.description), /^active/);
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const states = [live, await item('local')].map(({ collapsibleState }) => collapsibleState);
    assert.deepEqual(states, [Expanded, Collapsed]);
    assert.match(String(live.contextValue), /^environment\.production\.active\b.*\.own/);
    const icon = live.iconPath as vscode.ThemeIcon;
    assert.equal(icon.color?.id, 'errorForeground');
    assert.equal((await item('production')).label, 'PRODUCTION');
    assert.ok(!plain((await item('local')).description).includes('active'));
  });

  it('keeps its rows while they are the same environments, so that an open menu knows its own', async () => {
    const fired: unknown[] = [];
    tree.onDidChangeTreeData((rows) => fired.push(rows));
    const rows = await draw();
    await keys.store(environments.get('sandbox'), KEY);
    assert.deepEqual(fired.at(-1), rows);
    const again = await tree.getChildren();
    assert.ok(again.every((one, index) => one === rows[index]));
    const { length } = fired;
    await environments.switchTo('sandbox');
    assert.ok(fired.length > length, 'follows the choice of the active one');
    await setUserSetting('environments', {});
    assert.equal(fired.at(-1), undefined, 'refreshed as a whole');
    assert.equal((await tree.getChildren()).length, 3);
  });

  it('says once that a key was lost', () => {
    const state = { environment: environments.get('sandbox'), key: { kind: 'lost' } } as const;
    const rows = detailRows({ ...state, isActive: false, local: 'idle' }, {});
    assert.equal(rows.find(({ part }) => part === 'key')?.description, 'lost');
  });

  it('is refreshed when something changes during a refresh: the editor skips rows that it does not have yet', async () => {
    const fired: unknown[] = [];
    tree.onDidChangeTreeData((rows) => fired.push(rows));
    const drawn = draw();
    await keys.store(environments.get('sandbox'), KEY);
    assert.equal(fired.at(-1), undefined, 'as a whole');
    const rows = await drawn;
    await keys.remove(environments.get('sandbox'));
    assert.deepEqual(fired.at(-1), rows);
  });

  it('lets another scenario of the Local Sandbox be chosen by its row', async () => {
    const environment = environments.get('local');
    const state = { environment, key: { kind: 'fixed' }, isActive: true, local: 'running' } as const;
    const rows = detailRows(state, { port: 1, scenario: 'slow' });
    const { command } = rows.find(({ part }) => part === 'scenario') ?? {};
    assert.ok(command);
    const args = (command.arguments ?? []) as unknown[];
    const chosen = vscode.commands.executeCommand(command.command, ...args);
    assert.deepEqual(await acceptAll(chosen), { ok: true, data: { scenario: 'normal' } });
  });

  it('marks the active environment, and gives the editor no empty mark for another', () => {
    const decorate = (query: string) =>
      environmentDecorations.provideFileDecoration(
        vscode.Uri.from({ scheme: DECORATION_SCHEME, path: '/x', query }),
        new vscode.CancellationTokenSource().token,
      );
    assert.deepEqual(decorate('sandbox'), undefined);
    const active = decorate('production&active');
    assert.ok(active !== undefined && active !== null && 'badge' in active);
    assert.equal(active.badge, '●');
  });
});
