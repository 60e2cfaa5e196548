import { visit, type JSONPath } from 'jsonc-parser';

/** More links make an editor slow. */
const MOST = 2000;

/** A value of a body that leads somewhere. */
export interface ValueLink {
  readonly offset: number;
  readonly length: number;
  readonly to:
    | { readonly kind: 'nextPage' | 'previousPage' }
    | { readonly kind: 'content'; readonly fileId: string }
    | { readonly kind: 'get'; readonly path: string };
}

/** Where the values of a body can lead. */
export interface LinkContext {
  /** Path of the request without query, relative to the API address, where ids in lists are looked up below it. */
  readonly listPath: string | undefined;
  /** The environment's own bases, without `/v1`: what lies below them can be asked for. */
  readonly bases: readonly string[];
}

/**
 * The values of a document that lead somewhere: cursors, addresses on the environment's own origins, and the ids
 * of what a list holds. Pure.
 */
export function findValueLinks(text: string, context: LinkContext): ValueLink[] {
  const links: ValueLink[] = [];
  visit(text, {
    onLiteralValue(value: unknown, offset, length, _line, _character, pathOf) {
      if (links.length >= MOST || typeof value !== 'string' || value === '') return;
      const to = targetOf(value, pathOf(), context);
      // Without its quotation marks.
      if (to !== undefined) links.push({ offset: offset + 1, length: length - 2, to });
    },
  });
  return links;
}

function targetOf(
  value: string,
  path: JSONPath,
  { listPath, bases }: LinkContext,
): ValueLink['to'] | undefined {
  const place = path.join('.');
  if (place === 'data.paging.nextPage') return { kind: 'nextPage' };
  if (place === 'data.paging.previousPage') return { kind: 'previousPage' };
  if (listPath !== undefined && /^data\.records\.\d+\.id$/.test(place)) {
    return { kind: 'get', path: `${listPath}/${encodeURIComponent(value)}` };
  }
  const base = bases.find((each) => value.startsWith(`${each}/`));
  if (base === undefined || !URL.canParse(value)) return undefined;
  const { pathname, search } = new URL(value);
  const own = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length);
  // The query of a content link is not kept, since it grants access: the file is asked for by its id.
  const fileId = /^\/v1\/files\/([^/]+)\/content$/.exec(own)?.[1];
  if (fileId !== undefined) return { kind: 'content', fileId: decodeURIComponent(fileId) };
  return value.includes('…') || !own.startsWith('/v1/') ? undefined : { kind: 'get', path: own + search };
}
