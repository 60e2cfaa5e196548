import { readReference } from './answers';
import {
  buildExpectations,
  buildHeaders,
  buildLines,
  buildTarget,
  checkTopUp,
  type Surroundings,
} from './build';
import { dynamicValue, THIS_MOMENT } from './dynamic';
import {
  type HttpFile,
  HttpRefusal,
  type HttpRequest,
  type Placeholder,
  type Problem,
  type Prompt,
  type Span,
} from './parse/model';
import {
  countBelow,
  definitionFor,
  ENVIRONMENT_VARIABLES,
  isName,
  Resolver,
  type Budget,
  type Scope,
} from './resolve';
import { hasOddLimit, PAGE_LIMIT } from '../../api/rules/limits';
import type { Hosts } from '../../api/model/requestPlan';
import type { Target } from './target';

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
  return file.placeholders.flatMap((placeholder): Problem[] => {
    const code = shared.has(placeholder.expression) ? undefined : faultOf(file, names, placeholder);
    return code === undefined
      ? []
      : [{ code, args: [placeholder.expression], span: placeholder.span, blocks: true }];
  });
}

function faultOf(
  file: HttpFile,
  names: ReadonlySet<string | undefined>,
  { expression, span }: Placeholder,
): Problem['code'] | undefined {
  if (ENVIRONMENT_VARIABLES.includes(expression)) return undefined;
  if (definitionFor(file, span.line, expression) !== undefined) return undefined;
  if (promptFor(file, span.line, expression) !== undefined) return undefined;
  const reference = readReference(expression);
  if (reference !== undefined) {
    return names.has(reference.request) ? undefined : 'unknown-variable';
  }
  if (dynamicValue(expression, THIS_MOMENT) !== undefined) return undefined;
  return isName(expression) ? 'unknown-variable' : 'unsupported-expression';
}

/** The `# @prompt` of that name that counts for a line; one of another request where it is used in a variable. */
export function promptFor(file: HttpFile, line: number, name: string): Prompt | undefined {
  const here = requestAt(file, line);
  if (here !== undefined) return promptsOf(here, () => here.prompts).get(name);
  return promptsOf(file, () => file.requests.flatMap((request) => request.prompts)).get(name);
}

const prompts = new WeakMap<HttpFile | HttpRequest, ReadonlyMap<string, Prompt>>();

/** By name, the first of each. */
function promptsOf(owner: HttpFile | HttpRequest, all: () => readonly Prompt[]): ReadonlyMap<string, Prompt> {
  const known =
    prompts.get(owner) ??
    new Map(
      all()
        .toReversed()
        .map((prompt) => [prompt.name, prompt]),
    );
  prompts.set(owner, known);
  return known;
}

/** The request whose block a line is in. */
export function requestAt({ requests }: HttpFile, line: number): HttpRequest | undefined {
  const found = requests[countBelow(requests, ({ firstLine }) => firstLine <= line) - 1];
  return found !== undefined && line <= found.lastLine ? found : undefined;
}

/** What is known of a request before anything of its file is sent. */
export function scopeBefore(
  file: HttpFile,
  request: HttpRequest,
  hosts: Hosts,
  shared: ReadonlyMap<string, string>,
): Scope {
  return {
    file,
    request,
    given: new Map(),
    prompted: new Map(),
    shared,
    environment: hosts,
    answerOf: () => undefined,
    moment: THIS_MOMENT,
    momentary: new Map(),
  };
}

function checkRequest(
  file: HttpFile,
  request: HttpRequest,
  { hosts, shared }: { readonly hosts: Hosts; readonly shared: ReadonlyMap<string, string> },
  budget: Budget,
): Problem[] {
  const around: Surroundings = {
    hosts,
    holdsKey: () => false,
    read: () => Promise.reject(new Error('Nothing is read while checking')),
  };
  const prompted = new Map(request.prompts.map(({ name }) => [name, '1']));
  const resolver = new Resolver({ ...scopeBefore(file, request, hosts, shared), prompted }, budget);
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
    attempt(span, () => buildHeaders({ headers: [header] }, resolver, around));
  }
  for (const expectation of request.expectations) {
    attempt(expectation.span, () => buildExpectations({ expectations: [expectation] }, resolver, around));
  }
  checkBody(request, target, resolver, around, attempt);
  return problems;
}

function checkBody(
  { method, body }: HttpRequest,
  target: Target | undefined,
  resolver: Resolver,
  around: Surroundings,
  attempt: <T>(span: Span, work: () => T) => T | undefined,
): void {
  let complete = true;
  const text: string[] = [];
  for (const line of body.lines) {
    const span = { line: line.line, start: 0, end: line.text.length };
    const built = attempt(span, () =>
      buildLines({ body: { kind: body.kind, lines: [line] } }, resolver, around),
    );
    complete &&= built !== undefined;
    text.push(...(built ?? []).map((each) => each.text));
  }
  const currency = body.lines.find((line) => line.text.includes('"currency"'));
  if (!complete || currency === undefined || target === undefined) return;
  const span = { line: currency.line, start: 0, end: currency.text.length };
  attempt(span, () => {
    checkTopUp(method, target, text.join('\n'));
  });
}
