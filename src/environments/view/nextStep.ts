import type { CommandName } from '../../commands/commands';
import type { LocalState } from '../../sandbox/control';
import type { KeyState } from '../../services/environments/keyVault';
import type { Environment } from '../../services/environments/environmentModel';

export interface EnvironmentState {
  readonly environment: Environment;
  readonly key: KeyState;
  readonly isActive: boolean;
  readonly local: LocalState;
}

/** What to do next about an environment. */
export type NextStep =
  | 'fix-setting'
  | 'set-address'
  | 'enter-key'
  | 'confirm-address'
  | 'start-local'
  | 'switch'
  | 'upload';

/** The command behind each. */
export const STEP_COMMANDS: Readonly<Record<NextStep, CommandName>> = {
  'fix-setting': 'configureEnvironment',
  'set-address': 'configureEnvironment',
  'enter-key': 'setApiKey',
  'confirm-address': 'setApiKey',
  'start-local': 'startLocalSandbox',
  switch: 'switchEnvironment',
  upload: 'uploadFiles',
};

/** The one next step of an environment: what is missing first, then its use. Pure. */
export function nextStep({ environment, key, isActive, local }: EnvironmentState): NextStep {
  if (environment.problem !== undefined) return 'fix-setting';
  if (environment.type === 'local') {
    if (local === 'stopped') return 'start-local';
  } else {
    if (environment.addresses === undefined) return 'set-address';
    if (key.kind === 'none' || key.kind === 'lost') return 'enter-key';
    if (key.kind === 'address-changed') return 'confirm-address';
  }
  return isActive ? 'upload' : 'switch';
}

/** Whether it can be used as it is. */
export function isReady(state: EnvironmentState): boolean {
  return ['switch', 'upload'].includes(nextStep(state));
}
