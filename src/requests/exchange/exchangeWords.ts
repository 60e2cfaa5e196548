import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import type { ExchangeWords } from './exchangeText';
import { shownLanguage } from '../../util/text';

/** An outcome in words, for rows, tooltips and screen readers. */
export function outcomeWord({ outcome }: Pick<Exchange, 'outcome'>): string {
  const words: Record<Exchange['outcome'], string> = {
    ok: vscode.l10n.t('succeeded'),
    api: vscode.l10n.t('refused'),
    http: vscode.l10n.t('HTTP error'),
    network: vscode.l10n.t('no connection'),
    tls: vscode.l10n.t('no secure connection'),
    timeout: vscode.l10n.t('timed out'),
    decode: vscode.l10n.t('unreadable answer'),
    'unknown-outcome': vscode.l10n.t('outcome unknown'),
    preflight: vscode.l10n.t('refused before sending'),
    configuration: vscode.l10n.t('not set up'),
    'not-found': vscode.l10n.t('not found'),
    cancelled: vscode.l10n.t('cancelled'),
  };
  return words[outcome];
}

/** The words of an exchange's document, in the editor's language. */
export function exchangeWords(): ExchangeWords {
  return {
    locale: shownLanguage(),
    outcome: (outcome) => outcomeWord({ outcome }),
    notAsDocumented: (what) => vscode.l10n.t('Not as documented: {0}', what),
    noBody: () => vscode.l10n.t('The answer has no body.'),
    binaryBody: (size) => vscode.l10n.t('The answer is binary content of {0}. It was not kept.', size),
    cutBody: (size) => vscode.l10n.t('Only the beginning of the body was kept; it had {0}.', size),
    hiddenLinks: () =>
      vscode.l10n.t('In links, what follows the question mark is hidden here, because it grants access.'),
    responseHeaders: (count) => vscode.l10n.t('Response headers ({0})', count),
    request: () => vscode.l10n.t('Request'),
    alteredRequest: () => vscode.l10n.t('Part of the request was hidden before it was kept.'),
    attempts: (count) => vscode.l10n.t('Attempts ({0})', count),
    about: () => vscode.l10n.t('About this request'),
    afterWait: (wait) => vscode.l10n.t('after a wait of {0}', wait),
    inTime: (duration) => vscode.l10n.t('in {0}', duration),
    noAnswer: () => vscode.l10n.t('no answer'),
    requestId: (id) => vscode.l10n.t('request id {0}', id),
    started: (time) => vscode.l10n.t('Started: {0}', time),
    environment: (name) => vscode.l10n.t('Environment: {0}', name),
    exchangeId: (id) => vscode.l10n.t('Id in the history: {0}', id),
    origin: (origin) =>
      origin === 'agent'
        ? vscode.l10n.t('Sent by an agent of the editor')
        : vscode.l10n.t('Sent from an .http file'),
    file: (name, mimeType, size) => vscode.l10n.t('File: {0} ({1}, {2})', name, mimeType, size),
  };
}
