import * as vscode from 'vscode';
import type { Scenario } from '../sandbox/server/scenarios';

/** What the scenarios of the Local Sandbox are called, in the user's language. Its own words are for its command line. */
export function scenarioWords(scenario: Scenario): { readonly title: string; readonly description: string } {
  const { l10n } = vscode;
  switch (scenario) {
    case 'normal':
      return {
        title: l10n.t('Normal'),
        description: l10n.t('Every request is answered as the interface describes.'),
      };
    case 'rate-limited':
      return {
        title: l10n.t('Rate limited'),
        description: l10n.t(
          'Two of every twelve requests are refused with 429 and Retry-After, beginning with the next two.',
        ),
      };
    case 'flaky':
      return {
        title: l10n.t('Flaky'),
        description: l10n.t(
          'Every other request, beginning with the next one, is answered with 500 and changes nothing.',
        ),
      };
    case 'slow':
      return {
        title: l10n.t('Slow'),
        description: l10n.t(
          'Requests take effect at once, but their answers take about three seconds and trickle in.',
        ),
      };
    case 'offline':
      return {
        title: l10n.t('Offline'),
        description: l10n.t('Connections are dropped without an answer.'),
      };
    case 'malformed':
      return {
        title: l10n.t('Malformed'),
        description: l10n.t(
          'Successful answers are not the documented envelope: HTML, broken JSON and missing data in turn.',
        ),
      };
    case 'expired-links':
      return {
        title: l10n.t('Expired links'),
        description: l10n.t('Content links are given with an expiry date in the past, and open nothing.'),
      };
  }
}
