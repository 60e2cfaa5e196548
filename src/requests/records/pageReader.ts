import type { Answer } from '../../api';
import { DecodeError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { RequestPlan } from '../../api/model/requestPlan';
import { planListPage } from '../../api/rules/plan';
import type { Reachable } from '../../services/connections';
import type { Services } from '../../services/services';
import { refuse } from '../../commands/arguments';
import { parseExactly, withExactNumbers } from '../../util/exactJson';
import { plainText } from '../../util/plainText';
import { planAgain, refuseImported } from '../plan/resend';
import { recordsOf } from './paging';
import { t } from '../../util/text';

/** A page of a list, with every number as the service wrote it (`parseExactly`). */
export interface ExactPage {
  readonly records: readonly unknown[];
  readonly totalCount: number | undefined;
  readonly nextPage: string | undefined;
  readonly requestId: string | undefined;
  readonly exchangeId: string;
}

/** So many pages are read at most: a service that makes a new cursor for ever would never end. */
const MAX_PAGES = 1000;

/** A list whose pages can be read, from the environment that it came from. */
export interface OpenList {
  /** Without its query. */
  readonly path: string;
  readonly environment: Reachable;
  /** One request each, from a cursor on; from the first page without one. */
  read(cursor: string | undefined, signal: AbortSignal): AsyncIterableIterator<ExactPage>;
}

/**
 * The list that an exchange belongs to, with the headers that it was asked for with.
 * @param anyLimit see `planAgain`
 * @throws PreflightError when it was no read, or its request was not kept as it was sent
 * @throws NotFoundError for the entry of a HAR file
 * @throws ConfigurationError when the environment has another address by now
 */
export function listOf(exchange: Exchange, environment: Reachable, anyLimit: boolean): RequestPlan {
  refuseImported(exchange);
  if (exchange.method === 'GET') return planAgain(exchange, environment, anyLimit);
  throw refuse(
    t(
      'This list was answered to a {0} request. Only lists that a GET request reads have further pages here. Nothing was sent.',
      plainText(exchange.method, 20),
    ),
  );
}

/**
 * Opens a list to read its pages.
 * @param isPerson whether a person is there: any limit is sent, and they are asked where the service asked to wait
 * @throws PreflightError when the answer is no list; otherwise as `listOf`
 */
export async function openPages(
  exchange: Exchange,
  { connections, sender }: Pick<Services, 'connections' | 'sender'>,
  isPerson = false,
): Promise<OpenList> {
  if (exchange.paging === undefined) throw refuse(t('This request has no pages: its answer is not a list.'));
  const environment = await connections.ready(exchange.environment);
  const list = listOf(exchange, environment, isPerson);
  return {
    path: list.target.split('?', 1)[0] ?? '',
    environment,
    async *read(cursor, signal) {
      const seen = new Set(cursor === undefined ? [] : [cursor]);
      const permit = await sender.permit(planListPage(list, cursor), { at: environment, isPerson });
      for (let at = cursor; ;) {
        let made: Exchange | undefined;
        const page = { ...permit, plan: planListPage(list, at) };
        const answer = await sender.send(page, { signal, onExchange: (latest) => (made = latest) });
        yield exactPage(answer, made);
        at = answer.paging?.nextPage;
        if (at === undefined) return;
        if (seen.has(at)) throw new DecodeError(endless(), answer);
        seen.add(at);
        if (seen.size >= MAX_PAGES) throw new DecodeError(tooManyPages(), answer);
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
  };
}

const tooManyPages = () =>
  t(
    'The list is too long to collect: it has more than {0} pages. Ask for more items on each page by its limit, or narrow the request by its query.',
    MAX_PAGES,
  );

const endless = () =>
  t('The next page is one that was read before, so the list would never end. Nothing more was read.');
