import { checkRequestPath } from '../../api/model/addresses';
import type { Hosts } from '../../api/model/requestPlan';
import { HttpRefusal } from './parse/model';
import { t } from '../../util/text';

/** Where a request goes. */
export interface Target {
  /** Which of the environment's addresses; undefined for a path alone, which decides by itself. */
  readonly service?: 'api' | 'files';
  /** After `/v1`, without the query. */
  readonly path: string;
  /** As it is written: begins with `?`, or is empty. */
  readonly query: string;
}

/**
 * Reads a resolved address: of one of the environment's own hosts, or a path alone.
 * @throws HttpRefusal for any other host, and for a path that cannot be sent
 */
export function readTarget(url: string, hosts: Hosts): Target {
  const text = url.trim();
  const absolute = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\]*)/i.exec(text);
  if (absolute === null) {
    if (!text.startsWith('/') || text.startsWith('//')) throw new HttpRefusal('other-host', [text]);
    return below(text);
  }
  const [begin, scheme = '', authority = ''] = absolute;
  const rest = text.slice(begin.length);
  const origin = authority.includes('@') ? undefined : URL.parse(`${scheme}://${authority}/`)?.origin;
  const here = [
    { service: 'api' as const, base: new URL(hosts.apiUrl.replace(/\/v1$/, '')) },
    { service: 'files' as const, base: new URL(hosts.filesUrl) },
  ]
    .filter(({ base }) => base.origin === origin)
    .map(({ service, base }) => ({ service, prefix: base.pathname.replace(/\/$/, '') }));
  if (here.length === 0) throw new HttpRefusal('other-host', [`${scheme}://${authority}`]);
  // Where one address is below the other, the longer one is meant.
  const found = here
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .find(({ prefix }) => rest.startsWith(`${prefix}/`));
  const path = rest.slice(found?.prefix.length);
  // Another version is no path of this one: it would be sent behind `/v1`.
  if (found === undefined || /^\/v(?!1(?:[/?]|$))\d/.test(path)) {
    throw new HttpRefusal('path', [rest, t('it is not below the address of the API')]);
  }
  return { service: found.service, ...below(path) };
}

function below(text: string): Omit<Target, 'service'> {
  const check = checkRequestPath(text);
  if (!check.ok) throw new HttpRefusal('path', [text, check.reason]);
  const mark = text.indexOf('?');
  return { path: check.path, query: mark < 0 ? '' : text.slice(mark) };
}
