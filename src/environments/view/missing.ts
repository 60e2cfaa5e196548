import type { LocalState } from '../../sandbox/control';
import type { Services } from '../../services/services';
import type { KeyState } from '../../services/environments/keyVault';
import type { Environment } from '../../services/environments/environmentModel';
import type { Missing } from '../../ui/views/welcome';

export interface EnvironmentState {
  readonly environment: Environment;
  readonly key: KeyState;
  readonly isActive: boolean;
  readonly local: LocalState;
}

/** How an environment is now; undefined for one that has gone meanwhile. */
export async function stateOf(
  { environments, keys, sandbox }: Pick<Services, 'environments' | 'keys' | 'sandbox'>,
  id: string,
): Promise<EnvironmentState | undefined> {
  const environment = environments.all.find((one) => one.id === id);
  if (environment === undefined) return undefined;
  const key = await keys.state(environment);
  return { environment, key, isActive: environments.active.id === id, local: sandbox.state };
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
