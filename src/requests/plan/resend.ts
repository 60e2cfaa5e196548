import * as vscode from 'vscode';
import type { Exchange, HeaderList } from '../../api/model/exchange';
import { ConfigurationError, NotFoundError } from '../../api/model/errors';
import type { Addresses } from '../../api/model/addresses';
import type { Environment } from '../../services/environmentModel';
import { hiddenParts, type HiddenPart } from '../exchange/hiddenParts';
import { describeHidden } from '../exchange/hiddenWords';
import { refuse } from '../../commands/arguments';
import { parseExactly } from '../../util/exactJson';
import type { RequestDraft } from './requestInput';

/** Reading from an exchange what was sent, so that it can be sent again, or changed and sent. */

/**
 * The path of an exchange relative to the API address of its environment, without a query.
 * @param identity of the account that the environment leads to now (`Connections.identityOf`)
 * @throws ConfigurationError when the environment has another address or another account by now: what was read at
 * one service is not asked of another
 */
export function relativePath(
  exchange: Exchange,
  environment: Environment & { readonly addresses: Addresses },
  identity: string | undefined,
): string {
  const { apiUrl, apiOrigin } = environment.addresses;
  const sentTo = URL.parse(exchange.url);
  const prefix = new URL(apiUrl).pathname;
  // The Local Sandbox is the same one at whatever port it got this time.
  const sameHost = environment.type === 'local' || sentTo?.origin === apiOrigin;
  if (sentTo !== null && sameHost && sentTo.pathname.startsWith(`${prefix}/`)) {
    refuseOtherAccount(exchange, environment, identity);
    return sentTo.pathname.slice(prefix.length);
  }
  throw new ConfigurationError(
    {
      message: vscode.l10n.t(
        'This request was sent to {0}, but {1} is now at {2}. Nothing was sent.',
        sentTo === null ? exchange.url : sentTo.origin + sentTo.pathname,
        environment.name,
        apiUrl,
      ),
    },
    { environment: environment.id },
  );
}

/** Exchanges of version 0.1.0 do not say which account they belong to. */
function refuseOtherAccount(
  exchange: Exchange,
  environment: Environment,
  identity: string | undefined,
): void {
  if (exchange.identity === undefined || exchange.identity === identity) return;
  const message =
    environment.type === 'local'
      ? vscode.l10n.t(
          'This request was sent before {0} was reset, so it belongs to another account. Nothing was sent. Send it as a new request.',
          environment.name,
        )
      : vscode.l10n.t(
          'This request was sent to another account than the one {0} leads to now. Nothing was sent. Check the addresses of the environment, or send it as a new request.',
          environment.name,
        );
  throw new ConfigurationError({ message }, { environment: environment.id });
}

/** The same, also where the environment is at another address by now: the user sees where it will go. */
export function pathAnywhere(
  exchange: Exchange,
  environment: Environment & { readonly addresses: Addresses },
): string {
  try {
    return relativePath(exchange, environment, exchange.identity);
  } catch {
    const pathname = URL.parse(exchange.url)?.pathname ?? '';
    const version = pathname.indexOf('/v1/');
    return version < 0 ? pathname : pathname.slice(version + '/v1'.length);
  }
}

/**
 * The request of an exchange, as one that can be sent or edited.
 * @param path relative to the API address
 * @throws PreflightError when it is an upload or a download, or when part of it was not kept as it was
 * sent
 */
export function draftOf(exchange: Exchange, path: string): RequestDraft {
  const { method, request, url, operation } = exchange;
  if (operation === 'content') {
    throw refuse(
      vscode.l10n.t('Download links are not kept. Open the content from the details of its file.'),
    );
  }
  if (request.body?.kind === 'multipart') {
    throw refuse(vscode.l10n.t('The content of uploads is not kept. Upload the file again instead.'));
  }
  const search = URL.parse(url)?.search ?? '';
  const text = request.body?.text;
  const missing = hiddenParts(exchange);
  if (missing.length > 0) throw hidden(missing);
  const body = text === undefined ? undefined : parseExactly(text);
  if (text !== undefined && body === undefined) {
    throw refuse(
      vscode.l10n.t('The body of this request is not JSON. Send it again from the .http file it came from.'),
    );
  }
  const headers = addedHeaders(request.headers);
  return {
    method,
    path: path + search,
    ...(body !== undefined && { body }),
    ...(headers.length > 0 && { headers }),
  };
}

/** What the library sends by itself. */
const MADE = new Set(['authorization', 'accept-encoding', 'user-agent', 'content-length', 'host']);

/** The headers of an exchange that its caller added. */
function addedHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'accept' || lower === 'content-type') return value !== 'application/json';
    return !MADE.has(lower);
  });
}

/** Why a request that was not kept as it was sent is not sent, edited or copied by code. */
export function hidden(parts: readonly HiddenPart[]) {
  return refuse(
    vscode.l10n.t(
      'This request was not kept as it was sent. Missing: {0}. So it cannot be sent, edited or copied as it was. Nothing was sent. Write it again with the missing values in place.',
      describeHidden(parts),
    ),
  );
}

/** @throws NotFoundError for the entry of a HAR file: it was not made here */
export function refuseImported(isImported: boolean): void {
  if (!isImported) return;
  throw new NotFoundError({
    message: vscode.l10n.t('This request comes from a HAR file. You can view it, but not send it.'),
  });
}
