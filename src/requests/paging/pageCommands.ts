import { NotFoundError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handler } from '../../commands/commands';
import type { Services } from '../../services/services';
import { optionsOf } from '../../commands/arguments';
import { isByPerson } from '../../commands/settingUp';
import { planPage } from '../../api/rules/plan';
import { doneWith, sendWithProgress } from '../../ui/sending';
import { listOf } from '../records/pageReader';
import type { PagePositions } from '../records/paging';
import type { Exchanges } from '../exchange/exchanges';
import type { Documents } from '../exchange/exchangeDocuments';
import { t } from '../../util/text';

/** Next and previous page ("Lists" in docs/api.md), asked of the environment that the list came from. */
export function createPageCommand(
  direction: 'next' | 'previous',
  { connections, sender }: Services,
  exchanges: Exchanges,
  positions: PagePositions,
  documents: Documents,
): Handler<'nextPage'> {
  return async (target, options) => {
    const exchange = await exchanges.named(target);
    const cursor = cursorTo(exchange, direction);
    const isPerson = isByPerson([target, options]);
    const list = listOf(exchange, await connections.ready(exchange.environment), isPerson);
    const permit = await sender.permit(planPage(list, cursor), {
      environment: exchange.environment,
      isPerson,
    });
    const answer = await sendWithProgress(sender, permit, {
      show: documents.showing(optionsOf(options)['reveal'], exchange),
      onExchange: (page) => positions.follow(exchange, direction, page),
    });
    return doneWith(answer);
  };
}

/** The cursor that leads on from a page. @throws NotFoundError when there is no such page */
function cursorTo({ paging }: Exchange, direction: 'next' | 'previous'): string {
  const cursor = direction === 'next' ? paging?.nextPage : paging?.previousPage;
  if (cursor !== undefined) return cursor;
  const end = direction === 'next' ? t('This is the last page.') : t('This is the first page.');
  const none = t('This request has no pages: its answer is not a list.');
  throw new NotFoundError(paging === undefined ? none : end);
}
