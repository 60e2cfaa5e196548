import * as vscode from 'vscode';
import { commandUri } from '../../commands/execute';
import type { RequestHistory } from '../../storage';
import { idsInDocument } from '../../ui/documents/idsInDocuments';
import { idCandidates } from '../../ui/documents/idCandidates';
import { t } from '../../util/text';

/** Words without a digit are no request ids. */
const MARK = /\d/;
const MAX_CANDIDATES = 1000;
/** Only the visible lines of a longer document are searched. */
const WHOLE = 200_000;

/** A request id in a line of a terminal. */
export class RequestLink extends vscode.TerminalLink {
  readonly requestId: string;

  constructor(startIndex: number, requestId: string) {
    super(startIndex, requestId.length, t('Show Request'));
    this.requestId = requestId;
  }
}

type History = Pick<RequestHistory, 'hasRequestIds' | 'knownRequestIds'>;

/** Links on the request ids that are known here. Where none is, no text is even looked at. */
export class RequestIdLinks {
  readonly #history: () => Promise<History | undefined>;

  /** @param history undefined as long as nothing was ever kept */
  constructor(history: () => Promise<History | undefined>) {
    this.#history = history;
  }

  async inDocument(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentLink[]> {
    const found = await this.#known(() =>
      // In a log the newest are last.
      token.isCancellationRequested ? [] : idsInDocument(document, WHOLE, MARK).slice(-MAX_CANDIDATES),
    );
    return found.map(({ text, range }) => {
      const link = new vscode.DocumentLink(range, commandUri('findRequest', text));
      link.tooltip = t('Show Request');
      return link;
    });
  }

  async inTerminal(line: string): Promise<RequestLink[]> {
    const found = await this.#known(() => idCandidates(line, MARK).slice(0, MAX_CANDIDATES));
    return found.map(({ text, start }) => new RequestLink(start, text));
  }

  /** Of what may be ids, those that are known. */
  async #known<Candidate extends { readonly text: string }>(
    candidates: () => readonly Candidate[],
  ): Promise<Candidate[]> {
    const history = await this.#history();
    if (history?.hasRequestIds() !== true) return [];
    const all = candidates();
    const known = history.knownRequestIds(all.map(({ text }) => text));
    return all.filter(({ text }) => known.has(text));
  }
}
