import * as vscode from 'vscode';
import type { Expectation, HttpRequest, Span } from '../../../httpFiles/format/parse/model';
import { PREDICATES } from '../../../httpFiles/format/parse/syntax';
import { t } from '../../../util/text';

const EXAMPLES = [
  'status == 200',
  'header content-type includes json',
  'body success == true',
  'body data.id exists',
  'duration < 1000',
];
/** One of those that mean the same. */
const OFFERED = Object.entries(PREDICATES).flatMap(([word, meaning]) => (word === meaning ? [word] : []));

/** What fits in a line that begins with `??`: examples first, and predicates after a subject. */
export function completeExpectation(before: string): {
  readonly texts: readonly string[];
  readonly typed: string;
} {
  const typed = /[^\s?]*$/.exec(before)?.[0] ?? '';
  const words = before
    .slice(0, before.length - typed.length)
    .replace('??', '')
    .trim()
    .split(/\s+/);
  const [subject = ''] = words;
  const isSubject = words.length === (subject === 'status' || subject === 'duration' ? 1 : 2);
  // Offered at once. The editor replaces the blank that is typed next.
  if (before.endsWith('??')) return { texts: EXAMPLES.map((text) => ` ${text}`), typed };
  if (subject === '') return { texts: EXAMPLES, typed };
  if (subject === 'body' && words.length === 1) return { texts: [...OFFERED, 'data', 'success'], typed };
  return { texts: isSubject ? OFFERED : [], typed };
}

/** What a predicate means, under the pointer. */
export function explainExpectation(
  { expectations }: Pick<HttpRequest, 'expectations'>,
  { line, character }: vscode.Position,
): vscode.Hover | undefined {
  const found = expectations.find((each) => each.line === line);
  const { start, end } = found?.predicateSpan ?? { start: 1, end: 0 };
  if (found === undefined || character < start || character > end) return undefined;
  const words = new vscode.MarkdownString().appendText(meaningOf(found.predicate));
  return new vscode.Hover(words, new vscode.Range(line, start, line, end));
}

function meaningOf(predicate: Expectation['predicate']): string {
  if (predicate === 'exists') return t('Met unless it is missing, null, false, 0 or empty.');
  if (predicate === 'isFalse') return t('Met when it is missing, null, false, 0 or empty.');
  if (predicate === 'matches') return t('Met when the regular expression matches somewhere in it.');
  if (/^(?:md5|sha)/.test(predicate)) return t('Met when this is the hash of it, in Base64.');
  return t(
    'The right side is read as it is written, with its quotes, and becomes a number, text or JSON like the left side.',
  );
}

/** The parts of an expectation with their colours. */
export function expectationTokens({
  span,
  subjectSpan,
  predicateSpan,
}: Expectation): { span: Span; type: string }[] {
  return [
    { span: { ...span, end: span.start + 2 }, type: 'keyword' },
    { span: subjectSpan, type: 'property' },
    { span: predicateSpan, type: 'keyword' },
  ];
}
