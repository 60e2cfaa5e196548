import * as vscode from 'vscode';
import { commandId, type CommandName } from '../../commands/commands';
import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Exchanges } from '../exchange/exchanges';
import type { PagePositions } from '../records/paging';
import { canRepeat } from './exchangeActions';
import { shownLanguage, t } from '../../util/text';

/**
 * The line of actions above the document of an exchange: what is used most. It fits a window of 1,280 pixels; the
 * rest is behind its last two.
 * @param id it is known by here
 * @param differsFrom the operation of an added document that its answer differs from
 */
export function exchangeLenses(
  exchange: Exchange,
  id: string,
  exchanges: Exchanges,
  positions: PagePositions,
  differsFrom?: AnswerCheck['operation'],
): vscode.CodeLens[] {
  const { paging, error, environment, setting } = exchange;
  const isOwn = !exchanges.isImported(id);
  const position = paging === undefined ? undefined : positionText(exchange, id, positions);
  return [
    ...(isOwn && error?.status === 401
      ? [lens(`$(key) ${t('Enter API Key')}`, 'setApiKey', environment)]
      : []),
    ...(isOwn && setting !== undefined ? [settingLens(setting)] : []),
    ...(isOwn && paging?.previousPage !== undefined
      ? [lens(`$(arrow-left) ${t('Previous')}`, 'previousPage', id)]
      : []),
    ...(position === undefined ? [] : [new vscode.CodeLens(TOP, { title: position, command: '' })]),
    ...(isOwn && paging?.nextPage !== undefined
      ? [lens(`${t('Next')} $(arrow-right)`, 'nextPage', id, BY_PERSON)]
      : []),
    ...(isOwn && canRepeat(exchange)
      ? [
          lens(`$(refresh) ${t('Send Again')}`, 'sendAgain', id, BY_PERSON),
          lens(t('Edit'), 'editRequest', id),
        ]
      : []),
    ...(isOwn && exchange.origin === 'file' && exchange.status !== undefined
      ? [lens(t('Add Expectations'), 'addExpectations', id)]
      : []),
    ...(differsFrom === undefined
      ? []
      : [lens(`$(warning) ${t('Show in Description')}`, 'showInDescription', differsFrom)]),
    lens(t('Copy…'), 'copyFromRequest', id),
    lens(t('More…'), 'moreRequestActions', id),
  ];
}

function settingLens(setting: string): vscode.CodeLens {
  const title = `$(gear) ${t('Open Settings')}`;
  const search = `@id:${setting}`;
  return new vscode.CodeLens(TOP, { title, command: 'workbench.action.openSettings', arguments: [search] });
}

/** Such as "11–20 of 25", as far as it is known. */
function positionText(exchange: Exchange, id: string, positions: PagePositions): string | undefined {
  const page = positions.of({ ...exchange, id });
  const total = exchange.paging?.totalCount?.toLocaleString(shownLanguage());
  if (page === undefined) return total === undefined ? undefined : t('a page of {0}', total);
  if (page.count === 0) return t('no items');
  const range = `${page.start + 1}–${page.start + page.count}`;
  return total === undefined ? range : t('{0} of {1}', range, total);
}

/** What is missing of the environment is asked for. */
const BY_PERSON = { interactive: true };
const TOP = new vscode.Range(0, 0, 0, 0);

function lens(title: string, name: CommandName, ...args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(TOP, { title, command: commandId(name), arguments: args });
}
