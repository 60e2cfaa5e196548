import type { LocalState } from '../../sandbox/control';
import type { KeyState } from '../../services/environments/keyVault';
import type { Environment } from '../../services/environments/environmentModel';
import type { Missing } from '../../ui/views/welcome';

export interface EnvironmentState {
  readonly environment: Environment;
  readonly key: KeyState;
  readonly isActive: boolean;
  readonly local: LocalState;
}

/** What keeps an environment from being used, the first thing first; undefined when nothing does. Pure. */
export function missingOf({
  environment,
  key,
  local,
}: Omit<EnvironmentState, 'isActive'>): Exclude<Missing, 'offline'> | undefined {
  if (environment.problem !== undefined) return 'setting';
  if (environment.type === 'local') return local === 'stopped' ? 'stopped' : undefined;
  if (environment.addresses === undefined) return 'address';
  if (key.kind === 'none' || key.kind === 'lost') return 'key';
  return key.kind === 'address-changed' ? 'confirmation' : undefined;
}
