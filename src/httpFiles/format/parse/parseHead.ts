import type { Header, HttpRequest, Problem, Span } from './model';
import { readPair } from './lines';
import { METHODS } from '../../../api/rules/methods';
import { HEADER, HEADER_NAME, METHOD_WORD } from './syntax';

/** The request line and the headers while they are read. */
export interface RequestHead extends Pick<HttpRequest, 'method' | 'methodSpan' | 'urlSpan' | 'line'> {
  url: string;
  readonly headers: Header[];
}

/**
 * Reads `[METHOD] address [HTTP/1.1]`.
 * @param problems takes what is not supported of it
 */
export function readRequestLine(text: string, line: number, problems: Problem[]): RequestHead {
  const indent = text.length - text.trimStart().length;
  const end = endOfAddress(text, line, problems);
  const span = (start: number, stop: number): Span => ({ line, start, end: stop });
  const line0 = text.slice(indent, end);
  const [first = '', word = ''] = /^(\S+)\s+(?=\S)/.exec(line0) ?? [];
  const isMethod = (METHODS as readonly string[]).includes(word.toUpperCase());
  if (!isMethod && !METHOD_WORD.test(word) && word !== 'curl') {
    return { method: 'GET', url: line0, urlSpan: span(indent, end), line, headers: [] };
  }
  const methodSpan = span(indent, indent + word.length);
  if (!isMethod) {
    const code = word === 'curl' ? 'unsupported-curl' : 'unsupported-method';
    problems.push({ code, args: [word], span: methodSpan, blocks: true });
  }
  const start = indent + first.length;
  return {
    method: word.toUpperCase(),
    methodSpan,
    url: text.slice(start, end),
    urlSpan: span(start, end),
    line,
    headers: [],
  };
}

/** Adds `?name=value` or `&name=value`, which may stand in lines of their own below an address. */
export function addQueryLine(head: RequestHead, text: string, line: number, problems: Problem[]): void {
  head.url += text.slice(0, endOfAddress(text, line, problems)).trimStart();
}

/** Where the version begins that the last line of an address may end with, or that line ends. */
function endOfAddress(text: string, line: number, problems: Problem[]): number {
  const indent = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  // By hand: a pattern would look at a run of spaces again from each of them.
  let lastWord = end;
  while (lastWord > indent && !/\s/.test(text.charAt(lastWord - 1))) lastWord -= 1;
  const version = text.slice(lastWord, end);
  if (lastWord === indent || !/^HTTP\/\S/i.test(version)) return end;
  if (!/^HTTP\/1\.1$/i.test(version)) {
    const span = { line, start: lastWord, end };
    problems.push({ code: 'unsupported-version', args: [version], span, blocks: true });
  }
  return text.slice(0, lastWord).trimEnd().length;
}

/** `Name: value`, or undefined for another line. */
export function readHeader(text: string, line: number): Header | undefined {
  const header = readPair(HEADER, text, line);
  return header && HEADER_NAME.test(header.name) ? header : undefined;
}
