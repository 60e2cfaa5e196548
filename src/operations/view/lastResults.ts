import type { ApiOperation } from '../../api/model/operations';
import type { Operations } from '../../services/descriptions/operations';
import { isTestCall } from '../../services/environments/testCalls';
import type { ExchangeSummary, Storage } from '../../storage';

/** How many of the newest exchanges are looked at, and how many are read at once. */
const LOOKED_AT = 1000;
const PAGE = 200;

/** Names an operation among all that are known. */
export function operationKey({
  method,
  path,
  source,
}: Pick<ApiOperation, 'method' | 'path' | 'source'>): string {
  return `${method} ${path} ${source}`;
}

/**
 * What an exchange asked for, from the version on: an address may have a path of its own before it. Empty for the test
 * of a connection: it asks for nothing, and its 404 is no result.
 */
export function sentTarget({ path }: Pick<ExchangeSummary, 'path'>): string {
  return isTestCall(path) ? '' : path.slice(Math.max(0, path.indexOf('/v1/')));
}

/** What became of each operation when it was last sent, among the newest exchanges of an environment. */
export class LastResults {
  readonly #operations: Operations;
  /** The operation of each exchange that was looked at, by its id: an exchange does not change. */
  #keys = new Map<string, string>();

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** The operations that are known have changed. */
  reset(): void {
    this.#keys.clear();
  }

  /** @returns the newest exchange of each operation, by `operationKey` */
  of({ history }: Pick<Storage, 'history'>, environment: string): ReadonlyMap<string, ExchangeSummary> {
    const results = new Map<string, ExchangeSummary>();
    const keys = new Map<string, string>();
    for (const page of history.pages({ environment, limit: PAGE })) {
      for (const exchange of page) {
        const key = this.#keys.get(exchange.id) ?? this.#keyOf(exchange);
        keys.set(exchange.id, key);
        if (!results.has(key)) results.set(key, exchange);
      }
      if (keys.size >= LOOKED_AT) break;
    }
    this.#keys = keys;
    return results;
  }

  /** An empty text for an exchange of no operation that is known. */
  #keyOf(exchange: ExchangeSummary): string {
    const operation = this.#operations.match(exchange.method, sentTarget(exchange));
    return operation === undefined ? '' : operationKey(operation);
  }
}
