import type { Exchange } from '../../api/model/exchange';
import { t } from '../../util/text';

/** An outcome in words, for rows, tooltips and screen readers. */
export function outcomeWord({ outcome, status }: Pick<Exchange, 'outcome' | 'status'>): string {
  const words: Record<Exchange['outcome'], string> = {
    ok: t('succeeded'),
    // A service that fails has refused nothing: it may have acted.
    api: (status ?? 0) >= 500 ? t('failed') : t('refused'),
    http: t('HTTP error'),
    network: status === undefined ? t('no connection') : t('connection lost'),
    tls: t('no secure connection'),
    timeout: t('timed out'),
    decode: t('unreadable answer'),
    'unknown-outcome': t('outcome unknown'),
    preflight: t('refused before sending'),
    configuration: t('not set up'),
    'not-found': t('not found'),
    cancelled: t('cancelled'),
  };
  return words[outcome];
}
