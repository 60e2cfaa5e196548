import { readReference } from './answers';
import { buildHeaders, buildLines, buildTarget, checkTopUp, type Surroundings } from './build';
import { dynamicValue, THIS_MOMENT } from './dynamic';
import {
  type HttpFile,
  HttpRefusal,
  type HttpRequest,
  type Placeholder,
  type Problem,
  type Span,
} from './parse/model';
import { definitionFor, ENVIRONMENT_VARIABLES, isName, Resolver } from './resolve';
import type { Hosts, Target } from './target';

/** Not known before something was sent, so no fault of the file. */
const LATER = new Set(['not-sent-yet', 'nothing-there', 'unknown-variable', 'unsupported-expression']);

/** Everything that is wrong with a file, as far as it can be said before anything is sent. */
export function checkHttpFile(file: HttpFile, hosts: Hosts): Problem[] {
  const found = file.requests.flatMap((request) => [
    ...request.problems,
    ...checkRequest(file, request, hosts),
  ]);
  return [...file.problems, ...checkNames(file), ...checkPlaceholders(file), ...found];
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

function checkPlaceholders(file: HttpFile): Problem[] {
  return file.placeholders.flatMap((placeholder): Problem[] => {
    const code = faultOf(file, placeholder);
    return code === undefined
      ? []
      : [{ code, args: [placeholder.expression], span: placeholder.span, blocks: true }];
  });
}

function faultOf(file: HttpFile, { expression, span }: Placeholder): Problem['code'] | undefined {
  if ((ENVIRONMENT_VARIABLES as readonly string[]).includes(expression)) return undefined;
  if (definitionFor(file, span.line, expression) !== undefined) return undefined;
  if (promptFor(file, span.line, expression) !== undefined) return undefined;
  const reference = readReference(expression);
  if (reference !== undefined) {
    return file.requests.some(({ name }) => name === reference.request) ? undefined : 'unknown-variable';
  }
  if (dynamicValue(expression, THIS_MOMENT) !== undefined) return undefined;
  return isName(expression) ? 'unknown-variable' : 'unsupported-expression';
}

/** The `# @prompt` of that name that counts for a line; one of another request where it is used in a variable. */
export function promptFor(
  file: HttpFile,
  line: number,
  name: string,
): { readonly nameSpan: Span } | undefined {
  const named = (request: HttpRequest) => request.prompts.find((prompt) => prompt.name === name);
  const here = requestAt(file, line);
  if (here !== undefined) return named(here);
  return file.requests.map(named).find((prompt) => prompt !== undefined);
}

/** The request whose block a line is in. */
export function requestAt({ requests }: HttpFile, line: number): HttpRequest | undefined {
  const found = requests.findLast(({ firstLine }) => firstLine <= line);
  return found !== undefined && line <= found.lastLine ? found : undefined;
}

function checkRequest(file: HttpFile, request: HttpRequest, hosts: Hosts): Problem[] {
  const around: Surroundings = {
    hosts,
    holdsKey: () => false,
    read: () => Promise.reject(new Error('Nothing is read while checking')),
  };
  const resolver = new Resolver({
    file,
    request,
    given: new Map(),
    prompted: new Map(request.prompts.map(({ name }) => [name, '1'])),
    environment: hosts,
    answerOf: () => undefined,
    moment: THIS_MOMENT,
    momentary: new Map(),
  });
  const problems: Problem[] = [];
  const attempt = <T>(span: Span, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error;
      const { code, args } = error;
      if (!LATER.has(code)) problems.push({ code, args, span, blocks: true });
      return undefined;
    }
  };
  const target = attempt(request.urlSpan, () => buildTarget(request, resolver, around));
  for (const header of request.headers) {
    const span = { ...header.nameSpan, end: header.valueSpan.end };
    attempt(span, () => buildHeaders({ headers: [header] }, resolver, around));
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
