import type { EnvironmentTarget, InEnvironment, Nothing } from './commandTypes';
import { command, inTitle, onAnyRow, onFocusedRow, onRow } from './row';

/** Commands of environments, of the Local Sandbox and of the log. */
export const ENVIRONMENT_COMMANDS = {
  topUpSandbox: command<
    [options?: (InEnvironment & { amount?: number; currency?: string }) | EnvironmentTarget],
    { message: string }
  >({
    title: 'Top Up Sandbox Balance…',
    palette: "paymentsApi.environmentType != 'production'",
    menus: [
      inTitle('environments', '1_balance@1', "paymentsApi.environmentType != 'production'"),
      onRow('environments', '1_use@2', '/^environment\\.(local|sandbox)\\b/'),
    ],
  }),
  switchEnvironment: command<[environment?: EnvironmentTarget], { environment: string }>({
    title: 'Switch Environment…',
    icon: 'arrow-swap',
    menus: [
      inTitle('environments', 'navigation@2'),
      onRow('environments', 'inline@1 1_use@1', '/^environment\\.\\w+\\.inactive/'),
    ],
  }),
  configureEnvironment: command<[environment?: EnvironmentTarget], { environment: string }>({
    title: 'Set Up Environment…',
    icon: 'gear',
    menus: [onRow('environments', 'inline@2 2_setup@1', '/^environment\\.(sandbox|production)/')],
  }),
  setApiKey: command<[environment?: EnvironmentTarget], { environment: string }>({
    title: 'Enter API Key…',
    icon: 'key',
    menus: [
      onRow('environments', '2_setup@2', '/^environment\\.(sandbox|production)\\b.*\\.reachable/'),
      onRow('environments', 'inline@1 2_setup@1', '/^detail\\.key/'),
    ],
  }),
  removeApiKey: command<[environment?: EnvironmentTarget], { environment: string }>({
    title: 'Remove API Key…',
    menus: [
      onRow('environments', '2_setup@3', '/^environment\\b.*\\.keyed/'),
      onRow('environments', '2_setup@2', '/^detail\\.key\\.keyed/'),
    ],
  }),
  openDashboard: command<[environment?: EnvironmentTarget], { url: string }>({
    title: 'Open Dashboard',
    icon: 'browser',
    menus: [
      onRow('environments', '1_use@3', '/^environment\\b.*\\.dashboard/'),
      onRow('environments', 'inline@2', '/^detail\\.dashboard/'),
    ],
  }),
  addEnvironment: command<[], { environment: string }>({
    title: 'New Environment…',
    icon: 'add',
    menus: [inTitle('environments', 'navigation@1')],
  }),
  renameEnvironment: command<[environment?: EnvironmentTarget, name?: string], { environment: string }>({
    title: 'Rename Environment…',
    menus: [onRow('environments', '5_manage@1', '/^environment\\.(sandbox|production)\\b.*\\.reachable/')],
  }),
  duplicateEnvironment: command<[environment?: EnvironmentTarget, name?: string], { environment: string }>({
    title: 'Duplicate Environment…',
    menus: [onRow('environments', '5_manage@2', '/^environment\\.(sandbox|production)\\b.*\\.reachable/')],
  }),
  removeEnvironment: command<[environment?: EnvironmentTarget], { environment: string }>({
    title: 'Remove Environment…',
    menus: [onRow('environments', '5_manage@3', '/^environment\\b.*\\.own/')],
  }),
  copyAddress: command<[environment?: EnvironmentTarget], string>({
    title: 'Copy Address',
    icon: 'copy',
    palette: false,
    menus: [
      onRow('environments', '4_copy@1', '/^environment\\b.*\\.reachable/'),
      onRow('environments', 'inline@1 4_copy@1', '/^detail\\b.*\\.address/'),
    ],
    keys: [onFocusedRow('environments', 'ctrl+c')],
  }),
  startLocalSandbox: command<[], { apiUrl: string; filesUrl: string }>({
    title: 'Start Local Sandbox',
    icon: 'play',
    menus: [onAnyRow('environments', 'inline@3 3_local@1', '/^environment\\b.*\\.is-(idle|stopped)/')],
  }),
  stopLocalSandbox: command<[], Nothing>({
    title: 'Stop Local Sandbox',
    icon: 'debug-stop',
    menus: [onAnyRow('environments', 'inline@3 3_local@2', '/^environment\\b.*\\.is-running/')],
  }),
  resetLocalSandbox: command<[], Nothing>({
    title: 'Reset Local Sandbox…',
    palette: false,
  }),
  askToResetLocalSandbox: command<[], Nothing>({
    title: 'Reset Local Sandbox…',
    palette: "paymentsApi.environmentType != 'production'",
    // Not the other one: a menu may have lost its row, and is then called as code would.
    menus: [onAnyRow('environments', '3_local@4', '/^environment\\.local/')],
  }),
  setLocalSandboxScenario: command<[scenario?: string], { scenario: string }>({
    title: 'Set Local Sandbox Scenario…',
    menus: [
      inTitle('environments', '2_local@1'),
      onAnyRow('environments', '3_local@3', '/^environment\\.local/'),
    ],
  }),
  showLog: command<[], Nothing>({
    title: 'Show Log',
    menus: [inTitle('requests', '4_log@1')],
  }),
} as const;
