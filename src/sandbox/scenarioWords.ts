import type { ErrorFacts } from '../api/model/errors';
import type { Scenario } from './server/data/scenarios';
import { t } from '../util/text';

/** What the scenarios of the Local Sandbox are called, in the user's language. Its own words are for its command line. */
export function scenarioWords(scenario: Scenario): { readonly title: string; readonly description: string } {
  const words: Record<Scenario, readonly [title: string, description: string]> = {
    normal: [t('Normal'), t('Answers as the interface describes')],
    'rate-limited': [t('Rate limited'), t('Refuses two of every twelve requests with 429')],
    flaky: [t('Flaky'), t('Answers every other request with 500')],
    slow: [t('Slow'), t('Takes about three seconds for each answer')],
    offline: [t('Offline'), t('Drops connections without an answer')],
    malformed: [t('Malformed'), t('Answers with HTML, broken JSON or missing data')],
    'expired-links': [t('Expired links'), t('Gives content links that have expired')],
  };
  const [title, description] = words[scenario];
  return { title, description };
}

/** A sentence that names the scenario, where an error of a request to the Local Sandbox comes from it. */
export function explainByScenario(scenario: Scenario, { kind, status }: ErrorFacts): string | undefined {
  const isCause: Record<Scenario, boolean> = {
    normal: false,
    'rate-limited': status === 429,
    flaky: status === 500,
    slow: kind === 'timeout' || kind === 'unknown-outcome',
    offline: kind === 'network' || kind === 'unknown-outcome',
    malformed: kind === 'decode',
    'expired-links': status === 403,
  };
  return isCause[scenario]
    ? t('The cause is the scenario of the Local Sandbox: {0}.', scenarioWords(scenario).title)
    : undefined;
}
