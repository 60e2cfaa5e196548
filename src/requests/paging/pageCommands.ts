import * as vscode from 'vscode';
import { NotFoundError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handler } from '../../commands/commands';
import type { Connections } from '../../services/connections';
import { optionsOf } from '../../commands/arguments';
import { queryForPage, type PagePositions } from '../records/paging';
import { requireExchange, type Exchanges } from '../exchange/exchanges';
import { refuseImported, relativePath } from '../plan/resend';
import type { Sender } from '../send/sender';

interface PageCommandParts {
  readonly exchanges: Exchanges;
  readonly connections: Connections;
  readonly positions: PagePositions;
  readonly sender: Sender;
}

/** Next and previous page ("Lists" in docs/api.md), asked of the environment that the list came from. */
export function createPageCommand(
  parts: PageCommandParts,
  direction: 'next' | 'previous',
): Handler<'nextPage'> {
  const { exchanges, connections, positions, sender } = parts;
  return async (target, options) => {
    const exchange = await exchanges.get(requireExchange(target));
    const cursor = cursorTo(exchange, direction);
    refuseImported(exchanges.isImported(exchange.id));
    const environment = await connections.ready(exchange.environment);
    const draft = {
      method: exchange.method,
      path: relativePath(exchange, environment, connections.identityOf(environment)),
      query: queryForPage(exchange.url, cursor),
    };
    return sender.send(draft, {
      environment: environment.id,
      reveal: optionsOf(options)['reveal'],
      from: exchange,
      onExchange: (page) => {
        positions.follow(exchange, direction, page);
      },
    });
  };
}

/** The cursor that leads on from a page. @throws NotFoundError when there is no such page */
function cursorTo({ paging }: Exchange, direction: 'next' | 'previous'): string {
  const cursor = direction === 'next' ? paging?.nextPage : paging?.previousPage;
  if (cursor !== undefined) return cursor;
  if (paging === undefined) {
    throw new NotFoundError({
      message: vscode.l10n.t('This request has no pages: its answer is not a list.'),
    });
  }
  throw new NotFoundError({
    message:
      direction === 'next'
        ? vscode.l10n.t('This is the last page.')
        : vscode.l10n.t('This is the first page.'),
  });
}
