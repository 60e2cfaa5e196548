import { isRead } from '../../../api/rules/methods';
import type { Body, BodyKind, BodyLine, Header, Problem, ProblemCode, Variable } from './model';
import { readVariable, whole } from './lines';
import { COMMENT, FILE_REFERENCE, FILE_WITH_VARIABLES } from './syntax';

export interface ReadBody {
  readonly body: Body;
  /** Definitions that follow a request, or are mixed into JSON, which cannot hold such lines. */
  readonly variables: readonly Variable[];
  readonly problems: readonly Problem[];
}

/**
 * Reads what follows the blank line after the headers. Comment lines are no part of JSON. In other text the clients
 * disagree on them, so that a request with one is not sent.
 */
export function readBody(all: readonly BodyLine[], headers: readonly Header[], method: string): ReadBody {
  const problems: Problem[] = [];
  const variables: Variable[] = [];
  const problem = (code: ProblemCode, { text, line }: BodyLine, args: readonly string[] = []): void => {
    problems.push({ code, args, span: whole(text, line), blocks: true });
  };
  const isSkipped = ({ text, line }: BodyLine) =>
    text.trim() === '' || COMMENT.test(text) || readVariable(text, line) !== undefined;
  const note = (skipped: readonly BodyLine[]): void => {
    variables.push(...skipped.flatMap(({ text, line }) => readVariable(text, line) ?? []));
  };

  const from = all.findIndex((line) => !isSkipped(line));
  const to = all.findLastIndex((line) => !isSkipped(line)) + 1;
  if (from < 0) {
    note(all);
    return { body: { kind: 'empty', lines: [] }, variables, problems };
  }
  note(all.slice(0, from));
  note(all.slice(to));
  const inside = all.slice(from, to);
  const kind = kindOf(inside, headers);
  const lines: BodyLine[] = [];
  for (const line of inside) {
    const variable = readVariable(line.text, line.line);
    if (COMMENT.test(line.text)) {
      if (kind !== 'json') problem('comment-in-body', line);
    } else if (variable !== undefined && kind === 'json') {
      variables.push(variable);
    } else {
      if (variable !== undefined) problem('variable-in-body', line);
      if (FILE_WITH_VARIABLES.test(line.text)) problem('unsupported-file-variables', line);
      if (kind !== 'multipart' && kind !== 'file' && FILE_REFERENCE.test(line.text)) {
        problem('file-in-text', line);
      }
      if (kind === 'form' && lines.length > 0 && !/^\s*(?:&|$)/.test(line.text))
        problem('bad-form-line', line);
      lines.push(line);
    }
  }
  const [first] = lines;
  if (first !== undefined && isRead(method)) {
    problem('body-of-read', first, [method]);
  }
  return { body: { kind, lines }, variables, problems };
}

function kindOf(lines: readonly BodyLine[], headers: readonly Header[]): BodyKind {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  const content = lines.filter(({ text }) => text.trim() !== '' && !COMMENT.test(text));
  const [first] = content;
  if (content.length === 1 && first !== undefined && FILE_REFERENCE.test(first.text)) return 'file';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form';
  const looksLikeJson = type === '' && /^\s*[{[]/.test(first?.text ?? '');
  return /[/+]json\b/.test(type) || looksLikeJson ? 'json' : 'text';
}
