import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import { commandId, type CommandName, type Handlers } from '../../commands/commands';
import { bodyOf } from '../exchange/answer';
import type { Exchanges } from '../exchange/exchanges';
import { requireExchange } from '../exchange/exchanges';
import { findRecords } from '../records/findRecords';
import { parseExactly } from '../../util/exactJson';
import { t } from '../../util/text';

/** One action of a menu, where it applies. */
interface ActionItem extends vscode.QuickPickItem {
  readonly command?: CommandName;
  readonly args?: readonly unknown[];
}

/** Whether an exchange can be sent again from what is kept: the bytes of files, and links, are not. */
export function canRepeat({ operation }: Pick<Exchange, 'operation'>): boolean {
  return operation !== 'uploadFile' && operation !== 'content';
}

/** The menus behind "Copy…" and "More…" of an exchange's document. */
export function createActionMenus(exchanges: Exchanges) {
  const ask = async (
    target: unknown,
    placeHolder: string,
    items: (exchange: Exchange, isOwn: boolean) => readonly (ActionItem | false)[],
  ) => {
    const id = requireExchange(target);
    const exchange = await exchanges.get(id);
    const offered = items(exchange, !exchanges.isImported(id)).filter((item) => item !== false);
    const picked = await vscode.window.showQuickPick(offered, { placeHolder });
    if (picked?.command === undefined) {
      throw new CancelledError();
    }
    await vscode.commands.executeCommand(commandId(picked.command), id, ...(picked.args ?? []));
    return { data: {}, exchangeId: id };
  };
  return {
    copyFromRequest: (target) =>
      ask(target, t('Copy which part of this request?'), (exchange) => [
        hasBody(exchange) && item(t('Response Body'), 'copyResponseBody', 'json'),
        hasBody(exchange) && item(t('JSON Path'), 'copyJsonPath', 'symbol-property'),
        exchange.requestId !== undefined && {
          ...item(t('Request ID'), 'copyRequestId', 'tag'),
          description: exchange.requestId,
        },
        {
          ...item(t('As HTTP'), 'copyAsCode', 'file-code'),
          args: [{ target: 'http', interactive: true }],
        },
        item(t('As Code…'), 'copyAsCode', 'code'),
        { ...item(t('Support Report'), 'copySupportReport', 'output'), args: [{ show: true }] },
      ]),
    moreRequestActions: (target) =>
      ask(target, t('What to do with this request?'), (exchange, isOwn) => [
        hasRecords(exchange) && item(t('Open as Table'), 'openAsTable', 'table'),
        hasBody(exchange) && item(t('Compare with Previous Answer'), 'compareExchanges', 'diff'),
        hasBody(exchange) && item(t('Compare with…'), 'compareWith', 'diff'),
        isOwn &&
          exchange.paging !== undefined &&
          exchange.method === 'GET' && {
            ...item(t('Collect All Pages…'), 'collectAllPages', 'combine'),
            args: [{ interactive: true }],
          },
        hasBody(exchange) && item(t('Show the Body Alone'), 'showResponseBody', 'file-code'),
        hasBody(exchange) && item(t('Save Response As…'), 'saveResponse', 'save-as'),
        isOwn && canRepeat(exchange) && item(t('Save Request…'), 'saveRequest', 'star'),
        isOwn && exchange.status !== undefined && item(t('Add Expectations'), 'addExpectations', 'checklist'),
        isOwn && item(t('Pin Request'), 'pinRequest', 'pin'),
        { ...item(t('Support Report'), 'copySupportReport', 'output'), args: [{ show: true }] },
      ]),
  } satisfies Partial<Handlers>;
}

function item(label: string, command: CommandName, icon: string): ActionItem {
  return { label: `$(${icon}) ${label}`, command };
}

/** Whether its answer can be shown as a table. */
function hasRecords(exchange: Exchange): boolean {
  return findRecords(parseExactly(bodyOf(exchange) ?? '')) !== undefined;
}

function hasBody(exchange: Exchange): boolean {
  return (bodyOf(exchange) ?? '') !== '';
}
