import * as vscode from 'vscode';
import type { Environments } from '../../services/environments';
import { commandId, type CommandName } from '../../commands/commands';
import type { Environment } from '../../services/environmentModel';
import { environmentTitle } from '../../ui/progress';
import { parseDraftFile } from '../plan/requestFiles';
import { exchangeLenses } from './exchangeLenses';
import type { Exchanges } from '../exchange/exchanges';
import type { PagePositions } from '../records/paging';
import { readDocumentUri, SCHEME } from '../exchange/requestUris';

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
    if (name === undefined) return document.uri.scheme === SCHEME ? [] : this.#forFile(document);
    return name.kind === 'exchange' ? this.#forExchange(name.id) : [];
  }

  async #forExchange(id: string): Promise<vscode.CodeLens[]> {
    const exchange = await this.#exchanges.find(id);
    return exchange === undefined ? [] : exchangeLenses(exchange, id, this.#exchanges, this.#positions);
  }

  #forFile(document: vscode.TextDocument): vscode.CodeLens[] {
    const target = this.#target(document);
    const title = vscode.l10n.t('Send to {0}', environmentTitle(target ?? this.#environments.active));
    // It goes where the line says, also in the moment before the line is refreshed.
    const shown = { interactive: true, ...(target !== undefined && { environment: target.id }) };
    return [
      lens(`$(send) ${title}`, 'sendDraft', document.uri, shown),
      lens(vscode.l10n.t('Save Request…'), 'saveRequest', document.uri),
    ];
  }

  /** The environment that the file names, or the active one; undefined while the file cannot be sent. */
  #target(document: vscode.TextDocument): Environment | undefined {
    try {
      return this.#environments.get(parseDraftFile(document.getText()).environment);
    } catch {
      // It may still be incomplete; sending it reports what is wrong.
      return undefined;
    }
  }
}

const TOP = new vscode.Range(0, 0, 0, 0);

function lens(title: string, name: CommandName, ...args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(TOP, { title, command: commandId(name), arguments: args });
}
