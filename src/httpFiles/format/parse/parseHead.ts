import type { Header, Problem, Span } from './model';
import { METHODS } from '../../../api/rules/methods';
import { HEADER, HEADER_NAME, METHOD_WORD } from './syntax';

/** The request line and the headers while they are read. */
export interface RequestHead {
  method: string;
  methodSpan?: Span;
  url: string;
  readonly urlSpan: Span;
  readonly line: number;
  readonly headers: Header[];
}

/** Whether a line can be a request line at all: a method and something, or an address. */
export function isRequestLine(text: string): boolean {
  return text.trim() !== '';
}

/**
 * Reads `[METHOD] address [HTTP/1.1]`.
 * @param problems takes what is not supported of it
 */
export function readRequestLine(text: string, line: number, problems: Problem[]): RequestHead {
  const indent = text.length - text.trimStart().length;
  let end = text.trimEnd().length;
  const span = (start: number, stop: number): Span => ({ line, start, end: stop });
  const version = /\s+(HTTP\/\S+)$/i.exec(text.slice(0, end));
  if (version !== null) {
    const start = end - (version[1] ?? '').length;
    if (!/^HTTP\/1\.1$/i.test(version[1] ?? '')) {
      problems.push({
        code: 'unsupported-version',
        args: [version[1] ?? ''],
        span: span(start, end),
        blocks: true,
      });
    }
    end = version.index;
  }
  const line0 = text.slice(indent, end);
  const first = /^(\S+)(\s+)(?=\S)/.exec(line0);
  const word = first?.[1] ?? '';
  const isMethod = (METHODS as readonly string[]).includes(word.toUpperCase());
  if (first === null || (!isMethod && !METHOD_WORD.test(word) && word !== 'curl')) {
    return { method: 'GET', url: line0, urlSpan: span(indent, end), line, headers: [] };
  }
  const methodSpan = span(indent, indent + word.length);
  if (!isMethod) {
    const code = word === 'curl' ? 'unsupported-curl' : 'unsupported-method';
    problems.push({ code, args: [word], span: methodSpan, blocks: true });
  }
  const start = indent + first[0].length;
  return {
    method: word.toUpperCase(),
    methodSpan,
    url: text.slice(start, end),
    urlSpan: span(start, end),
    line,
    headers: [],
  };
}

/** `Name: value`, or undefined for another line. */
export function readHeader(text: string, line: number): Header | undefined {
  const match = HEADER.exec(text);
  if (match === null) return undefined;
  const [, indent = '', name = '', colon = '', rest = ''] = match;
  if (!HEADER_NAME.test(name)) return undefined;
  const value = rest.trimEnd();
  const start = indent.length + name.length + colon.length;
  return {
    name,
    value,
    nameSpan: { line, start: indent.length, end: indent.length + name.length },
    valueSpan: { line, start, end: start + value.length },
  };
}
