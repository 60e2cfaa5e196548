import * as vscode from 'vscode';
import type { Exchange } from '../api/model/exchange';
import type { ExchangeSummary } from '../storage/types/storageTypes';

/** What came of an exchange, at a glance. */
export function outcomeIcon({
  outcome,
  mayHaveActed,
  differences,
}: Pick<ExchangeSummary, 'outcome' | 'mayHaveActed' | 'differences'>): vscode.ThemeIcon {
  if (outcome === 'ok') {
    return differences === undefined
      ? new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'))
      : new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));
  }
  if (outcome === 'cancelled') return new vscode.ThemeIcon('circle-slash');
  if (outcome === 'unknown-outcome' || mayHaveActed === true) {
    return new vscode.ThemeIcon('question', new vscode.ThemeColor('editorWarning.foreground'));
  }
  // This red has a value in the high-contrast themes too.
  return new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
}

/** An outcome in words, for rows, tooltips and screen readers. */
export function outcomeWord({ outcome, status }: Pick<Exchange, 'outcome' | 'status'>): string {
  const words: Record<Exchange['outcome'], string> = {
    ok: vscode.l10n.t('succeeded'),
    api: vscode.l10n.t('refused'),
    http: vscode.l10n.t('HTTP error'),
    network: status === undefined ? vscode.l10n.t('no connection') : vscode.l10n.t('connection lost'),
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
