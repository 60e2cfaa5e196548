import * as vscode from 'vscode';
import type { ExchangeWords } from './exchangeText';
import { scenarioWords } from '../../sandbox/scenarioWords';
import { isScenario } from '../../sandbox/server/data/scenarios';
import { outcomeWord } from '../../ui/outcomes';
import { shownLanguage } from '../../util/text';

/**
 * The words of an exchange's document, in the editor's language.
 * @param expected how many expectations were met
 * @param checked what came of comparing it with its description
 */
export function exchangeWords(expected?: ExchangeWords['expected'], checked?: string): ExchangeWords {
  return {
    locale: shownLanguage(),
    ...(expected && { expected }),
    checked,
    scenario: (id) => (isScenario(id) ? vscode.l10n.t('Scenario: {0}', scenarioWords(id).title) : id),
    outcome: outcomeWord,
    notAsDocumented: (what) => vscode.l10n.t('Not as documented: {0}', what),
    noBody: () => vscode.l10n.t('The answer has no body.'),
    binaryBody: (size) => vscode.l10n.t('The answer is binary content of {0}. It was not kept.', size),
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
      ({
        agent: vscode.l10n.t('Sent by an agent of the editor'),
        file: vscode.l10n.t('Sent from an .http file'),
        view: vscode.l10n.t('Sent for the details of a file'),
      })[origin],
    file: (name, mimeType, size) => vscode.l10n.t('File: {0} ({1}, {2})', name, mimeType, size),
  };
}
