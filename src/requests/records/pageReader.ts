import * as vscode from 'vscode';
import type { Answer } from '../../api';
import { DecodeError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Connections } from '../../services/connections';
import { refuse } from '../../commands/arguments';
import { parseExactly, withExactNumbers } from '../../util/exactJson';
import type { Exchanges } from '../exchange/exchanges';
import { refuseImported, relativePath } from '../plan/resend';
import { queryForPage, recordsOf } from './paging';

/** A page of a list, with every number as the service wrote it (`parseExactly`). */
export interface ExactPage {
  readonly records: readonly unknown[];
  readonly totalCount: number | undefined;
  readonly nextPage: string | undefined;
  readonly requestId: string | undefined;
  readonly exchangeId: string;
  /** What was kept of the call that brought it. */
  readonly exchange: Exchange | undefined;
}

/** What pages are read with. */
export interface PageParts {
  readonly exchanges: Exchanges;
  readonly connections: Pick<Connections, 'open'>;
}

/** Where a list starts: a cursor, or the first page. */
type Start = { readonly cursor: string | undefined };

/** So many pages are read at most: a service that makes a new cursor for ever would never end. */
export const MAX_PAGES = 1000;

/**
 * Reads the pages of the list that an exchange belongs to, one request each, from the environment that it came from.
 * @param start the cursor to begin with; without one, the first page
 * @throws PreflightError when the answer is no list
 * @throws NotFoundError for the entry of a HAR file
 * @throws ConfigurationError when the environment has another address by now
 */
export async function openPages(
  exchange: Exchange,
  { exchanges, connections }: PageParts,
): Promise<{
  readonly path: string;
  readonly environment: { readonly name: string; readonly type: Exchange['environmentType'] };
  read(start: Start, signal: AbortSignal): AsyncIterableIterator<ExactPage>;
}> {
  refuseImported(exchanges.isImported(exchange.id));
  if (exchange.paging === undefined || exchange.method !== 'GET') {
    throw refuse(vscode.l10n.t('This request has no pages: its answer is not a list.'));
  }
  const { client, environment, identity } = await connections.open(exchange.environment);
  const path = relativePath(exchange, environment, identity);
  return {
    path,
    environment,
    async *read({ cursor }, signal) {
      let made: Exchange | undefined;
      const call = { signal, onExchange: (latest: Exchange) => (made = latest) };
      const input = { path, query: queryForPage(exchange.url, cursor) };
      let pages = 0;
      for await (const answer of client.pages(input, call)) {
        yield exactPage(answer, made);
        pages += 1;
        if (pages >= MAX_PAGES && answer.paging?.nextPage !== undefined) throw tooManyPages(answer);
      }
    },
  };
}

/**
 * The answer has every link whole, the exchange that is kept has every number as it was written: the records get both.
 */
function exactPage(answer: Answer<unknown>, exchange: Exchange | undefined): ExactPage {
  const text = exchange?.attempts.at(-1)?.response?.body;
  const exact = text === undefined ? undefined : parseExactly(text);
  const { body, paging, requestId, exchangeId } = answer;
  return {
    records: recordsOf(withExactNumbers(body, exact)) ?? [],
    totalCount: paging?.totalCount,
    nextPage: paging?.nextPage,
    requestId,
    exchangeId,
    exchange,
  };
}

function tooManyPages({ requestId, exchangeId }: Answer<unknown>): DecodeError {
  const message = vscode.l10n.t(
    'The list is too long to collect: it has more than {0} pages. Ask for more items on each page by its limit, or narrow the request by its query.',
    MAX_PAGES,
  );
  return new DecodeError({ message }, { requestId, exchangeId });
}
