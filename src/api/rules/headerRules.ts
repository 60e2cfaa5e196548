import { PreflightError } from '../model/errors';
import type { HeaderList } from '../model/exchange';
import { t } from '../../util/text';

/** They are made while sending. */
const OWN = new Set(['authorization', 'host', 'content-length']);

/** They concern the connection, or what surrounds the request, and would break its framing. */
const REFUSED =
  /^(?:connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|http2-settings)$/i;

const MAX_NAME = 200;
const MAX_VALUE = 8000;

/** Why a header cannot be added; `own-header` is one that only the library makes. */
export type HeaderFault = 'bad-header-name' | 'bad-header-value' | 'refused-header' | 'own-header';

/** What is wrong with a header that a caller adds; undefined when it can be sent. */
export function headerFault(name: string, value: string): HeaderFault | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || name.length > MAX_NAME) return 'bad-header-name';
  if (OWN.has(name.toLowerCase())) return 'own-header';
  if (REFUSED.test(name)) return 'refused-header';
  // What HTTP can carry: visible Latin-1, spaces and tabs.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value) || value.length > MAX_VALUE) return 'bad-header-value';
  return undefined;
}

/** What is wrong with a header, in words. */
export const HEADER_WORDS: Readonly<Record<HeaderFault, (name: string) => string>> = {
  'bad-header-name': (name) => t('"{0}" is not the name of a header.', name),
  'bad-header-value': (name) => t('The header {0} has a value that cannot be sent.', name),
  'refused-header': (name) => t('The header {0} belongs to the connection and cannot be set.', name),
  'own-header': (name) => t('The extension sets the header {0} itself. Leave it out.', name),
};

/**
 * Headers of a caller, to be sent as they are.
 * @throws PreflightError for one that cannot be added
 */
export function checkHeaders(headers: HeaderList): HeaderList {
  for (const [name, value] of headers) {
    const fault = headerFault(name, value);
    if (fault === undefined) continue;
    const shown = name.replace(/[^\x21-\x7e]/g, '?').slice(0, 100);
    throw new PreflightError(t('{0} Nothing was sent.', HEADER_WORDS[fault](shown)));
  }
  return headers;
}
