import * as vscode from 'vscode';
import type { Scenario } from '../../sandbox/server/data/scenarios';

/** What the scenarios of the Local Sandbox are called, in the user's language. Its own words are for its command line. */
export function scenarioWords(scenario: Scenario): { readonly title: string; readonly description: string } {
  const { l10n } = vscode;
  switch (scenario) {
    case 'normal':
      return {
        title: l10n.t('Normal'),
        description: l10n.t('Answers as the interface describes'),
      };
    case 'rate-limited':
      return {
        title: l10n.t('Rate limited'),
        description: l10n.t('Refuses two of every twelve requests with 429'),
      };
    case 'flaky':
      return {
        title: l10n.t('Flaky'),
        description: l10n.t('Answers every other request with 500'),
      };
    case 'slow':
      return {
        title: l10n.t('Slow'),
        description: l10n.t('Takes about three seconds for each answer'),
      };
    case 'offline':
      return {
        title: l10n.t('Offline'),
        description: l10n.t('Drops connections without an answer'),
      };
    case 'malformed':
      return {
        title: l10n.t('Malformed'),
        description: l10n.t('Answers with HTML, broken JSON or missing data'),
      };
    case 'expired-links':
      return {
        title: l10n.t('Expired links'),
        description: l10n.t('Gives content links that have expired'),
      };
  }
}
