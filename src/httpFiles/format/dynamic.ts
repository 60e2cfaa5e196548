/** Where values of the moment come from; tests give their own. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
}

export const THIS_MOMENT: Moment = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
};

/** What can be written for a value of the moment, for completion. */
export const DYNAMIC_EXAMPLES = [
  '$guid',
  '$uuid',
  '$timestamp',
  '$datetime iso8601',
  '$datetime rfc1123',
  '$randomInt 1 100',
] as const;

const RANDOM = /^\$randomInt(?:\s+(-?\d{1,15})\s+(-?\d{1,15}))?$/;

/** `$guid`, `$uuid`, `$timestamp` (seconds), `$datetime iso8601|rfc1123`, `$randomInt [min max]`; undefined for others. */
export function dynamicValue(expression: string, { now, random, uuid }: Moment): string | undefined {
  const text = expression.replace(/\s+/g, ' ');
  if (text === '$guid' || text === '$uuid') return uuid();
  if (text === '$timestamp') return String(Math.floor(now() / 1000));
  if (text === '$datetime iso8601') return new Date(now()).toISOString();
  if (text === '$datetime rfc1123') return new Date(now()).toUTCString();
  const range = RANDOM.exec(text);
  if (range === null) return undefined;
  const [minimum, maximum] = [Number(range[1] ?? 0), Number(range[2] ?? 1000)];
  return maximum <= minimum ? undefined : String(minimum + Math.floor(random() * (maximum - minimum)));
}
