import type { ExpectationOutcome } from '../../../api/model/errors';
import type { HeaderList } from '../../../api/model/exchange';
import type { Expectation, Subject } from '../parse/model';
import { t } from '../../../util/text';
import { PATTERN_MS, Patterns } from './matches';
import { asText, isMet } from './predicates';
import { parseJson } from '../../../util/lenient';

/** An answer as it came. */
export interface JudgedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as text; empty where there is none, undefined where it could not be read: no expectation of it is met. */
  readonly text: string | undefined;
  /** Milliseconds from the request to the end of the answer. */
  readonly durationMs: number;
}

/** Judges an answer, each expectation by itself. @param expectations with their right sides put in */
export async function judge(
  expectations: readonly Expectation[],
  answer: JudgedAnswer,
): Promise<readonly ExpectationOutcome[]> {
  const see = looksInto(answer);
  await using patterns = new Patterns();
  const verdicts: ExpectationOutcome[] = [];
  for (const expectation of expectations) verdicts.push(await judgeOne(expectation, see, patterns));
  return verdicts;
}

async function judgeOne(
  { line, text, subject, predicate, right }: Expectation,
  see: (subject: Subject) => unknown,
  patterns: Patterns,
): Promise<ExpectationOutcome> {
  let value: unknown;
  try {
    value = see(subject);
    const seen = asText(value) ?? (value === null || value === false ? String(value) : undefined);
    const about = { line, text, ...(seen !== undefined && { actual: seen }) };
    if (predicate !== 'matches') return { ...about, ok: isMet(predicate, value, right) };
    const looked = asText(value);
    if (looked === undefined || looked === '' || right === '') return { ...about, ok: false };
    const match = await patterns.match(right, looked);
    if (match === 'met' || match === 'not-met') return { ...about, ok: match === 'met' };
    const why = {
      'too-slow': t('The pattern took longer than {0} ms.', PATTERN_MS),
      'no-pattern': t('This is not a regular expression.'),
      failed: t('The pattern could not be tried.'),
    };
    return { ...about, ok: false, actual: why[match] };
  } catch (error) {
    // As in httpyac: a value below nothing is an error there, and an error is not met.
    if (error instanceof TypeError || error instanceof RangeError) return { line, text, ok: false };
    throw error;
  }
}

/** Node keeps the first of these and joins the others. httpyac sees headers as Node gives them. */
const SINGLE = new Set(
  (
    'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since ' +
    'last-modified location max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
);

function looksInto({ status, headers, text, durationMs }: JudgedAnswer): (subject: Subject) => unknown {
  let parsed: { readonly body: unknown } | undefined;
  return (subject) => {
    if (subject.kind === 'status') return status;
    if (subject.kind === 'duration') return durationMs;
    if (subject.kind === 'header') return headerValue(headers, subject.name.toLowerCase());
    if (text === undefined) throw new TypeError('The body was not read');
    if (subject.steps === undefined) return text;
    parsed ??= { body: parse(text, headers) };
    let at = parsed.body;
    for (const step of subject.steps) at = (at as Record<string | number, unknown>)[step];
    return at;
  };
}

function headerValue(headers: HeaderList, wanted: string): string | string[] | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  if (wanted === 'set-cookie') return values.length === 0 ? undefined : values;
  return SINGLE.has(wanted) || values.length < 2 ? values[0] : values.join(', ');
}

/** JSON where the answer says that it is JSON; else, and for a value that counts as nothing, the text. */
function parse(text: string, headers: HeaderList): unknown {
  const type = headerValue(headers, 'content-type');
  const mimeType = typeof type === 'string' ? (type.split(';', 1)[0] ?? '').trim() : '';
  if (!/^(?:application|text)\/json$|\+json|x-amz-json/.test(mimeType)) return text;
  return parseJson(text) || text;
}
