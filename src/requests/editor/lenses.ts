import * as vscode from 'vscode';
import type { Environments } from '../../services/environments';
import { commandId, type CommandName } from '../../commands/commands';
import type { Environment } from '../../services/environmentModel';
import { environmentTitle } from '../../ui/progress';
import { parseDraftFile } from '../send/requestFiles';
import type { Exchanges } from '../exchange/exchanges';
import type { PagePositions } from '../paging/paging';
import { readDocumentUri } from '../exchange/requestUris';
import { shownLanguage } from '../../util/text';

/** The lines of actions above an exchange's document, and above a request file. */
export class RequestLenses implements vscode.CodeLensProvider {
  readonly #exchanges: Exchanges;
  readonly #positions: PagePositions;
  readonly #environments: Environments;

  constructor(exchanges: Exchanges, positions: PagePositions, environments: Environments) {
    this.#exchanges = exchanges;
    this.#positions = positions;
    this.#environments = environments;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const name = readDocumentUri(document.uri);
    if (name === undefined) return this.#forFile(document);
    return name.kind === 'exchange' ? this.#forExchange(name.id) : [];
  }

  async #forExchange(id: string): Promise<vscode.CodeLens[]> {
    const exchange = await this.#exchanges.find(id);
    if (exchange === undefined) return [];
    const { paging, requestId, deviations, operation } = exchange;
    const isOwn = !this.#exchanges.isForeign(id);
    const position = paging === undefined ? undefined : this.#position(id, exchange);
    const canRepeat = isOwn && operation !== 'uploadFile' && operation !== 'content';
    return [
      ...(isOwn && paging?.previousPage !== undefined
        ? [lens(`$(arrow-left) ${vscode.l10n.t('Previous Page')}`, 'previousPage', id)]
        : []),
      ...(position === undefined ? [] : [new vscode.CodeLens(TOP, { title: position, command: '' })]),
      ...(isOwn && paging?.nextPage !== undefined
        ? [lens(`${vscode.l10n.t('Next Page')} $(arrow-right)`, 'nextPage', id)]
        : []),
      ...(isOwn && (paging?.nextPage ?? paging?.previousPage) !== undefined
        ? [lens(vscode.l10n.t('Collect All Pages'), 'collectAllPages', id)]
        : []),
      ...(deviations === undefined || deviations.length === 0
        ? []
        : [
            new vscode.CodeLens(TOP, {
              title: `$(warning) ${vscode.l10n.t('Not as documented: {0}', deviations.join(' '))}`,
              command: '',
            }),
          ]),
      ...(requestId === undefined ? [] : [lens(vscode.l10n.t('Copy Request ID'), 'copyRequestId', id)]),
      lens(vscode.l10n.t('Copy as Code'), 'copyAsCode', id),
      lens(vscode.l10n.t('Support Report'), 'copySupportReport', id, { show: true }),
      ...(canRepeat ? [lens(vscode.l10n.t('Send Again'), 'sendAgain', id)] : []),
      ...(canRepeat ? [lens(vscode.l10n.t('Edit and Send'), 'editRequest', id)] : []),
    ];
  }

  /** Such as "11–20 of 25", as far as it can be told. */
  #position(id: string, exchange: Parameters<PagePositions['of']>[0]): string | undefined {
    const page = this.#positions.of({ ...exchange, id });
    const total = exchange.paging?.totalCount?.toLocaleString(shownLanguage());
    if (page === undefined) return total === undefined ? undefined : vscode.l10n.t('a page of {0}', total);
    if (page.count === 0) return vscode.l10n.t('no items');
    const range = `${page.start + 1}–${page.start + page.count}`;
    return total === undefined ? range : vscode.l10n.t('{0} of {1}', range, total);
  }

  #forFile(document: vscode.TextDocument): vscode.CodeLens[] {
    const target = this.#target(document);
    const title = vscode.l10n.t('Send to {0}', environmentTitle(target ?? this.#environments.active));
    // It goes where the line says, also in the moment before the line is drawn anew.
    const shown = target === undefined ? [] : [{ environment: target.id }];
    return [
      lens(`$(send) ${title}`, 'sendDraft', document.uri, ...shown),
      lens(vscode.l10n.t('Save Request…'), 'saveRequest', document.uri),
    ];
  }

  /** The environment that the file names, or the active one; undefined while the file cannot be sent. */
  #target(document: vscode.TextDocument): Environment | undefined {
    try {
      return this.#environments.get(parseDraftFile(document.getText()).environment);
    } catch {
      // While it is being written; sending it tells what is wrong.
      return undefined;
    }
  }
}

const TOP = new vscode.Range(0, 0, 0, 0);

function lens(title: string, name: CommandName, ...args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(TOP, { title, command: commandId(name), arguments: args });
}
