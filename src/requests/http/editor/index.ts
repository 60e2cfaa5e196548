import * as vscode from 'vscode';
import { commandId, type CommandName } from '../../../commands/commands';
import { commandTitle } from '../../../commands/titles';
import { environmentTitle } from '../../../ui/environmentTitle';
import { plainText } from '../../../util/plainText';
import { keepDraft } from '../../../httpFiles/drafts';
import { checkHttpFile, MOST_CHECKED, requestAt } from '../../../httpFiles/format/check';
import type { HttpFile, HttpRequest, Span } from '../../../httpFiles/format/parse/model';
import { parseHttpFile } from '../../../httpFiles/format/parse/parse';
import { shown } from '../../../httpFiles/format/shown';
import { readShared, type SharedProblem } from '../../../httpFiles/format/shared';
import { definitionFor, ENVIRONMENT_VARIABLES, isName } from '../../../httpFiles/format/resolve';
import { COMMENT, SEPARATOR } from '../../../httpFiles/format/parse/syntax';
import { requestsById } from '../../../httpFiles/run/chooseRequest';
import { problemText } from '../../../httpFiles/run/words';
import { SharedVariables } from '../../../httpFiles/sharedVariables';
import { complete } from './completions';
import { describedHover } from './describedHover';
import { describedMarks } from './describedMarks';
import { markAt } from '../../checks/marks';
import { describedRequest, NO_ADDRESS, type FileAround } from './describedRequest';
import type { EditingSources } from './editingSources';
import { expectationTokens, explainExpectation } from './expectationHelp';
import { rangeOf, soon } from './fieldText';
import { jsonParts } from './jsonBody';
import { occurrencesOf, nameAt } from './nameOccurrences';
import { t } from '../../../util/text';

/** What the editor offers in `.http` files. */
export class HttpEditing {
  readonly #sources: EditingSources;
  readonly #shared: SharedVariables;
  readonly #parsed = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly file: HttpFile }
  >();
  /** The last check of each that was begun. */
  readonly #checks = new WeakMap<vscode.TextDocument, symbol>();

  constructor(sources: EditingSources) {
    this.#sources = sources;
    this.#shared = new SharedVariables(sources.state);
  }

  /**
   * Finds what is wrong with a file.
   * @param mark takes it: at once what cannot be sent, then also what descriptions do not allow
   */
  async diagnose(
    document: vscode.TextDocument,
    mark: (diagnostics: readonly vscode.Diagnostic[]) => void,
  ): Promise<void> {
    void keepDraft(document);
    if (document.uri.path.endsWith('.json')) {
      const { problems } = readShared(document.getText());
      mark(
        problems.map((problem) => {
          const range = new vscode.Range(
            document.positionAt(problem.start),
            document.positionAt(problem.end),
          );
          return markAt(range, sharedWords(problem), vscode.DiagnosticSeverity.Warning, problem.code);
        }),
      );
      return;
    }
    const check = Symbol();
    this.#checks.set(document, check);
    const around = await this.#around(document);
    const { file, hosts, shared, unreadable } = around;
    const { Error: error, Information: information } = vscode.DiagnosticSeverity;
    const blocking = checkHttpFile(file, hosts, shared).map(({ code, args, span, blocks }) => {
      const words = problemText(code, args, unreadable);
      return markAt(rangeOf(span), words, blocks ? error : information, code);
    });
    const loaded = await this.#sources.providers();
    const described = describedMarks(around, loaded, blocking);
    // A newer text, or another environment, is checked by itself.
    const publish = (more: readonly vscode.Diagnostic[] = []) => {
      if (this.#checks.get(document) === check) mark([...blocking, ...more]);
    };
    const first = await soon(described);
    publish(first);
    if (first === undefined) publish(await described);
  }

  /** Above each request: where it goes. Above the first: all of them. */
  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const answered = new Set(await this.#sources.answered(document.uri));
    const { active } = this.#sources.environments;
    const file = this.#file(document);
    const options = { environment: active.id, interactive: true };
    const toActive = `$(send) ${t('Send to {0}', environmentTitle(active))}`;
    const isOne = file.requests.length === 1;
    return [...requestsById(document.uri, file)].flatMap(([id, request], index) => {
      const range = new vscode.Range(request.line, 0, request.line, 0);
      // Its line is another one by the time of the click, where the text above it has just changed.
      const place = { environment: active.id, shown: shown(request, index, file) };
      const lens = (title: string, name: CommandName, given: object = place) =>
        new vscode.CodeLens(range, { title, command: commandId(name), arguments: [document.uri, given] });
      return [
        lens(toActive, 'sendFromFile', { ...options, ...place }),
        ...(index > 0 || isOne ? [] : [lens(t('Send All in File'), 'sendAllInFile', options)]),
        lens(commandTitle('copyAsCode'), 'copyAsCode'),
        lens(t('Save…'), 'saveRequest'),
        ...(answered.has(id) ? [lens(commandTitle('addExpectations'), 'addExpectations')] : []),
      ];
    });
  }

  async completions(
    document: vscode.TextDocument,
    position: vscode.Position,
    trigger: string | undefined,
  ): Promise<vscode.CompletionItem[]> {
    const around = await this.#around(document);
    const text = around.lineAt(position.line);
    const [before, after] = [text.slice(0, position.character), text.slice(position.character)];
    const { environments, providers } = this.#sources;
    const placeOf = (typed: string) => new vscode.Range(position.translate(0, -typed.length), position);
    const typing = { before, after, position, trigger, placeOf };
    return complete(around, typing, environments.active.type, providers);
  }

  /** The value of a variable, as far as it is known and never a key; what a description says of a part. */
  async hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const around = await this.#around(document);
    const { file } = around;
    const found = nameAt(file, position);
    if (found === undefined) {
      const request = requestAt(file, position.line);
      const expectation = request && explainExpectation(request, position);
      if (expectation !== undefined || request === undefined) return expectation;
      const providers = await this.#sources.providers();
      const described = describedRequest(around, request, providers);
      return described && describedHover(around, described, position, providers);
    }
    const shared = around.shared.get(found.name);
    const own = this.#valueOf(file, found.name, position.line);
    const value = own ?? (shared === undefined ? undefined : code(shared));
    return value === undefined ? undefined : new vscode.Hover(value, rangeOf(found.span));
  }

  #valueOf(file: HttpFile, name: string, line: number): vscode.MarkdownString | undefined {
    const { active } = this.#sources.environments;
    const variable = definitionFor(file, line, name);
    if (variable !== undefined) return code(variable.value);
    if (name === 'apiKey') {
      const words = t('The API key of {0}. It is put in while sending.', environmentTitle(active));
      return new vscode.MarkdownString().appendText(words);
    }
    if (name !== 'apiUrl' && name !== 'filesUrl') return undefined;
    const address = active.addresses?.[name];
    if (address !== undefined) return code(address);
    return new vscode.MarkdownString().appendText(t('{0} has no address yet.', environmentTitle(active)));
  }

  symbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    const { requests, variables } = this.#file(document);
    const symbol = (name: string, detail: string, kind: vscode.SymbolKind, whole: vscode.Range, at: Span) =>
      new vscode.DocumentSymbol(
        plainText(name, 200) || '…',
        plainText(detail, 200),
        kind,
        whole,
        rangeOf(at),
      );
    return [
      ...variables.map(({ name, value, nameSpan, valueSpan }) => {
        const whole = rangeOf({ ...nameSpan, end: Math.max(nameSpan.end, valueSpan.end) });
        return symbol(name, value, vscode.SymbolKind.Variable, whole, nameSpan);
      }),
      ...requests.map((request) => {
        const { name, title, method, url, urlSpan } = request;
        const does = `${method} ${url}`;
        const shown = name ?? title ?? does;
        const range = rangeOfRequest(document, request);
        const whole = symbol(shown, shown === does ? '' : does, vscode.SymbolKind.Method, range, urlSpan);
        whole.children = request.expectations.map(({ text, span }) =>
          symbol(text, '', vscode.SymbolKind.Boolean, rangeOf(span), span),
        );
        return whole;
      }),
    ];
  }

  folds(document: vscode.TextDocument): vscode.FoldingRange[] {
    return this.#file(document)
      .requests.filter(({ firstLine, lastLine }) => lastLine > firstLine)
      .map(({ firstLine, lastLine }) => new vscode.FoldingRange(firstLine, lastLine));
  }

  definition(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
    const file = this.#file(document);
    const found = nameAt(file, position);
    if (found === undefined) return undefined;
    const span =
      definitionFor(file, position.line, found.name)?.nameSpan ??
      occurrencesOf(file, found.name).find(({ isDefinition }) => isDefinition)?.span;
    return span === undefined ? undefined : new vscode.Location(document.uri, rangeOf(span));
  }

  /** @throws Error, shown by the editor, where nothing can be renamed */
  renameRange(document: vscode.TextDocument, position: vscode.Position): vscode.Range {
    const file = this.#file(document);
    const found = nameAt(file, position);
    if (found !== undefined && occurrencesOf(file, found.name).some((each) => each.isDefinition))
      return rangeOf(found.span);
    throw new Error(t('Only variables and requests of this file can be renamed.'));
  }

  rename(document: vscode.TextDocument, position: vscode.Position, name: string): vscode.WorkspaceEdit {
    const isReserved = ENVIRONMENT_VARIABLES.includes(name);
    if (!isName(name) || isReserved) throw new Error(t('This cannot be the name of a variable.'));
    const edit = new vscode.WorkspaceEdit();
    const file = this.#file(document);
    const found = nameAt(file, position);
    for (const { span } of found === undefined ? [] : occurrencesOf(file, found.name)) {
      edit.replace(document.uri, rangeOf(span), name);
    }
    return edit;
  }

  /** Colours, where no other extension brings the language. */
  tokens(
    document: vscode.TextDocument,
    legend: vscode.SemanticTokensLegend,
  ): vscode.SemanticTokens | undefined {
    if (document.languageId !== 'plaintext') return undefined;
    const { requests, variables, placeholders } = this.#file(document);
    const tokens: { readonly span: Span; readonly type: string }[] = [
      ...placeholders.map(({ span }) => ({ span, type: 'macro' })),
      ...variables.map(({ nameSpan }) => ({ span: nameSpan, type: 'variable' })),
    ];
    for (const request of requests) {
      const { methodSpan, headers, expectations } = request;
      tokens.push(...expectations.flatMap(expectationTokens));
      for (const part of jsonParts(request)) tokens.push(part);
      if (methodSpan !== undefined) tokens.push({ span: methodSpan, type: 'keyword' });
      for (const { nameSpan } of headers) tokens.push({ span: nameSpan, type: 'property' });
    }
    for (let line = 0; line < document.lineCount; line++) {
      const { text } = document.lineAt(line);
      if (SEPARATOR.test(text) || COMMENT.test(text))
        tokens.push({ span: { line, start: 0, end: text.length }, type: 'comment' });
    }
    const builder = new vscode.SemanticTokensBuilder(legend);
    const inOrder = tokens.toSorted((a, b) => a.span.line - b.span.line || a.span.start - b.span.start);
    for (const { span, type } of inOrder) if (span.end > span.start) builder.push(rangeOf(span), type);
    return builder.build();
  }

  async #around(document: vscode.TextDocument): Promise<FileAround> {
    const hosts = this.#sources.environments.active.addresses ?? NO_ADDRESS;
    const shared = await this.#sharedFor(document);
    // Of a text that became shorter meanwhile, which is checked anew.
    const lineAt = (line: number) => (line < document.lineCount ? document.lineAt(line).text : '');
    return { file: this.#file(document), lineAt, hosts, ...shared, budget: { left: MOST_CHECKED } };
  }

  /** What cannot be read says so in its own file, where a variable is missing, and when a request is sent. */
  async #sharedFor({ uri }: vscode.TextDocument): Promise<Pick<FileAround, 'shared' | 'unreadable'>> {
    try {
      return { shared: await this.#shared.of(uri, this.#sources.environments.active) };
    } catch (error) {
      return { shared: new Map(), unreadable: error instanceof Error ? error.message : String(error) };
    }
  }

  #file(document: vscode.TextDocument): HttpFile {
    const known = this.#parsed.get(document);
    if (known?.version === document.version) return known.file;
    const file = parseHttpFile(document.getText());
    this.#parsed.set(document, { version: document.version, file });
    return file;
  }
}

function code(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendCodeblock(plainText(text, 500), 'plaintext');
}

/** What is wrong in a file of shared variables. */
function sharedWords({ code: what, name }: SharedProblem): string {
  if (what === 'no-json')
    return t('This is not a JSON object, so requests that could use its variables are not sent.');
  if (what === 'secret')
    return t(
      'Secrets do not belong in a file that a team shares. Enter a key as the API key of the environment.',
    );
  return t(
    '{0} is ignored here: it comes from the environment. No address and no key is read from this file.',
    name,
  );
}

function rangeOfRequest(document: vscode.TextDocument, { firstLine, lastLine }: HttpRequest): vscode.Range {
  return new vscode.Range(firstLine, 0, lastLine, document.lineAt(lastLine).text.length);
}
