import type { Exchange } from '../../api/model/exchange';
import { redactorOf } from '../../services/environments/redactor';
import type { Services } from '../../services/services';

/**
 * Makes exchanges fit to leave the editor. They are kept without the keys of that time; a service may have given in one
 * the key that was stored after it.
 */
export async function withoutKeys(keys: Services['keys']): Promise<(exchange: Exchange) => Exchange> {
  const redactor = await redactorOf(keys);
  return (exchange) => {
    const clean = redactor.json(exchange) as Exchange;
    const { request, url } = exchange;
    const isAsSent = redactor.text(url) === url && redactor.json(request) === request;
    return isAsSent ? clean : { ...clean, request: { ...clean.request, altered: 'redacted' } };
  };
}
