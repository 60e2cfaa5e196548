import * as vscode from 'vscode';
import { exchangeLenses } from './exchangeLenses';
import type { Exchanges } from '../exchange/exchanges';
import { describedOperation, type KnownChecks } from '../checks/knownChecks';
import type { PagePositions } from '../records/paging';
import { readDocumentUri } from '../exchange/requestUris';

/** The line of actions above an exchange's document. */
export class RequestLenses implements vscode.CodeLensProvider {
  readonly #exchanges: Exchanges;
  readonly #positions: PagePositions;
  readonly #checks: KnownChecks;

  constructor(exchanges: Exchanges, positions: PagePositions, checks: KnownChecks) {
    this.#checks = checks;
    this.#exchanges = exchanges;
    this.#positions = positions;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const name = readDocumentUri(document.uri);
    if (name?.kind !== 'exchange') return [];
    const exchange = await this.#exchanges.find(name.id);
    if (exchange === undefined) return [];
    const check = await this.#checks.of(exchange);
    const differs = check !== undefined && check.differences.length > 0;
    return exchangeLenses(
      exchange,
      name.id,
      this.#exchanges,
      this.#positions,
      differs ? describedOperation(check) : undefined,
    );
  }
}
