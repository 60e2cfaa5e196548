import * as vscode from 'vscode';
import { commandId, type CommandName } from '../../commands/commands';
import { menuTitle } from '../../commands/titles';
import { t } from '../../util/text';

/**
 * What keeps an environment from being used: its address, a setting that is not valid, its key, a key that was given
 * for another address, or a Local Sandbox that was stopped or answers nothing.
 */
export type Missing = 'address' | 'setting' | 'key' | 'confirmation' | 'stopped' | 'offline';

/** Says what an environment needs before it can be used. */
export interface Readiness {
  /** Undefined when nothing is missing. */
  readonly missing: (environmentId: string) => Promise<Missing | undefined>;
  /** Fires when that may have changed for any environment. */
  readonly onDidChange: vscode.Event<unknown>;
}

/** A sentence in place of rows, and the one thing to do about it. */
export interface Welcome {
  readonly text: string;
  readonly title: string;
  /** A codicon's name. */
  readonly icon: string;
  readonly command: vscode.Command;
}

/**
 * What a view says of an environment that cannot be used yet.
 * @param name the environment's name as titles show it
 */
export function welcomeOf(missing: Missing, name: string, environmentId: string): Welcome {
  const rows: Record<Missing, readonly [text: string, icon: string, command: CommandName, title?: string]> = {
    address: [t('{0} has no address yet.', name), 'globe', 'configureEnvironment', t('Set Address…')],
    setting: [
      t('The setting of {0} is not valid.', name),
      'warning',
      'configureEnvironment',
      t('Fix This Setting…'),
    ],
    key: [t('{0} has no API key yet.', name), 'key', 'setApiKey'],
    confirmation: [
      t('The address of {0} has changed since its API key was entered.', name),
      'key',
      'setApiKey',
      t('Confirm Address…'),
    ],
    stopped: [t('The Local Sandbox is stopped.'), 'debug-start', 'startLocalSandbox'],
    offline: [
      t('The Local Sandbox is offline, because of its scenario.'),
      'settings',
      'setLocalSandboxScenario',
    ],
  };
  const [text, icon, command, title = menuTitle(command)] = rows[missing];
  const args = missing === 'stopped' || missing === 'offline' ? [] : [environmentId];
  return { text, title, icon, command: { command: commandId(command), title: '', arguments: args } };
}

/** What a view says in a workspace that is not trusted: none of its files is sent. */
export function untrustedWelcome(): Welcome {
  return {
    text: t('This workspace is not trusted. Its files are not uploaded.'),
    title: t('Manage Workspace Trust…'),
    icon: 'shield',
    command: { command: 'workbench.trust.manage', title: '' },
  };
}
