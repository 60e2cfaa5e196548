import type { HttpRequest, Span } from '../../../httpFiles/format/parse/model';
import { COMMENT, PLACEHOLDER, QUERY_LINE } from '../../../httpFiles/format/parse/syntax';
import { percentDecoded } from '../../../util/lenient';

/** A part of an address as it is written: a segment of its path, or `name=value` of its query. */
export interface UrlPart {
  readonly text: string;
  readonly span: Span;
}

/** The parts of a request's address, with their places. @param lineAt the text of a line */
export function urlParts(
  { line, urlSpan, headers, body, lastLine }: HttpRequest,
  lineAt: (line: number) => string,
): { readonly segments: readonly UrlPart[]; readonly pairs: readonly UrlPart[] } {
  const first = lineAt(line);
  const url = withoutPlaceholders(first.slice(urlSpan.start, urlSpan.end));
  const mark = url.includes('?') ? url.indexOf('?') : url.length;
  const address = url.slice(0, mark);
  const from = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/]*/i.exec(address)?.[0].length ?? 0;
  const parts = (text: string, separator: RegExp, at: number, start: number): UrlPart[] =>
    [...text.matchAll(separator)].map(({ 0: { length }, index }) => {
      const begin = start + index;
      return {
        text: lineAt(at).slice(begin, begin + length),
        span: { line: at, start: begin, end: begin + length },
      };
    });
  const pairs = parts(url.slice(mark), /[^?&]+/g, line, urlSpan.start + mark);
  const end = headers[0]?.nameSpan.line ?? body.lines[0]?.line ?? lastLine + 1;
  for (let at = line + 1; at < end; at += 1) {
    const text = lineAt(at);
    if (COMMENT.test(text)) continue;
    if (!QUERY_LINE.test(text)) break;
    pairs.push(...parts(withoutPlaceholders(text.trimEnd()), /[^?&\s]+/g, at, 0));
  }
  return { segments: parts(address.slice(from), /[^/]+/g, line, urlSpan.start + from), pairs };
}

/** The segments that stand for the names in the path of an operation; none where they are not as many. */
export function pathValues(template: string, segments: readonly UrlPart[]): Map<string, UrlPart> {
  const withoutVersion = <T>(list: readonly T[], textOf: (item: T) => string) =>
    list[0] !== undefined && textOf(list[0]) === 'v1' ? list.slice(1) : list;
  const patterns = withoutVersion(template.split('/').filter(Boolean), (text) => text);
  const given = withoutVersion(segments, ({ text }) => text);
  const values = new Map<string, UrlPart>();
  if (patterns.length !== given.length) return values;
  for (const [index, pattern] of patterns.entries())
    for (const [, name = ''] of pattern.matchAll(/\{([^{}]*)\}/g)) {
      const part = given[index];
      if (part !== undefined) values.set(name, part);
    }
  return values;
}

/** The name of a pair of a query or a form, decoded. */
export function pairName(text: string): string {
  return percentDecoded((text.split('=', 1)[0] ?? '').trim());
}

/** A text of the same length, in which no character of a placeholder means anything. */
function withoutPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, (whole) => '_'.repeat(whole.length));
}
