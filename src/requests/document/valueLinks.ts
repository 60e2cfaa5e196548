import { visit, type JSONPath, type JSONVisitor } from 'jsonc-parser';
import { addressOf, type Hosts } from '../../api/model/requestPlan';
import { serviceOf } from '../../api/rules/plan';
import { decoded } from '../../util/lenient';

/** More links make an editor slow. */
const MOST = 2000;
/** Of the places that have a meaning, such as `data.records[0].id`. */
const DEEPEST = 4;

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
  /** The environment's own addresses: what lies below them can be asked for. */
  readonly hosts: Hosts | undefined;
}

/**
 * The values of a document that lead somewhere: cursors, addresses on the environment's own origins, and the ids
 * of what a list holds. Pure.
 */
export function findValueLinks(text: string, context: LinkContext): ValueLink[] {
  const links: ValueLink[] = [];
  let depth = 0;
  const enter = (): void => {
    depth += 1;
  };
  const leave = (): void => {
    depth -= 1;
  };
  const visitor: JSONVisitor = {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onLiteralValue(value: unknown, offset, length, _line, _character, pathOf) {
      if (links.length >= MOST || typeof value !== 'string' || value === '') return;
      // A path is made anew for each value: only where one of those that count can be.
      const to = targetOf(value, depth <= DEEPEST ? pathOf() : [], context);
      // Without its quotation marks.
      if (to !== undefined) links.push({ offset: offset + 1, length: length - 2, to });
    },
  };
  try {
    visit(text, visitor);
  } catch {
    // Nested too deeply: what came before has its links.
  }
  return links;
}

function targetOf(
  value: string,
  path: JSONPath,
  { listPath, hosts }: LinkContext,
): ValueLink['to'] | undefined {
  const [data, list, name, field] = path;
  if (data === 'data' && list === 'paging' && path.length === 3) {
    if (name === 'nextPage' || name === 'previousPage') return { kind: name };
  }
  const isId = data === 'data' && list === 'records' && typeof name === 'number' && field === 'id';
  if (listPath !== undefined && isId && value.isWellFormed()) {
    return { kind: 'get', path: `${listPath}/${encodeURIComponent(value)}` };
  }
  const bases = hosts === undefined ? [] : [hosts.apiUrl, `${hosts.filesUrl}/v1`];
  const base = bases.find((each) => value.startsWith(`${each}/`));
  if (base === undefined || hosts === undefined) return undefined;
  const { origin, pathname, search } = new URL(value);
  const target = (origin + pathname).slice(base.length);
  // The query of a content link is not kept, since it grants access: the file is asked for by its id.
  const [, segment] = /^\/files\/([^/]+)\/content$/.exec(target) ?? [];
  const fileId = segment && decoded(segment);
  if (fileId !== undefined) return { kind: 'content', fileId };
  // The path alone decides where it is sent.
  const isSentThere = addressOf({ service: serviceOf(target), target }, hosts) === origin + pathname;
  return value.includes('…') || !isSentThere ? undefined : { kind: 'get', path: `/v1${target}${search}` };
}
