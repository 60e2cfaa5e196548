import * as vscode from 'vscode';
import type { Exchange } from '../api/model/exchange';
import type { ExchangeSummary } from '../storage/types/storageTypes';
import { t } from '../util/text';

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
    ok: t('succeeded'),
    api: t('refused'),
    http: t('HTTP error'),
    network: status === undefined ? t('no connection') : t('connection lost'),
    tls: t('no secure connection'),
    timeout: t('timed out'),
    decode: t('unreadable answer'),
    'unknown-outcome': t('outcome unknown'),
    preflight: t('refused before sending'),
    configuration: t('not set up'),
    'not-found': t('not found'),
    cancelled: t('cancelled'),
  };
  return words[outcome];
}
