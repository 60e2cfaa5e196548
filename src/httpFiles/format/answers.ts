import { valueAt } from '../../descriptions/resolve/pointer';
import { withExactNumbers } from '../../util/exactJson';
import { HttpRefusal } from './parse/model';

/** An answer to a named request of a file, for the values that later requests take from it. */
export interface KnownAnswer {
  /** JSON, as it came. */
  readonly body: unknown;
  /** The body with every number as it was written, where it is known. */
  readonly exactBody?: unknown;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** `name.response.body.$.path`, `name.response.body.*` or `name.response.headers.Name`. */
export interface AnswerReference {
  readonly request: string;
  readonly part: 'body' | 'headers';
  /** Steps of the path in the body, or the one name of a header. */
  readonly steps: readonly (string | number)[];
}

const REFERENCE = /^([^\s.{}]+)\.response\.(?:body\.(\*|\$.*)|headers\.([\w!#$%&'*+.^`|~-]+))$/;
const STEP = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,9})\]|\['([^'\]]+)'\]|\["([^"\]]+)"\]/uy;

/** Reads an expression as a value of an earlier answer; undefined for another expression. */
export function readReference(expression: string): AnswerReference | undefined {
  const match = REFERENCE.exec(expression);
  if (match === null) return undefined;
  const [, request = '', path = '', header] = match;
  if (header !== undefined) return { request, part: 'headers', steps: [header] };
  const steps: (string | number)[] = [];
  const text = path.slice(1);
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text);
    if (step === null) return undefined;
    const [, name, index, single, double] = step;
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
  }
  return { request, part: 'body', steps };
}

/**
 * The value that a reference leads to, as text: strings as they are, everything else as JSON.
 * @throws HttpRefusal when there is nothing
 */
export function valueOf({ part, steps }: AnswerReference, answer: KnownAnswer, expression: string): string {
  const value = part === 'headers' ? headerOf(answer, String(steps[0])) : valueAt(answer.body, steps);
  if (value === undefined) throw new HttpRefusal('nothing-there', [expression]);
  if (typeof value === 'string') return value;
  // What is kept of an answer hides parts of links: only its numbers count.
  return JSON.stringify(withExactNumbers(value, valueAt(answer.exactBody, steps)));
}

function headerOf({ headers }: KnownAnswer, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}
