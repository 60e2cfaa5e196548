import type { Expectation, Problem, Span, Subject } from './model';
import type { ProblemCode } from './problems';
import { whole } from './lines';
import { HEADER_NAME, PREDICATES } from './syntax';

// httpyac finds words in any case, and then knows none that is not written exactly so.
const PREDICATE = new RegExp(`(?<=\\s)(?:${Object.keys(PREDICATES).join('|')})`, 'giu');
const STEP =
  /\.([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|\[(0|[1-9]\d{0,8})\]|\["((?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*)"\]|\['([^'\\]*)'\]/uy;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|.)/gu;

/** Reads a line that begins with `??`. The last predicate in it counts; what is before it must be a subject. */
export function readExpectation(text: string, line: number): Expectation | Problem {
  const span = { ...whole(text, line), end: text.length };
  const problem = (code: ProblemCode, at: Span, word: string): Problem => ({
    code,
    args: [word],
    span: at,
    blocks: true,
  });
  let found: { readonly index: number; readonly word: string } | undefined;
  for (const { index, 0: word } of text.matchAll(PREDICATE)) found = { index, word };
  const start = span.start + 2;
  const name = found?.word ?? '';
  if (found === undefined || !Object.hasOwn(PREDICATES, name) || /[\u2028\u2029]/.test(text)) {
    return problem('unknown-predicate', whole(text, line), text.trim());
  }
  // One space belongs to the predicate, further ones to a name before it.
  const before = text.slice(start, found.index - 1);
  const subjectStart = start + before.length - before.trimStart().length;
  const subjectSpan = { line, start: subjectStart, end: Math.max(subjectStart, found.index - 1) };
  const subject = readSubject(before.trimStart());
  if (subject === undefined) return problem('unknown-subject', subjectSpan, before.trim());
  const end = found.index + name.length;
  return {
    line,
    text: text.slice(span.start),
    span,
    subject,
    subjectSpan,
    predicate: PREDICATES[name as keyof typeof PREDICATES],
    predicateSpan: { line, start: found.index, end },
    right: text.slice(end).trimStart(),
  };
}

function readSubject(text: string): Subject | undefined {
  const type = text.split(/\s/, 1)[0] ?? '';
  const rest = text.slice(type.length).trimStart();
  if (type === 'status' || type === 'duration') return rest === '' ? { kind: type } : undefined;
  // A space behind the name is a part of it: no header is named so, in httpyac either.
  if (type === 'header') return HEADER_NAME.test(rest.trimEnd()) ? { kind: 'header', name: rest } : undefined;
  if (type !== 'body') return undefined;
  if (rest === '') return { kind: 'body' };
  // Escapes are for places of differences only.
  const steps = rest.includes('\\') ? undefined : readPath(rest.trimEnd());
  return steps === undefined ? undefined : { kind: 'body', steps };
}

/** `data.records[0].id`, `a["a \"name\""]` with the escapes of JSON; undefined for what is no path. */
export function readPath(text: string): (string | number)[] | undefined {
  const path = text.startsWith('[') ? text : `.${text}`;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const step = STEP.exec(path);
    if (step === null) return undefined;
    const [, name, index, double, single] = step;
    const text = name ?? single ?? double?.replace(ESCAPE, (escape) => JSON.parse(`"${escape}"`) as string);
    steps.push(index === undefined ? (text ?? '') : Number(index));
  }
  return steps;
}
