import type { ExchangeSummary } from '../../storage';

/** What an exchange asked for, from the version on: an address may have a path of its own before it. */
export function sentTarget({ path }: Pick<ExchangeSummary, 'path'>): string {
  return path.slice(Math.max(0, path.indexOf('/v1/')));
}
