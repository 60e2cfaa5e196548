import type { Exchange } from '../../api/model/exchange';
import type { Documents } from './exchangeDocuments';

/**
 * How the answer of a request is shown; not at all for a caller that wants none.
 * @param from the page that led to this one: its document is replaced
 */
export type Show = (
  reveal: unknown,
  from?: Exchange,
) => ((exchange: Exchange) => Promise<unknown>) | undefined;

/** Shows answers as documents. */
export function showIn(documents: Documents): Show {
  return (reveal, from) => (reveal === false ? undefined : (exchange) => documents.show(exchange, from));
}
