/** The faults that a Local Sandbox shows at the user's command. Imported by menus: keep it small. */
import type { ErrorFacts } from '../../../api/model/errors';
import { t } from '../../../util/text';

/** In the order to offer them: what each is called, and what it does. */
const WORDS = {
  normal: () => [t('Normal'), t('Answers as the interface describes')],
  'rate-limited': () => [t('Rate limited'), t('Refuses two of every twelve requests with 429')],
  flaky: () => [t('Flaky'), t('Answers every other request with 500')],
  slow: () => [t('Slow'), t('Takes about three seconds for each answer')],
  offline: () => [t('Offline'), t('Drops connections without an answer')],
  malformed: () => [t('Malformed'), t('Answers with HTML, broken JSON or missing data')],
  'expired-links': () => [t('Expired links'), t('Gives content links that have expired')],
} as const satisfies Record<string, () => readonly [title: string, description: string]>;

export type Scenario = keyof typeof WORDS;

export const SCENARIOS = Object.keys(WORDS) as readonly Scenario[];

/** Narrows any value to the name of a scenario. */
export function isScenario(value: unknown): value is Scenario {
  return SCENARIOS.some((id) => id === value);
}

/** What a scenario is called, in the user's language. */
export function scenarioWords(scenario: Scenario): { readonly title: string; readonly description: string } {
  const [title, description] = WORDS[scenario]();
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
