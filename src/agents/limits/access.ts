import { isMeantLocally, type Addresses } from '../../api/model/addresses';
import { ConfigurationError } from '../../api/model/errors';
import type { Exchange, Service } from '../../api/model/exchange';
import type { Environment } from '../../services/environments/environmentModel';
import { withoutEnd } from '../../util/edges';
import type { AgentTool } from './inputs';

/** What agents may do in an environment. */
export type Access = 'none' | 'read' | 'write';

/**
 * What agents may do in an environment. One that reaches an address of a production environment counts as that, whatever
 * its own type says; where only its files address does, for file operations.
 * @param all every environment there is
 * @param production what the user's setting allows in production
 */
export function accessOf(
  environment: Environment,
  all: readonly Environment[],
  production: 'none' | 'read',
  service: Service,
): Access {
  const isProduction =
    environment.type === 'production' ||
    all.some(
      (other) =>
        other.type === 'production' &&
        (sharesApi(environment, other) || (service === 'files' && sharesFiles(environment, other))),
    );
  return isProduction ? production : 'write';
}

/**
 * Whether one API address is the other, or lies above or below it: a path leads from the one to the other. One that is the
 * other's files address is one of its addresses as well.
 */
function sharesApi({ addresses: one }: Environment, { addresses: other }: Environment): boolean {
  if (one === undefined || other === undefined) return false;
  const [first, second] = [comparable(one.apiUrl), comparable(other.apiUrl)];
  return first.startsWith(second) || second.startsWith(first) || first === filesAddress(other);
}

/** Whether the files address of one environment is an address of the other. By default it may be the other's API, too. */
function sharesFiles({ addresses: one }: Environment, { addresses: other }: Environment): boolean {
  if (one === undefined || other === undefined) return false;
  const files = filesAddress(one);
  return (
    comparable(`${one.filesUrl}/v1`) === comparable(other.apiUrl) ||
    (files !== undefined && files === filesAddress(other))
  );
}

/**
 * The files address with its final `/v1`, where one is given. The origin of the API address, which is there by default, may
 * be that of two APIs; where it is all of the API address, that is compared anyway.
 */
function filesAddress({ filesUrl, isFilesDefault }: Addresses): string | undefined {
  return isFilesDefault === true ? undefined : comparable(`${filesUrl}/v1`);
}

/** An address in the one form of all that lead to the same place, with a final slash. */
function comparable(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = isMeantLocally(url.hostname) ? 'localhost' : withoutEnd(url.hostname, /\./);
  const path = url.pathname.replace(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
  return `${url.protocol}//${host}:${url.port}${withoutEnd(path, /\//)}/`;
}

/**
 * Whether an exchange went to an environment of type production, whatever the settings say by now of the environment
 * that it was made in.
 */
export function wentToProduction(
  { environmentType, url }: Pick<Exchange, 'environmentType' | 'url'>,
  all: readonly Environment[],
): boolean {
  const place = comparable(url);
  return (
    environmentType === 'production' ||
    all.some(
      ({ type, addresses }) =>
        type === 'production' &&
        addresses !== undefined &&
        [comparable(addresses.apiUrl), filesAddress(addresses)].some(
          (address) => address !== undefined && place.startsWith(address),
        ),
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
  throw new ConfigurationError(message, { environment: id });
}

/** @throws ConfigurationError in a workspace that the user does not trust, for all but describing the API */
export function demandTrust(tool: AgentTool, isTrusted: boolean): void {
  if (isTrusted || tool === 'payments_describe_api') return;
  throw new ConfigurationError(
    'The user does not trust this workspace, so agents may only describe the API here (payments_describe_api). Nothing was done. Ask the user to trust the workspace first (command "Workspaces: Manage Workspace Trust").',
  );
}
