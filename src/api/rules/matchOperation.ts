import { percentDecoded } from '../../util/lenient';

/** What is needed of an operation to recognize a request. */
export interface Matched {
  readonly method: string;
  /** After `/v1`, with names in braces. */
  readonly path: string;
}

/**
 * The operation that a request is: the one with the most literal path, and the first of several with the same path. Its
 * path is read as it is written, such as `/things/;id=7`; where no operation has that, as generously as a server may.
 * @param target path, with or without `/v1`; a query behind it is ignored
 */
export function matchOperation<T extends Matched>(
  operations: readonly T[],
  method: string,
  target: string,
): T | undefined {
  const [written, generous] = readingsOf(target);
  return mostLiteral(operations, method, written) ?? mostLiteral(operations, method, generous);
}

/** The segments of a path as it is written, and as the most generous server may read it. */
export function readingsOf(
  target: string,
): readonly [written: readonly string[], generous: readonly string[]] {
  const path = target.replace(/\?[^]*/, '');
  const written = (path.startsWith('/') ? path : `/${path}`).replace(/^\/v1(?=\/|$)/, '').replace(/\/$/, '');
  return [segmentsOf(written).map(percentDecoded), segmentsOf(plainPath(target))];
}

function mostLiteral<T extends Matched>(
  operations: readonly T[],
  method: string,
  segments: readonly string[],
): T | undefined {
  let best: { readonly operation: T; readonly rank: string } | undefined;
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const rank = rankOf(templateOf(operation), segments);
    if (rank !== undefined && (best === undefined || rank > best.rank)) best = { operation, rank };
  }
  return best?.operation;
}

/**
 * A path as the most generous server may read it: decoded until nothing is left to decode, without parameters of
 * segments, spaces, a query, doubled slashes, and dots or a slash at the end.
 */
export function plainPath(target: string): string {
  // Each of these steps may leave something for the others.
  const simpler = (path: string) =>
    percentDecoded(path.normalize('NFKC').replace(/\?[^]*|\s/g, '')).replace(/;[^/]*/g, '');
  let text = target;
  for (let next = simpler(text); next !== text; next = simpler(text)) text = next;
  return text
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .reduce((path, segment) => `${path}/${segment}`, '')
    .replace(/(?<![./])[./]+$/, '')
    .replace(/^\/v1(?=\/|$)/, '');
}

/** A path as it follows the address of the API, which has the version. */
export function withoutVersion(path: string): string {
  return path.replace(/^\/v1(?=\/)/, '');
}

const templates = new WeakMap<Matched, readonly string[]>();

/**
 * The segments of the path of an operation, which may be written with `/v1`, encoded, and with a slash at the end. They are
 * read once: of many operations best before the first match, a few at a time.
 */
export function templateOf(operation: Matched): readonly string[] {
  const known = templates.get(operation);
  if (known !== undefined) return known;
  const path = operation.path.replace(/^\/v1(?=\/|$)/, '').replace(/\/$/, '');
  const segments = segmentsOf(path).map(percentDecoded);
  templates.set(operation, segments);
  return segments;
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

/** How literally a path fits: one letter a segment, greater for a literal. Undefined where it does not fit. */
function rankOf(template: readonly string[], given: readonly string[]): string | undefined {
  if (template.length !== given.length) return undefined;
  let rank = '';
  for (const [index, pattern] of template.entries()) {
    const segment = given[index] ?? '';
    if (!pattern.includes('{')) {
      if (pattern.toLowerCase() !== segment.toLowerCase()) return undefined;
      rank += pattern === segment ? 'd' : 'c';
    } else if (segment === '') return undefined;
    else if (/^\{[^{}]*\}$/.test(pattern)) rank += 'a';
    else if (fitsAround(pattern, segment)) rank += 'b';
    else return undefined;
  }
  return rank;
}

/** Whether a segment fits a pattern with names and literals, such as `{id}.json`. */
function fitsAround(pattern: string, segment: string): boolean {
  const literals = pattern.split(/\{[^{}]*\}/);
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  if (!segment.startsWith(first)) return false;
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    // A name stands for one character or more.
    const found = segment.indexOf(literal, at + 1);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return segment.length - last.length > at && segment.endsWith(last);
}
