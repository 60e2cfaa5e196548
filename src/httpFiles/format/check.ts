import { readReference } from './answers';
import { buildExpectation, buildHeader, buildLine, buildTarget, checkTopUp } from './build';
import { dynamicValue, THIS_MOMENT } from './dynamic';
import {
  type BodyLine,
  type HttpFile,
  HttpRefusal,
  type HttpRequest,
  type Placeholder,
  type Problem,
  type Span,
} from './parse/model';
import { PLACEHOLDER } from './parse/syntax';
import { countBelow, definitionFor, ENVIRONMENT_VARIABLES, isName, Resolver, type Budget } from './resolve';
import { hasOddLimit, PAGE_LIMIT } from '../../api/rules/limits';
import type { Hosts } from '../../api/model/requestPlan';

/** Not known before something was sent, so no fault of the file. */
const LATER = new Set(['not-sent-yet', 'nothing-there', 'unknown-variable', 'unsupported-expression']);
/** So many characters are put in for one check; what is left then is not looked at before it is sent. */
export const MOST_CHECKED = 50_000_000;

const NOTHING_SHARED: ReadonlyMap<string, string> = new Map();

/**
 * Everything that is wrong with a file, as far as it can be said before anything is sent.
 * @param shared the variables that the team shares for the environment
 */
export function checkHttpFile(file: HttpFile, hosts: Hosts, shared = NOTHING_SHARED): Problem[] {
  const budget: Budget = { left: MOST_CHECKED };
  const found = file.requests.flatMap((request) => [
    ...request.problems,
    ...checkRequest(file, request, { hosts, shared }, budget),
  ]);
  return [...file.problems, ...checkNames(file), ...checkPlaceholders(file, shared), ...found];
}

function checkNames({ requests }: HttpFile): Problem[] {
  const seen = new Set<string>();
  return requests.flatMap(({ name, nameSpan }): Problem[] => {
    if (name === undefined || nameSpan === undefined) return [];
    if (seen.has(name)) return [{ code: 'same-name', args: [name], span: nameSpan, blocks: false }];
    seen.add(name);
    return [];
  });
}

function checkPlaceholders(file: HttpFile, shared: ReadonlyMap<string, string>): Problem[] {
  const names = new Set(file.requests.map(({ name }) => name));
  const promptsIn = (requests: readonly HttpRequest[]): ReadonlySet<string> =>
    new Set(requests.flatMap(({ prompts }) => prompts.map(({ name }) => name)));
  // By request. A variable outside of them may use those of all.
  const prompts = new Map<HttpRequest | undefined, ReadonlySet<string>>([
    [undefined, promptsIn(file.requests)],
    ...file.requests.map((request) => [request, promptsIn([request])] as const),
  ]);
  const faultOf = ({ expression, span: { line } }: Placeholder): Problem['code'] | undefined => {
    if (shared.has(expression) || ENVIRONMENT_VARIABLES.includes(expression)) return undefined;
    if (definitionFor(file, line, expression) !== undefined) return undefined;
    if (prompts.get(requestAt(file, line))?.has(expression) === true) return undefined;
    const reference = readReference(expression);
    if (reference !== undefined) return names.has(reference.request) ? undefined : 'unknown-variable';
    if (dynamicValue(expression, THIS_MOMENT) !== undefined) return undefined;
    return isName(expression) ? 'unknown-variable' : 'unsupported-expression';
  };
  return file.placeholders.flatMap((placeholder): Problem[] => {
    const code = faultOf(placeholder);
    const { expression, span } = placeholder;
    return code === undefined ? [] : [{ code, args: [expression], span, blocks: true }];
  });
}

/** The request whose block a line is in: a header or a body begins on an empty line. */
export function requestAt({ requests }: HttpFile, line: number): HttpRequest | undefined {
  const found = requests[countBelow(requests, ({ firstLine }) => firstLine <= line) - 1];
  return found !== undefined && line < found.endLine ? found : undefined;
}

/** Stands for a value that is not known before the request is sent. */
export const NOT_KNOWN = 'not-known-before-it-is-sent';

/**
 * Puts in the values that are known before a request is sent: those of the file, the team and the environment.
 * @param budget how many characters may still be put in
 * @returns the text, with `NOT_KNOWN` for other values
 */
export function knownTexts(
  file: HttpFile,
  request: HttpRequest,
  hosts: Hosts,
  shared: ReadonlyMap<string, string>,
  budget: Budget,
): (text: string) => string {
  const resolver = new Resolver({ file, request, environment: hosts, shared }, budget);
  return (text) =>
    text.replace(PLACEHOLDER, (placeholder) => {
      try {
        return resolver.text(placeholder);
      } catch (error) {
        if (error instanceof HttpRefusal) return NOT_KNOWN;
        throw error;
      }
    });
}

function checkRequest(
  file: HttpFile,
  request: HttpRequest,
  { hosts, shared }: { readonly hosts: Hosts; readonly shared: ReadonlyMap<string, string> },
  budget: Budget,
): Problem[] {
  const around = { hosts, holdsKey: () => false };
  const prompted = new Map(request.prompts.map(({ name }) => [name, '1']));
  const resolver = new Resolver({ file, request, environment: hosts, shared, prompted }, budget);
  const problems: Problem[] = [];
  const attempt = <T>(span: Span, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error;
      const { code, args } = error;
      if (!LATER.has(code) && budget.left >= 0) problems.push({ code, args, span, blocks: true });
      return undefined;
    }
  };
  const target = attempt(request.urlSpan, () => buildTarget(request, resolver, around));
  // A person, who sees this mark, may send it all the same.
  if (target !== undefined && hasOddLimit(new URLSearchParams(target.query))) {
    const args = [String(PAGE_LIMIT.minimum), String(PAGE_LIMIT.maximum)];
    problems.push({ code: 'limit', args, span: request.urlSpan, blocks: false });
  }
  for (const header of request.headers) {
    const span = { ...header.nameSpan, end: header.valueSpan.end };
    attempt(span, () => buildHeader(header, resolver, around));
  }
  for (const expectation of request.expectations) {
    attempt(expectation.span, () => buildExpectation(expectation, resolver, around));
  }
  const { lines } = request.body;
  const spanOf = ({ line, text }: BodyLine): Span => ({ line, start: 0, end: text.length });
  const texts = lines.map((line) => attempt(spanOf(line), () => buildLine(line, resolver))?.text);
  const currency = lines.find(({ text }) => text.includes('"currency"'));
  if (currency !== undefined && target !== undefined && !texts.includes(undefined)) {
    attempt(spanOf(currency), () => checkTopUp(request.method, target, texts.join('\n')));
  }
  return problems;
}
