import * as vscode from 'vscode';
import { NotFoundError } from '../../api/errors';
import type { Exchange } from '../../api/exchange';
import type { Handler } from '../../commands/commands';
import type { Connections } from '../../services/connections';
import { optionsOf, refuse } from '../../commands/arguments';
import { queryForPage, type PagePositions } from './paging';
import { readExchangeTarget, type Exchanges } from '../exchange/exchanges';
import { activeExchangeId } from '../exchange/requestUris';
import { refuseImported, relativePath } from '../send/resend';
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

/** The exchange named, or the one whose document is in front. */
export function requireExchange(target: unknown): string {
  const id = readExchangeTarget(target) ?? activeExchangeId();
  if (id !== undefined) return id;
  throw refuse(vscode.l10n.t('Choose a request first: give its id, or select it in the Requests view.'));
}
