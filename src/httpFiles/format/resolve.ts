import type { Hosts } from '../../api/model/requestPlan';
import { type KnownAnswer, readReference, valueOf } from './answers';
import { dynamicValue, type Moment, THIS_MOMENT } from './dynamic';
import { type HttpFile, type HttpRequest, HttpRefusal, type Variable } from './parse/model';
import { PLACEHOLDER } from './parse/syntax';

/** Where the values of a request come from. */
export interface Scope {
  readonly file: HttpFile;
  readonly request: HttpRequest;
  /** Given by the caller; they win over the file's own. */
  readonly given?: ReadonlyMap<string, string>;
  /** Answers to `# @prompt`. */
  readonly prompted?: ReadonlyMap<string, string>;
  /** What the team shares for this environment; definitions in the file win over it. */
  readonly shared?: ReadonlyMap<string, string>;
  readonly environment: Hosts;
  /** The last answer to the request of that name. */
  readonly answerOf?: (request: string) => KnownAnswer | undefined;
  /** This one, unless a test gives another. */
  readonly moment?: Moment;
  /** Definitions whose values of the moment are put in: those stay for a whole run of the file. By name for shared ones. */
  readonly momentary?: Map<Variable | string, string>;
}

/** Represents the key in resolved text. The key itself is only known where the request is sent. */
export const KEY_MARK = '\u{10fffd}the key\u{10fffd}';

/** Names that the environment gives. */
export const ENVIRONMENT_VARIABLES: readonly string[] = ['apiUrl', 'filesUrl', 'apiKey'];

/** So many variables may refer to one another in a row: each takes room on the stack. */
export const MAX_DEPTH = 100;
const MAX_LENGTH = 5_000_000;

/** How many characters may still be put in. */
export interface Budget {
  left: number;
}

/** Puts values in place of `{{…}}`. */
export class Resolver {
  readonly #scope: Scope & Required<Pick<Scope, 'moment' | 'momentary'>>;
  readonly #budget: Budget;
  readonly #mark: string;
  /** Each variable is resolved once, however many others refer to it. */
  readonly #known = new Map<string, string>();

  /**
   * @param budget what resolvers have in common
   * @param mark stands before each value, to see where one is
   */
  constructor(scope: Scope, budget: Budget = { left: 4 * MAX_LENGTH }, mark = '') {
    this.#scope = { moment: THIS_MOMENT, momentary: new Map(), ...scope };
    this.#budget = budget;
    this.#mark = mark;
  }

  /** @throws HttpRefusal for a variable that is unknown, and for an expression that is not supported */
  text(text: string): string {
    return this.#text(text, []);
  }

  /** The same, with a mark before each value, also before one without text. @throws as `text` */
  marked(text: string): string {
    return new Resolver(this.#scope, this.#budget, '-').text(text);
  }

  #text(text: string, path: readonly string[]): string {
    // Text of others that looks like the mark must not become the key.
    if (text.includes(KEY_MARK)) throw new HttpRefusal('key-elsewhere');
    let { length } = text;
    return text.replace(PLACEHOLDER, (_whole, inside: string) => {
      const value = this.#mark + this.#value(inside.trim(), path);
      length += value.length;
      this.#budget.left -= value.length;
      if (length > MAX_LENGTH || this.#budget.left < 0) {
        throw new HttpRefusal('too-long', [path[0] ?? inside.trim()]);
      }
      return value;
    });
  }

  #value(name: string, path: readonly string[]): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = this.#find(name, path);
    // A value of the moment that is written in place is a new one each time.
    if (!name.startsWith('$')) this.#known.set(name, value);
    return value;
  }

  #find(name: string, path: readonly string[]): string {
    if (path.includes(name)) throw new HttpRefusal('circular-variable', [name]);
    if (path.length > MAX_DEPTH) throw new HttpRefusal('too-long', [path[0] ?? name]);
    const { given, prompted, shared, file, request, environment, moment } = this.#scope;
    const inner = [...path, name];
    const fromCaller = given?.get(name);
    if (fromCaller !== undefined) return this.#definition(name, fromCaller, inner);
    const answered = prompted?.get(name);
    if (answered !== undefined) return withoutMark(answered);
    const variable = definitionFor(file, request.line, name);
    if (variable !== undefined) return this.#definition(variable, variable.value, inner);
    const ofTeam = shared?.get(name);
    if (ofTeam !== undefined) return this.#definition(name, ofTeam, inner);
    if (name === 'apiKey') return KEY_MARK;
    if (name === 'apiUrl' || name === 'filesUrl') return environment[name];
    const reference = readReference(name);
    if (reference !== undefined) {
      const answer = this.#scope.answerOf?.(reference.request);
      if (answer === undefined) throw new HttpRefusal('not-sent-yet', [name, reference.request]);
      return withoutMark(valueOf(reference, answer, name));
    }
    const dynamic = dynamicValue(name, moment);
    if (dynamic !== undefined) return dynamic;
    throw new HttpRefusal(isName(name) ? 'unknown-variable' : 'unsupported-expression', [name]);
  }

  /** What else is put in, such as an answer to a prompt, is that of the request. */
  #definition(key: Variable | string, text: string, path: readonly string[]): string {
    const { momentary, moment } = this.#scope;
    const settled =
      momentary.get(key) ??
      text.replace(PLACEHOLDER, (whole, inside: string) => dynamicValue(inside.trim(), moment) ?? whole);
    if (settled !== text) momentary.set(key, settled);
    return this.#text(settled, path);
  }
}

/** The definitions of each name in the order of the lines. */
const definitions = new WeakMap<HttpFile, ReadonlyMap<string, readonly Variable[]>>();

/** The definition that counts for a line: the last one above it, else the first below. */
export function definitionFor(file: HttpFile, line: number, name: string): Variable | undefined {
  const byName = definitions.get(file) ?? Map.groupBy(file.variables, (variable) => variable.name);
  definitions.set(file, byName);
  const all = byName.get(name) ?? [];
  return all[countBelow(all, ({ nameSpan }) => nameSpan.line < line) - 1] ?? all[0];
}

/** How many of a list, from its first on, are so, where all after the first that is not are not. */
export function countBelow<T>(list: readonly T[], isBelow: (item: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && isBelow(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an expression is the name of a variable, and nothing that some client would run. */
export function isName(expression: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(expression);
}

function withoutMark(text: string): string {
  if (text.includes(KEY_MARK)) throw new HttpRefusal('key-elsewhere');
  return text;
}
