import type {
  BodyLine,
  Expectation,
  HttpFile,
  HttpRequest,
  Placeholder,
  Problem,
  Prompt,
  Span,
  Variable,
} from './model';
import { placeholdersIn, readVariable, whole } from './lines';
import { readBody } from './parseBody';
import { readExpectation } from './parseExpectation';
import { addQueryLine, readHeader, readRequestLine, type RequestHead } from './parseHead';
import { COMMENT, DIRECTIVE, EXPECTATION, QUERY_LINE, SEPARATOR, UNSUPPORTED_DIRECTIVES } from './syntax';

/**
 * Reads an `.http` file. Never throws: what is not understood is a problem with its place.
 * @param text of any length and with any line ends
 */
export function parseHttpFile(text: string): HttpFile {
  const lines = text.split(/\r\n|\r|\n/);
  const file = { requests: [] as HttpRequest[], variables: [] as Variable[], problems: [] as Problem[] };
  const placeholders: Placeholder[] = [];
  let first = 0;
  const end = (next: number): void => {
    const block = new Block(lines, first, next);
    const request = block.read();
    file.variables.push(...block.variables);
    if (request === undefined) file.problems.push(...block.problems);
    else file.requests.push(request);
    for (const { text: line, line: number } of block.meant)
      placeholders.push(...placeholdersIn(line, number));
    first = next;
  };
  for (let line = 1; line < lines.length; line++) if (SEPARATOR.test(lines[line] ?? '')) end(line);
  end(lines.length);
  return { ...file, placeholders };
}

type State = 'before' | 'head' | 'body';

/** The lines from one separator to the next. */
class Block {
  readonly variables: Variable[] = [];
  readonly problems: Problem[] = [];
  /** Lines whose placeholders count: all but comments. */
  readonly meant: BodyLine[] = [];
  readonly #lines: readonly string[];
  readonly #first: number;
  readonly #next: number;
  readonly #prompts: Prompt[] = [];
  readonly #expectations: Expectation[] = [];
  readonly #body: BodyLine[] = [];
  /** Lines for the answer, such as `>> file`, where a body can be. */
  readonly #handlers: BodyLine[] = [];
  #state: State = 'before';
  #title: string | undefined;
  #name: { readonly name: string; readonly span: Span } | undefined;
  #head: RequestHead | undefined;

  constructor(lines: readonly string[], first: number, next: number) {
    this.#lines = lines;
    this.#first = first;
    this.#next = next;
  }

  /** The request, or undefined for a block without one. */
  read(): HttpRequest | undefined {
    let last = this.#first;
    for (let line = this.#first; line < this.#next; line++) {
      const text = this.#lines[line] ?? '';
      line = Math.min(this.#line(text, line), this.#next - 1);
      if (text.trim() !== '') last = line;
    }
    if (this.#head === undefined) return undefined;
    const body = readBody(this.#body, this.#handlers, this.#head, this);
    return {
      ...this.#head,
      text: this.#lines.slice(this.#first, last + 1).join('\n'),
      body,
      prompts: this.#prompts,
      expectations: this.#expectations,
      ...(this.#title !== undefined && { title: this.#title }),
      ...(this.#name !== undefined && { name: this.#name.name, nameSpan: this.#name.span }),
      firstLine: this.#first,
      lastLine: last,
      endLine: this.#next,
      problems: this.problems,
    };
  }

  /** Reads a line. @returns the last line that was read with it */
  #line(text: string, line: number): number {
    const separator = SEPARATOR.exec(text);
    if (separator !== null) {
      const title = text.slice(separator[0].length).trim();
      if (title !== '') this.#title = title;
      return line;
    }
    if (EXPECTATION.test(text)) {
      this.#expect(text, line);
      return line;
    }
    const handler = this.#script(text, line);
    if (handler !== undefined) return handler;
    if (this.#state === 'body') {
      this.#body.push({ text, line });
      return line;
    }
    if (COMMENT.test(text)) {
      this.#directive(text, line);
      return line;
    }
    if (text.trim() === '') {
      if (this.#state === 'head') this.#state = 'body';
      return line;
    }
    this.meant.push({ text, line });
    const variable = readVariable(text, line);
    if (variable !== undefined) this.variables.push(variable);
    else if (this.#head === undefined) this.#begin(text, line);
    else this.#headLine(this.#head, text, line);
    return line;
  }

  /** What follows directly behind the headers ends them, as in httpyac. */
  #expect(text: string, line: number): void {
    if (this.#state === 'head') this.#state = 'body';
    const read = readExpectation(text, line);
    if ('code' in read) {
      this.problems.push(read);
      return;
    }
    this.#expectations.push(read);
    const { right, predicateSpan } = read;
    if (text.startsWith('===', predicateSpan.start)) {
      this.problems.push({ code: 'triple-equals', args: [], span: predicateSpan, blocks: false });
    }
    this.meant.push({ text: ' '.repeat(text.length - right.length) + right, line });
  }

  #begin(text: string, line: number): void {
    if (/^\s*(?:import|run)\s+\S/.test(text)) {
      this.#problem('unsupported-import', text, line);
    } else {
      this.#head = readRequestLine(text, line, this.problems);
      this.#state = 'head';
    }
  }

  #headLine(head: RequestHead, text: string, line: number): void {
    if (QUERY_LINE.test(text) && head.headers.length === 0) {
      addQueryLine(head, text, line, this.problems);
      return;
    }
    const header = readHeader(text, line);
    if (header === undefined) this.#problem('bad-header-line', text, line, [text.trim()]);
    else head.headers.push(header);
  }

  /** Scripts, before the request and for its answer, to their end. @returns the last line of one */
  #script(text: string, line: number): number | undefined {
    const before = this.#head === undefined;
    if (/^\s*<\s*\{%/.test(text) || (before && /^\s*<\s+\S/.test(text))) {
      this.#problem('unsupported-script', text, line);
      return text.includes('{%') ? this.#until(line, /%\}/) : line;
    }
    if (/^\s*\{\{[@+]?\w*\s*$/.test(text)) {
      this.#problem('unsupported-script', text, line);
      return this.#until(line + 1, /^\s*\}\}\s*$/);
    }
    if (before && /^\s*\/\*/.test(text)) {
      this.#problem('unsupported-comment-block', text, line);
      return this.#until(line, /\*\//);
    }
    const isScript = /^>\s*\{%/.test(text);
    if (!isScript && !/^(?:>>!?|<>)\s+\S/.test(text) && !/^>\s+\S+\.m?js$/.test(text.trimEnd()))
      return undefined;
    if (this.#state === 'body') this.#handlers.push({ text, line });
    else this.#problem('unsupported-response-script', text, line, [], false);
    return isScript ? this.#until(line, /%\}/) : line;
  }

  /** The first line from there on that matches, or the end of the block. */
  #until(line: number, end: RegExp): number {
    for (let at = line; at < this.#next; at++) if (end.test(this.#lines[at] ?? '')) return at;
    return this.#next;
  }

  #directive(text: string, line: number): void {
    const directive = DIRECTIVE.exec(text);
    if (directive === null) return;
    const [{ length }, word = ''] = directive;
    const rest = text.slice(length).trim();
    const start = text.indexOf(rest, length);
    const lower = word.toLowerCase();
    if (lower === 'name') {
      if (rest !== '') this.#name = { name: rest, span: { line, start, end: start + rest.length } };
    } else if (lower === 'prompt') {
      const [name = '', ...description] = rest.split(/\s+/);
      if (name === '') return;
      const nameSpan = { line, start, end: start + name.length };
      this.#prompts.push({ name, description: description.join(' '), nameSpan });
    } else {
      const blocks = UNSUPPORTED_DIRECTIVES.has(lower);
      this.#problem(blocks ? 'unsupported-directive' : 'ignored-directive', text, line, [word], blocks);
    }
  }

  #problem(
    code: Problem['code'],
    text: string,
    line: number,
    args: readonly string[] = [],
    blocks = true,
  ): void {
    this.problems.push({ code, args, span: whole(text, line), blocks });
  }
}
