import type { Exchange } from '../../api/model/exchange';
import { MASK } from '../../api/model/redact';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** So many fields of a body are named one by one. */
const MAX_NAMED = 5;

/**
 * The parts of a request that are not kept as they were sent, in words. `Authorization` does not count: the key is put
 * in again wherever a request is sent.
 */
export function hiddenParts({ url, request, identity, operation }: Exchange): string[] {
  const { headers, body, altered } = request;
  const parts: string[] = [];
  // Files of others do not say it. The history does but of links to content; there, a mask in a body may be what the
  // user sent.
  const isUnknown = operation === 'content' || (identity === undefined && altered === undefined);
  const looksHidden = (text: string) =>
    (altered === 'redacted' && hidesSomething(text)) ||
    (isUnknown && (hidesSomething(text) || hidesLink(text)));
  if (looksHidden(url)) parts.push(t('the address'));
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'authorization' && hidesSomething(value))
      parts.push(t('the header {0}', name));
  }
  if (body?.kind === 'json') parts.push(...hiddenInBody(body.text, looksHidden));
  if (body?.kind === 'multipart') {
    for (const [name, value] of Object.entries(body.fields)) {
      if (looksHidden(value)) parts.push(t('the field {0}', name));
    }
  }
  if (altered === 'redacted' && parts.length === 0)
    parts.push(body === undefined ? t('the address') : t('the body'));
  return parts;
}

function hidesSomething(text: string): boolean {
  return text.includes(MASK) || text.includes(encodeURIComponent(MASK));
}

/** What is exported hides the queries of links in requests too. */
function hidesLink(text: string): boolean {
  return /\?(?:…|%E2%80%A6)(?:["\\\s]|$)/.test(text);
}

function hiddenInBody(text: string, looksHidden: (text: string) => boolean): string[] {
  if (!looksHidden(text)) return [];
  const names = new Set<string>();
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (name !== '' && typeof value === 'string' && looksHidden(value)) names.add(name);
      return value;
    });
  } catch {
    // Then the body is named as a whole.
  }
  if (names.size === 0 || names.size > MAX_NAMED) return [t('the body')];
  return [...names].map((name) => t('the field "{0}" of the body', plainText(name, 100)));
}
