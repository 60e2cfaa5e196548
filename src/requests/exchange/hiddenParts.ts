import type { Exchange } from '../../api/exchange';
import { MASK } from '../../api/redact';

/** A part of a request that was hidden before it was kept, so that it is not what was sent. */
export type HiddenPart =
  { readonly kind: 'address' | 'body' } | { readonly kind: 'header' | 'field'; readonly name: string };

/**
 * The parts of a request that are not kept as they were sent. `Authorization` does not count: the key is put in
 * again wherever a request is sent. Pure.
 */
export function hiddenParts({ url, request }: Exchange): HiddenPart[] {
  const { headers, body } = request;
  const parts: HiddenPart[] = [];
  if (hidesSomething(url) || url.includes('?…') || url.includes('?%E2%80%A6'))
    parts.push({ kind: 'address' });
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'authorization' && hidesSomething(value)) parts.push({ kind: 'header', name });
  }
  if (body?.kind === 'json' && hidesSomething(body.text)) parts.push({ kind: 'body' });
  if (body?.kind === 'multipart') {
    for (const [name, value] of Object.entries(body.fields)) {
      if (hidesSomething(value)) parts.push({ kind: 'field', name });
    }
  }
  return parts;
}

function hidesSomething(text: string): boolean {
  return text.includes(MASK) || text.includes(encodeURIComponent(MASK));
}
