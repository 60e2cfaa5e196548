import { ConfigurationError } from '../../api/errors';
import type { Environment } from '../../services/environmentModel';

/** What agents may do in an environment. */
export type Access = 'none' | 'read' | 'write';

/**
 * What agents may do in an environment. One that has the API address of a production environment counts as that,
 * whatever its own type says.
 * @param all every environment there is
 * @param production what the user's setting allows in production
 */
export function accessOf(
  environment: Environment,
  all: readonly Environment[],
  production: 'none' | 'read',
): Access {
  const { addresses } = environment;
  const isProduction =
    environment.type === 'production' ||
    (addresses !== undefined &&
      all.some((other) => other.type === 'production' && other.addresses?.apiUrl === addresses.apiUrl));
  return isProduction ? production : 'write';
}

/** What the user can do where an agent must not, by hand. */
export interface ByHand {
  /** What was refused, such as "upload files". */
  readonly what: string;
  /** What the user does instead, as a sentence. */
  readonly instead: string;
}

/**
 * Refuses what an agent may not do in an environment.
 * @throws ConfigurationError that tells the agent what the user could do by hand
 */
export function demandAccess(
  environment: Environment,
  access: Access,
  needed: 'read' | 'write',
  { what, instead }: ByHand,
): void {
  if (access === 'write' || access === needed) return;
  const { id } = environment;
  const message =
    needed === 'write'
      ? `Agents never ${what} in production, and "${id}" is a production environment. Nothing was sent. Use the environment "local" or one of type sandbox, or ask the user to do it by hand: ${instead}`
      : `Agents may not ${what} in production unless the user's own setting paymentsApi.agents.production is "read", and "${id}" is a production environment. Nothing was read. Use the environment "local" or one of type sandbox, or ask the user to do it by hand: ${instead}`;
  throw new ConfigurationError({ message }, { environment: id });
}
