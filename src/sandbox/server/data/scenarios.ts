/** The faults that a Local Sandbox shows at the user's command. Imported by menus: keep it free of imports. */

/**
 * In the order to offer them. `description` is one sentence for a person. The editor words them in `sandbox/scenarioWords.ts`, in the user's language.
 */
export const SCENARIOS = [
  {
    id: 'normal',
    description: 'Every request is answered as the interface describes.',
  },
  {
    id: 'rate-limited',
    description:
      'Two of every twelve requests are refused with 429 and Retry-After, beginning with the next two.',
  },
  {
    id: 'flaky',
    description:
      'Every other request, beginning with the next one, is answered with 500 and changes nothing.',
  },
  {
    id: 'slow',
    description: 'Requests take effect at once, but their answers take about three seconds and trickle in.',
  },
  {
    id: 'offline',
    description: 'Connections are dropped without an answer.',
  },
  {
    id: 'malformed',
    description:
      'Successful answers are not the documented envelope: HTML, broken JSON and missing data in turn.',
  },
  {
    id: 'expired-links',
    description: 'Content links are given with an expiry date in the past, and open nothing.',
  },
] as const;

export type Scenario = (typeof SCENARIOS)[number]['id'];

/** Narrows any value to the name of a scenario. */
export function isScenario(value: unknown): value is Scenario {
  return SCENARIOS.some(({ id }) => id === value);
}
