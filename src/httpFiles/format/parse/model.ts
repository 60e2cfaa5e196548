import type { Predicate } from './syntax';
import type { ProblemCode } from './problems';

/** What an `.http` file holds, with exact places. Lines and columns are counted from 0; columns are UTF-16 units. */

/** A part of one line; `end` is exclusive. */
export interface Span {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** `{{expression}}`, wherever it is. */
export interface Placeholder {
  /** Without the braces and the space around it. */
  readonly expression: string;
  /** Of the expression. */
  readonly span: Span;
}

/** `@name = value`. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly nameSpan: Span;
  readonly valueSpan: Span;
}

/** `# @prompt name description`. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly nameSpan: Span;
}

/** `Name: value`. */
export type Header = Variable;

export interface BodyLine {
  readonly text: string;
  /** Of a resolved line: what it names where it is written as `< path`. A value that looks so names none. */
  readonly file?: string | undefined;
  readonly line: number;
}

/** What an expectation looks at. */
export type Subject =
  | { readonly kind: 'status' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'header'; readonly name: string }
  /** The text of the body; with `steps` the value there. */
  | { readonly kind: 'body'; readonly steps?: readonly (string | number)[] };

/** `?? subject predicate right`: what the answer must be. */
export interface Expectation {
  readonly line: number;
  /** The line from `??` on. */
  readonly text: string;
  /** Of `text`. */
  readonly span: Span;
  readonly subject: Subject;
  readonly subjectSpan: Span;
  readonly predicate: Predicate;
  readonly predicateSpan: Span;
  /** What is compared with, as it is written. */
  readonly right: string;
}

export interface Body {
  /** `empty` is no body; `form` has url-encoded lines that belong together. */
  readonly kind: 'empty' | 'json' | 'text' | 'form' | 'multipart' | 'file';
  readonly lines: readonly BodyLine[];
}

/** A request, and the lines around it that belong to it. */
export interface HttpRequest {
  /** Its block, without blank lines at its end, with line feeds between its lines. */
  readonly text: string;
  /** Given with `# @name`. */
  readonly name?: string;
  readonly nameSpan?: Span;
  /** What follows `###`. */
  readonly title?: string;
  /** In upper case; GET where the line has none. */
  readonly method: string;
  readonly methodSpan?: Span;
  /** Address and query as they are written, the lines of a query joined. */
  readonly url: string;
  /** Of the address on the request line. */
  readonly urlSpan: Span;
  readonly headers: readonly Header[];
  readonly body: Body;
  readonly prompts: readonly Prompt[];
  readonly expectations: readonly Expectation[];
  /** First line of its block: the `###` line, or the first of the file. */
  readonly firstLine: number;
  /** Of the request line. */
  readonly line: number;
  /** Last line of its block, inclusive, without blank lines at its end. */
  readonly lastLine: number;
  /** First line after its block. */
  readonly endLine: number;
  /** What is wrong in its block. */
  readonly problems: readonly Problem[];
}

export interface HttpFile {
  readonly requests: readonly HttpRequest[];
  /** In the order of the lines. */
  readonly variables: readonly Variable[];
  readonly placeholders: readonly Placeholder[];
  /** What is wrong outside of requests. */
  readonly problems: readonly Problem[];
}

/** Something wrong, with what the words for it need. */
export interface Problem {
  readonly code: ProblemCode;
  readonly args: readonly string[];
  readonly span: Span;
  /** A request with such a problem is not sent: what would be sent is not what the file means. */
  readonly blocks: boolean;
}

/** Thrown while a request is resolved; nothing was sent. */
export class HttpRefusal extends Error {
  readonly code: ProblemCode;
  readonly args: readonly string[];
  /** Where one line of the file is the reason; from 0. */
  readonly line: number | undefined;

  constructor(code: ProblemCode, args: readonly string[] = [], line?: number) {
    super(code);
    this.line = line;
    this.code = code;
    this.args = args;
  }
}
