import type { ExchangeWords } from './exchangeText';
import { scenarioWords } from '../../sandbox/scenarioWords';
import { isScenario } from '../../sandbox/server/data/scenarios';
import { outcomeWord } from '../../ui/outcomes';
import { shownLanguage, t } from '../../util/text';

/**
 * The words of an exchange's document, in the editor's language.
 * @param environmentName an environment's name, by its id
 * @param expected how many expectations were met
 * @param checked what came of comparing it with its description
 */
export function exchangeWords(
  environmentName: (id: string) => string,
  expected?: ExchangeWords['expected'],
  checked?: string,
): ExchangeWords {
  return {
    locale: shownLanguage(),
    ...(expected && { expected }),
    checked,
    scenario: (id) => (isScenario(id) ? t('Scenario: {0}', scenarioWords(id).title) : id),
    outcome: outcomeWord,
    notAsDocumented: (what) => t('Not as documented: {0}', what),
    noBody: () => t('The answer has no body.'),
    binaryBody: (size) => t('The answer is binary content of {0}. It was not kept.', size),
    responseHeaders: (count) => t('Response headers ({0})', count),
    request: () => t('Request'),
    alteredRequest: () => t('Part of the request was hidden before it was kept.'),
    attempts: (count) => t('Attempts ({0})', count),
    about: () => t('About this request'),
    afterWait: (wait) => t('after a wait of {0}', wait),
    inTime: (duration) => t('in {0}', duration),
    noAnswer: () => t('no answer'),
    requestId: (id) => t('request id {0}', id),
    started: (time) => t('Started: {0}', time),
    environment: (id) => t('Environment: {0}', environmentName(id)),
    exchangeId: (id) => t('Id in the history: {0}', id),
    origin: originInWords,
    file: (name, mimeType, size) => t('File: {0} ({1}, {2})', name, mimeType, size),
  };
}

/** Who sent a request, or for what. */
export function originInWords(origin: 'agent' | 'file' | 'view' | 'user'): string {
  const words = {
    agent: t('Sent by an agent of the editor'),
    file: t('Sent from an .http file'),
    view: t('Sent for the details of a file'),
    user: t('Sent by hand'),
  };
  return words[origin];
}
