import * as vscode from 'vscode';
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
