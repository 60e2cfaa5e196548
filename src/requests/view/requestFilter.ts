import { invalidArgument } from '../../api/model/errors';
import { matchOperation } from '../../api/rules/matchOperation';
import type { RequestFilter } from '../../commands/table/commandTypes';
import { fold, wordsOf } from '../../util/plainText';
import { isDay } from '../../storage/types/days';
import { isObject } from '../../util/objects';

export const ORIGINS = ['user', 'file', 'agent', 'view'] as const;

const isText = (value: unknown): value is string => typeof value === 'string';
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);

/** What each part of a filter may be: in words for a caller, and its check. */
const PARTS: Readonly<
  Record<keyof RequestFilter, readonly [expected: string, isOne: (value: unknown) => boolean]>
> = {
  text: ['string', isText],
  outcome: ['"ok" | "failed"', oneOf('ok', 'failed')],
  method: ['string', isText],
  path: ['string', isText],
  day: ['YYYY-MM-DD', isDay],
  origin: ['"user" | "file" | "agent" | "view"', oneOf(...ORIGINS)],
  environment: ['string', isText],
  differs: ['true', oneOf(true)],
};

/** A filter as a caller gave it. @throws PreflightError when it is none */
export function readFilter(value: unknown, isEnvironment: (id: string) => boolean): RequestFilter {
  if (!isObject(value)) throw invalidArgument('filter', 'object');
  const given = Object.entries(PARTS).filter(([name]) => value[name] !== undefined);
  for (const [name, [expected, isOne]] of given) {
    if (!isOne(value[name])) throw invalidArgument(name, expected);
  }
  const filter: RequestFilter = Object.fromEntries(given.map(([name]) => [name, value[name]]));
  const { text = '', method, ...rest } = filter;
  if (rest.environment !== undefined && !isEnvironment(rest.environment)) {
    throw invalidArgument('environment', 'string');
  }
  return {
    ...rest,
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(method !== undefined && { method: method.trim().toUpperCase() }),
  };
}

/** Whether a filter leaves anything out. */
export function isNarrowed(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/**
 * Whether a filter leaves a saved request, which may be sent to any environment. It was not sent yet: no outcome, day
 * or sender is its own.
 */
export function leavesSaved(
  { text, outcome, method, path, day, origin, differs }: RequestFilter,
  saved: { readonly name: string; readonly method: string; readonly path: string },
): boolean {
  if (outcome !== undefined || day !== undefined || origin !== undefined || differs) return false;
  if (method !== undefined && saved.method !== method) return false;
  const target = saved.path.replace(/^\{\{[^{}]*\}\}/, '');
  if (path !== undefined && !matchOperation([{ method: saved.method, path }], saved.method, target))
    return false;
  const all = fold(`${saved.name} ${saved.method} ${saved.path}`);
  return wordsOf(text ?? '').every((word) => all.includes(word));
}
