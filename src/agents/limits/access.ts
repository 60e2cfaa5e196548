import { ConfigurationError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Environment } from '../../services/environmentModel';
import type { AgentTool } from './toolNames';

/** What agents may do in an environment. */
export type Access = 'none' | 'read' | 'write';

/**
 * What agents may do in an environment. One that sends to an address of a production environment counts as that,
 * whatever its own type says.
 * @param all every environment there is
 * @param production what the user's setting allows in production
 */
export function accessOf(
  environment: Environment,
  all: readonly Environment[],
  production: 'none' | 'read',
): Access {
  const isProduction =
    environment.type === 'production' ||
    all.some((other) => other.type === 'production' && sendsTo(environment, other));
  return isProduction ? production : 'write';
}

/** Whether requests or uploads to one environment arrive at the address of another one. */
function sendsTo({ addresses: from }: Environment, { addresses: to }: Environment): boolean {
  if (from === undefined || to === undefined) return false;
  return (
    // An address above another one reaches it by a path.
    `${to.apiUrl}/`.startsWith(`${from.apiUrl}/`) ||
    // Unless it is given, the files address is an origin, which two APIs on the same host share.
    (from.filesUrl === to.filesUrl && from.apiOrigin !== to.apiOrigin)
  );
}

/**
 * Whether an exchange went to an environment of type production, whatever the settings say by now of the environment
 * that it was made in.
 */
export function wentToProduction(
  { environmentType, url }: Pick<Exchange, 'environmentType' | 'url'>,
  all: readonly Environment[],
): boolean {
  return (
    environmentType === 'production' ||
    all.some(
      ({ type, addresses }) =>
        type === 'production' && addresses !== undefined && url.startsWith(`${addresses.apiUrl}/`),
    )
  );
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
 * @throws ConfigurationError that names what the user can do by hand
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

/** @throws ConfigurationError in a workspace that the user does not trust, for all but describing the API */
export function demandTrust(tool: AgentTool, isTrusted: boolean): void {
  if (isTrusted || tool === 'payments_describe_api') return;
  throw new ConfigurationError({
    message:
      'The user does not trust this workspace, so agents may only describe the API here (payments_describe_api). Nothing was done. Ask the user to trust the workspace first (command "Workspaces: Manage Workspace Trust").',
  });
}
