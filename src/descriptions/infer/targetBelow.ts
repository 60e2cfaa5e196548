import type { Addresses } from '../../api/model/addresses';
import type { Exchange } from '../../api/model/exchange';

/**
 * Path and query of an exchange after `/v1`; undefined for one that went to no address of its environment, such as a
 * content link on another host.
 */
export function targetBelow(
  { url, path, environmentType, operation }: Exchange,
  addresses: Addresses | undefined,
): string | undefined {
  // The Local Sandbox listens at another port each time.
  const known = environmentType === 'local' ? undefined : addresses;
  const bases = known === undefined ? [] : [known.apiUrl, `${known.filesUrl}/v1`];
  const base = bases.find((each) => url.startsWith(`${each}/`));
  if (base !== undefined) return url.slice(base.length);
  if (environmentType !== 'local' || operation === 'content') return undefined;
  return path.startsWith('/v1/') ? path.slice('/v1'.length) : undefined;
}
