import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import { menuTitle } from '../../commands/titles';
import type { LocalFacts } from '../../sandbox/control';
import type { Environment } from '../../services/environments/environmentModel';
import type { KeyState } from '../../services/environments/keyVault';
import { scenarioWords } from '../../sandbox/server/data/scenarios';
import { isOwn } from '../setUp/environmentDraft';
import { missingOf, type EnvironmentState } from './missing';
import { environmentTitle } from '../../ui/environmentTitle';
import { welcomeOf, type Welcome } from '../../ui/views/welcome';
import { capitalised, present, t } from '../../util/text';

/** A row of the Environments view. Every row carries the environment that commands are to use. */
export interface EnvironmentRow {
  readonly kind: 'environment';
  readonly environmentId: string;
}

/** A line below an environment. */
export interface DetailRow {
  readonly kind: 'detail';
  readonly environmentId: string;
  /** Unique below its environment. */
  readonly part: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string | undefined;
  readonly icon: vscode.ThemeIcon;
  readonly command?: vscode.Command;
  /** Set for an address: what Copy Address copies. */
  readonly address?: string;
  /** Whether there is a key to remove. */
  readonly isKeyed?: boolean;
}

export type EnvironmentsRow = EnvironmentRow | DetailRow;

type MakeRow = (
  part: string,
  label: string,
  description: string,
  icon: string,
  more?: Partial<DetailRow>,
) => DetailRow;

const WARNING = new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));

/** How the row of an environment looks. Production looks like no other. */
export function environmentItem(state: EnvironmentState): vscode.TreeItem {
  const { environment, isActive } = state;
  const { id, name, type, problem } = environment;
  const item = new vscode.TreeItem(environmentTitle(environment));
  item.id = `environment/${id}`;
  const description = present(isActive && t('active'), shortState(state)).join(' · ');
  item.description = description;
  item.iconPath = environmentIcon(state);
  item.resourceUri = decorationUri(state);
  item.contextValue = contextValue(state);
  const where = isActive && t('Active: requests go here');
  item.tooltip = present(`${name} (${id})`, typeText(type), where, problem).join('\n');
  item.accessibilityInformation = { label: present(name, typeText(type), description).join(', ') };
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  item.collapsibleState = isActive ? Expanded : Collapsed;
  return item;
}

/** The lines below an environment: the one next step, then its state. */
export function detailRows(state: EnvironmentState, local: LocalFacts): DetailRow[] {
  const { environment, key } = state;
  const { id: environmentId, type, addresses, dashboardUrl, problem } = environment;
  const row: MakeRow = (part, label, description, icon, more) => {
    const themeIcon = new vscode.ThemeIcon(icon);
    return { kind: 'detail', environmentId, part, label, description, icon: themeIcon, ...more };
  };
  const address = (part: string, label: string, url: string | undefined, icon: string): DetailRow[] =>
    url === undefined ? [] : [row(part, label, url, icon, { address: url })];
  const wrong = { tooltip: problem, icon: WARNING };
  const keyIcon = ['address-changed', 'lost'].includes(key.kind) ? 'warning' : 'key';
  const keyRow = row('key', t('API key'), keyText(key), keyIcon, { isKeyed: key.kind !== 'none' });
  return [
    stepRow(state),
    ...(problem === undefined ? [] : [row('problem', capitalised(t('invalid setting')), problem, '', wrong)]),
    row('type', t('Type'), typeText(type), 'tag'),
    ...(type === 'local' ? localRows(state, local, row) : []),
    ...address('api', 'API', addresses?.apiUrl, 'globe'),
    ...address('files', t('Files'), addresses?.filesUrl, 'cloud'),
    ...(type === 'local' ? [] : [keyRow]),
    ...address('dashboard', t('Dashboard'), dashboardUrl, 'browser'),
  ];
}

/** How a line looks. */
export function detailItem(row: DetailRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label);
  item.id = `environment/${row.environmentId}/${row.part}`;
  item.iconPath = row.icon;
  item.contextValue = `detail.${row.part}${row.address === undefined ? '' : '.address'}${row.isKeyed === true ? '.keyed' : ''}`;
  const label = present(row.label, row.description).join(': ');
  item.accessibilityInformation = { label };
  item.tooltip = row.tooltip ?? label;
  if (row.description !== undefined) item.description = row.description;
  if (row.command !== undefined) item.command = row.command;
  return item;
}

/** A key as it may be shown. */
function keyText(key: KeyState): string {
  const words: Record<KeyState['kind'], string> = {
    none: t('none'),
    lost: t('lost'),
    fixed: t('built in'),
    set: t('set'),
    'address-changed': t('address changed'),
  };
  return present(words[key.kind], 'lastFour' in key && `····${key.lastFour}`).join(' ');
}

export function typeText(type: EnvironmentState['environment']['type']): string {
  if (type === 'local') return t('Local: part of this extension');
  return type === 'production' ? t('PRODUCTION: live') : t('Sandbox: for testing');
}

function environmentIcon({ environment: { type, problem }, isActive }: EnvironmentState): vscode.ThemeIcon {
  if (type !== 'production' && problem !== undefined) return WARNING;
  // Only the environment in use warns: one that is not even set up is no danger.
  const isAlarm = type === 'production' && isActive;
  return new vscode.ThemeIcon(iconName(type), isAlarm ? new vscode.ThemeColor('errorForeground') : undefined);
}

/** The codicon of a type of environment. */
export function iconName(type: Environment['type']): string {
  if (type === 'production') return 'flame';
  return type === 'local' ? 'vm' : 'beaker';
}

function shortState(state: EnvironmentState): string | undefined {
  const missing = missingOf(state);
  const ofKey = missingKeyText(state.environment, state.key);
  const words = {
    setting: t('invalid setting'),
    address: t('no address yet'),
    stopped: t('stopped'),
    key: ofKey,
    confirmation: ofKey,
  };
  return missing && words[missing];
}

/** What is wrong with the key of an environment that has its addresses; undefined when nothing is. */
export function missingKeyText({ type, addresses }: Environment, key: KeyState): string | undefined {
  if (type === 'local' || addresses === undefined) return undefined;
  switch (key.kind) {
    case 'none':
      return t('no API key yet');
    case 'lost':
      return t('API key lost');
    case 'address-changed':
      return t('address changed');
    case 'fixed':
    case 'set':
      return undefined;
  }
}

/** The one next step: what is missing first, then the use of the environment. */
function stepRow(state: EnvironmentState): DetailRow {
  const { environment, key } = state;
  const { id, name } = environment;
  const missing = missingOf(state);
  const { title, command } = missing === undefined ? useOf(state) : welcomeOf(missing, name, id);
  return {
    kind: 'detail',
    environmentId: id,
    part: 'next',
    label: title,
    icon: new vscode.ThemeIcon('arrow-right', new vscode.ThemeColor('textLink.foreground')),
    tooltip:
      key.kind === 'address-changed'
        ? t('The key was given for {0}. It is not sent to the new address before you agree.', key.givenFor)
        : title,
    command: { ...command, title },
  };
}

function useOf({ environment, isActive }: EnvironmentState): Pick<Welcome, 'title' | 'command'> {
  const title = isActive ? t('Upload Files…') : t('Switch to {0}', environment.name);
  const command = commandId(isActive ? 'uploadFiles' : 'switchEnvironment');
  return { title, command: { title: '', command, arguments: isActive ? [] : [environment.id] } };
}

function localRows({ local }: EnvironmentState, { port, scenario }: LocalFacts, row: MakeRow): DetailRow[] {
  const states = {
    running: t('running on port {0}', String(port)),
    idle: t('starts with the first request'),
    stopped: t('stopped'),
  };
  const icon = local === 'running' ? 'vm-running' : 'vm-outline';
  const rows = [row('state', t('State'), states[local], icon)];
  if (scenario === undefined) return rows;
  const label = t('Scenario');
  const command = { title: label, command: commandId('setLocalSandboxScenario') };
  const tooltip = menuTitle('setLocalSandboxScenario');
  return [...rows, row('scenario', label, scenarioWords(scenario).title, 'settings', { tooltip, command })];
}

/** What menus look at: `view/item/context` in the manifest. */
function contextValue({ environment, key, isActive, local }: EnvironmentState): string {
  const { id, type, addresses, dashboardUrl } = environment;
  return present(
    'environment',
    type,
    isActive ? 'active' : 'inactive',
    addresses && 'reachable',
    ['set', 'address-changed', 'lost'].includes(key.kind) && 'keyed',
    dashboardUrl !== undefined && 'dashboard',
    isOwn(id) ? 'own' : 'builtin',
    type === 'local' && `is-${local}`,
  ).join('.');
}

export const DECORATION_SCHEME = 'payments-api-environment';

/** Names the row for `environmentDecorations`. */
function decorationUri({ environment, isActive }: EnvironmentState): vscode.Uri {
  return vscode.Uri.from({
    scheme: DECORATION_SCHEME,
    path: `/${environment.id}`,
    query: `${environment.type}${isActive ? '&active' : ''}`,
  });
}

/** Marks the active environment, in every theme; in colour where it is production. */
export const environmentDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    if (uri.scheme !== DECORATION_SCHEME) return undefined;
    const [type, active] = uri.query.split('&');
    // The editor complains of a decoration that is empty.
    if (active === undefined) return undefined;
    const colour = type === 'production' ? new vscode.ThemeColor('errorForeground') : undefined;
    return new vscode.FileDecoration('●', t('Active: requests go here'), colour);
  },
};
