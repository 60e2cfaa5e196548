import { isRead } from '../../../api/rules/methods';
import type { Body, BodyLine, HttpRequest, Problem, Variable } from './model';
import type { ProblemCode } from './problems';
import { fileIn, readVariable, whole } from './lines';
import { COMMENT, FILE_WITH_VARIABLES, REQUEST_LINE } from './syntax';

interface FoundBeside {
  /** Definitions that follow a request, or are mixed into JSON, which cannot hold such lines. */
  readonly variables: Variable[];
  readonly problems: Problem[];
  /** Lines whose placeholders count. */
  readonly meant: BodyLine[];
}

/**
 * Reads what follows the blank line after the headers. Comments, definitions and handlers of the answer are no part of
 * JSON or of a form's parts. In other text the clients disagree on them, so that a request with one is not sent.
 * @param handlers the lines that are for the answer in some clients; they are not in `all`
 * @param beside takes what is found beside the body
 */
export function readBody(
  all: readonly BodyLine[],
  handlers: readonly BodyLine[],
  { headers, method }: Pick<HttpRequest, 'headers' | 'method'>,
  { variables, problems, meant }: FoundBeside,
): Body {
  const problem = (
    code: ProblemCode,
    { text, line }: BodyLine,
    blocks = true,
    args: readonly string[] = [],
  ) => {
    problems.push({ code, args, span: whole(text, line), blocks });
  };
  const isBlank = ({ text }: BodyLine) => text.trim() === '';
  const isAside = ({ text, line }: BodyLine) => COMMENT.test(text) || readVariable(text, line) !== undefined;
  const isContent = (line: BodyLine) => !isBlank(line) && !isAside(line);

  const kind = kindOf(
    all.filter(isContent),
    [...all, ...handlers].some((line) => !isBlank(line)),
    headers,
  );
  // In other bodies, lines that are no part of them can be recognized.
  const isPlain = kind === 'text' || kind === 'form';
  const isEdge = (line: BodyLine) => !isBlank(line) && (isPlain || !isAside(line));
  const from = all.findIndex(isEdge);
  const to = all.findLastIndex(isEdge) + 1;
  const lines: BodyLine[] = [];
  for (const [index, line] of all.entries()) {
    const variable = readVariable(line.text, line.line);
    if (COMMENT.test(line.text)) {
      if (kind !== 'json' && index >= from && index < to) problem('comment-in-body', line);
    } else if (variable !== undefined && (kind === 'json' || index < from || index >= to)) {
      variables.push(variable);
      meant.push(line);
    } else if (index >= from && index < to) {
      if (variable !== undefined) problem('variable-in-body', line);
      if (REQUEST_LINE.test(line.text)) problem('request-in-body', line);
      if (FILE_WITH_VARIABLES.test(line.text)) problem('unsupported-file-variables', line);
      if (isPlain || kind === 'json') if (fileIn(line.text) !== undefined) problem('file-in-text', line);
      if (kind === 'form' && lines.length > 0 && !/^\s*(?:&|$)/.test(line.text))
        problem('bad-form-line', line);
      lines.push(line);
      meant.push(line);
    }
  }
  const last = lines.at(-1)?.line ?? -1;
  for (const handler of handlers) {
    const blocks = isPlain || handler.line < last;
    problem(blocks ? 'handler-in-body' : 'unsupported-response-script', handler, blocks);
  }
  const [first] = lines;
  if (first !== undefined && isRead(method) && !REQUEST_LINE.test(first.text))
    problem('body-of-read', first, true, [method]);
  return { kind, lines };
}

/** @param content what is no comment or definition. @param isAny whether there is any line that is not blank */
function kindOf(content: readonly BodyLine[], isAny: boolean, headers: HttpRequest['headers']): Body['kind'] {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  const [first] = content;
  const isJson = /[/+]json\b/.test(type);
  const isParts = type.startsWith('multipart/');
  // With a type of text a lone comment may be the text.
  if (first === undefined && (type === '' || isJson || isParts || !isAny)) return 'empty';
  if (content.length === 1 && first !== undefined && fileIn(first.text) !== undefined) return 'file';
  if (isParts) return 'multipart';
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form';
  const looksLikeJson = type === '' && /^\s*[{[]/.test(first?.text ?? '');
  return isJson || looksLikeJson ? 'json' : 'text';
}
