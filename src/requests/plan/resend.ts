import type { Exchange, HeaderList } from '../../api/model/exchange';
import { ConfigurationError, NotFoundError } from '../../api/model/errors';
import type { RequestInput } from '../../api/model/clientTypes';
import type { RequestPlan } from '../../api/model/requestPlan';
import { planRequest } from '../../api/rules/plan';
import type { Reachable } from '../../services/connections';
import { hiddenParts } from '../exchange/hiddenParts';
import { isImported } from '../exchange/imported';
import type { Written } from '../../httpFiles/format/write';
import { refuse } from '../../commands/arguments';
import { listed, t } from '../../util/text';

/** Reading from an exchange what was sent, so that it can be sent again, or changed and sent. */

/** Where a request went: what follows `/v1`, as it was sent. */
type Place = Pick<RequestInput, 'service' | 'path'>;

/**
 * The request of an exchange, byte for byte.
 * @param environment where it went, as it is now
 * @param anyLimit a person may send a `limit` again that is out of range
 * @throws ConfigurationError when the environment has another address or another account by now: what was read at
 * one service is not asked of another
 * @throws PreflightError when it is an upload or a download, or when part of it was not kept as it was sent
 */
export function planAgain(exchange: Exchange, environment: Reachable, anyLimit = false): RequestPlan {
  const place = findPlace(exchange, environment);
  const { id, name, addresses } = environment;
  const refuseHere = (message: string) => new ConfigurationError(message, { environment: id });
  if (place === undefined) {
    throw refuseHere(
      t(
        'This request was sent to {0}, but {1} is now at {2}. Nothing was sent.',
        exchange.url.split('?', 1)[0] ?? '',
        name,
        exchange.service === 'files' ? addresses.filesUrl : addresses.apiUrl,
      ),
    );
  }
  if (exchange.identity !== undefined && exchange.identity !== environment.identity) {
    throw refuseHere(
      t(
        'This request was sent to another account than the one {0} leads to now. Nothing was sent. Check the addresses of the environment, or send it as a new request.',
        name,
      ),
    );
  }
  return planAt(exchange, { ...place, anyLimit });
}

/** The same, also where the environment is at another address by now: the user sees where it will go. */
export function planAnywhere(exchange: Exchange, environment: Reachable): RequestPlan {
  const { service, url } = exchange;
  const found = findPlace(exchange, environment);
  if (found !== undefined) return planAt(exchange, { ...found, anyLimit: true });
  const whole = afterOrigin(url);
  const path = whole.slice(Math.max(0, whole.indexOf('/v1/')));
  return planAt(exchange, { service, path, anyLimit: true });
}

function findPlace({ url, service }: Exchange, { type, addresses }: Reachable): Place | undefined {
  const sentTo = URL.parse(url);
  const path = afterOrigin(url);
  for (const each of service === undefined ? (['api', 'files'] as const) : [service]) {
    const base = new URL(each === 'files' ? `${addresses.filesUrl}/v1` : addresses.apiUrl);
    // The Local Sandbox is the same one at whatever port it got this time.
    const isHere = type === 'local' || sentTo?.origin === base.origin;
    if (isHere && path.startsWith(`${base.pathname}/`))
      return { service: each, path: path.slice(base.pathname.length) };
  }
  return undefined;
}

function afterOrigin(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/, '');
}

function planAt(exchange: Exchange, place: Place & Pick<RequestInput, 'anyLimit'>): RequestPlan {
  const { method, request, operation } = exchange;
  if (operation === 'content') {
    throw refuse(t('Download links are not kept. Open the content from the details of its file.'));
  }
  const { body, altered } = request;
  if (body?.kind === 'multipart') {
    throw refuse(t('The content of uploads is not kept. Upload the file again instead.'));
  }
  const missing = hiddenParts(exchange);
  if (missing.length > 0) throw hidden(missing);
  if (altered === 'files') {
    throw refuse(
      t('The body of this request comes from files. Send it again from the .http file it came from.'),
    );
  }
  const content = body && { bytes: Buffer.from(body.text) };
  return planRequest({ method, ...place, headers: ownHeaders(exchange), content });
}

/** A request for the text of an `.http` file. */
export function writtenAs({ method, service, target, headers, body }: RequestPlan): Written {
  return { method, service, target, headers, body: body && Buffer.from(body.bytes).toString() };
}

/** What the library sends by itself. */
const MADE = new Set(['authorization', 'accept-encoding', 'user-agent', 'content-length', 'host']);

/** The headers of an exchange that its caller added. */
function ownHeaders({ request: { headers, made } }: Exchange): HeaderList {
  if (made !== undefined) return headers.slice(made);
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    return lower === 'accept' ? value !== 'application/json' : !MADE.has(lower);
  });
}

/** Why a request that was not kept as it was sent is not sent, edited or copied by code. */
export function hidden(parts: readonly string[]) {
  return refuse(
    t(
      'This request was not kept as it was sent. Missing: {0}. So it cannot be sent, edited or copied as it was. Nothing was sent. Write it again with the missing values in place.',
      listed(parts),
    ),
  );
}

/** @throws NotFoundError for the entry of a HAR file: it was not made here */
export function refuseImported(exchange: Exchange): void {
  if (!isImported(exchange)) return;
  throw new NotFoundError(t('This request comes from a HAR file. You can view it, but not send it.'));
}
