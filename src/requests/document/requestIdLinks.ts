import * as vscode from 'vscode';
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
    const history = await this.#used();
    if (history === undefined || token.isCancellationRequested) return [];
    // In a log the newest are last.
    const latest = idsInDocument(document, WHOLE, MARK).slice(-MAX_CANDIDATES);
    const known = history.knownRequestIds(latest.map(({ text }) => text));
    return latest
      .filter(({ text }) => known.has(text))
      .map(({ text, range }) => {
        const link = new vscode.DocumentLink(range, findCommand(text));
        link.tooltip = t('Show Request');
        return link;
      });
  }

  async inTerminal(line: string): Promise<RequestLink[]> {
    const history = await this.#used();
    if (history === undefined) return [];
    const candidates = idCandidates(line, MARK).slice(0, MAX_CANDIDATES);
    const known = history.knownRequestIds(candidates.map(({ text }) => text));
    return candidates
      .filter(({ text }) => known.has(text))
      .map(({ text, start }) => new RequestLink(start, text));
  }

  async #used(): Promise<History | undefined> {
    const history = await this.#history();
    return history?.hasRequestIds() === true ? history : undefined;
  }
}

function findCommand(requestId: string): vscode.Uri {
  return vscode.Uri.parse(
    `command:paymentsApi.findRequest?${encodeURIComponent(JSON.stringify([requestId]))}`,
  );
}
