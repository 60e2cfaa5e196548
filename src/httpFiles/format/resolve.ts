import { type KnownAnswer, readReference, valueOf } from './answers';
import { dynamicValue, type Moment } from './dynamic';
import { type HttpFile, type HttpRequest, HttpRefusal, type Variable } from './parse/model';
import { PLACEHOLDER } from './parse/syntax';

/** Where the values of a request come from. */
export interface Scope {
  readonly file: HttpFile;
  readonly request: HttpRequest;
  /** Given by the caller; they win over the file's own. */
  readonly given: ReadonlyMap<string, string>;
  /** Answers to `# @prompt`. */
  readonly prompted: ReadonlyMap<string, string>;
  readonly environment: { readonly apiUrl: string; readonly filesUrl: string };
  /** The last answer to the request of that name. */
  readonly answerOf: (request: string) => KnownAnswer | undefined;
  readonly moment: Moment;
  /** Variables with a value of the moment keep it for a whole run of the file. */
  readonly momentary: Map<string, string>;
}

/** Represents the key in resolved text. The key itself is only known where the request is sent. */
export const KEY_MARK = '\u{10fffd}the key\u{10fffd}';

/** Names that the environment gives. */
export const ENVIRONMENT_VARIABLES = ['apiUrl', 'filesUrl', 'apiKey'] as const;

const MAX_DEPTH = 20;
const MAX_LENGTH = 5_000_000;

/** Puts values in place of `{{…}}`. */
export class Resolver {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** @throws HttpRefusal for a variable that is unknown, and for an expression that is not supported */
  text(text: string): string {
    return this.#text(text, []);
  }

  #text(text: string, path: readonly string[]): string {
    // Text of others that looks like the mark must not become the key.
    if (text.includes(KEY_MARK)) throw new HttpRefusal('key-elsewhere');
    const resolved = text.replace(PLACEHOLDER, (_whole, inside: string) => this.#value(inside.trim(), path));
    if (resolved.length > MAX_LENGTH) throw new HttpRefusal('circular-variable', [path[0] ?? '']);
    return resolved;
  }

  #value(name: string, path: readonly string[]): string {
    if (path.includes(name) || path.length > MAX_DEPTH) throw new HttpRefusal('circular-variable', [name]);
    const { given, prompted, file, request, environment, moment } = this.#scope;
    const fromCaller = given.get(name);
    if (fromCaller !== undefined) return this.#text(fromCaller, [...path, name]);
    const answered = prompted.get(name);
    if (answered !== undefined) return withoutMark(answered);
    const variable = definitionFor(file, request.line, name);
    if (variable !== undefined) return this.#variable(variable, path);
    if (name === 'apiKey') return KEY_MARK;
    if (name === 'apiUrl' || name === 'filesUrl') return environment[name];
    const reference = readReference(name);
    if (reference !== undefined) {
      const answer = this.#scope.answerOf(reference.request);
      if (answer === undefined) throw new HttpRefusal('not-sent-yet', [name, reference.request]);
      return withoutMark(valueOf(reference, answer, name));
    }
    const dynamic = dynamicValue(name, moment);
    if (dynamic !== undefined) return dynamic;
    throw new HttpRefusal(isName(name) ? 'unknown-variable' : 'unsupported-expression', [name]);
  }

  #variable({ name, value }: Variable, path: readonly string[]): string {
    const { momentary } = this.#scope;
    const kept = momentary.get(name);
    if (kept !== undefined) return kept;
    const resolved = this.#text(value, [...path, name]);
    if (/\{\{\s*\$/.test(value)) momentary.set(name, resolved);
    return resolved;
  }
}

/** The definition that counts for a line: the last one above it, else the first below. */
export function definitionFor(file: HttpFile, line: number, name: string): Variable | undefined {
  const all = file.variables.filter((variable) => variable.name === name);
  return all.findLast(({ nameSpan }) => nameSpan.line < line) ?? all[0];
}

/** Whether an expression is the name of a variable, and nothing that some client would run. */
export function isName(expression: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(expression);
}

function withoutMark(text: string): string {
  if (text.includes(KEY_MARK)) throw new HttpRefusal('key-elsewhere');
  return text;
}
