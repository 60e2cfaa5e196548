import * as vscode from 'vscode';
import type { HttpEditing } from './index';
import type { EditingSources } from './editingSources';

/** Request files, whatever language another extension takes them for. */
const HTTP_FILES: vscode.DocumentSelector = { pattern: '**/*.{http,rest,HTTP,REST}' };

/** Delay of the diagnostics after typing, in milliseconds. */
const PAUSE = 300;

/** Colours of the parts of a request, in the editor's own terms. */
const LEGEND = new vscode.SemanticTokensLegend([
  'comment',
  'keyword',
  'string',
  'property',
  'variable',
  'macro',
]);

/**
 * Registers what the editor offers in `.http` files. Attached by the names of files and not by a language, so that it
 * works beside an extension that brings the language. Loaded when such a file is looked at.
 */
export function registerHttpEditing(sources: EditingSources): vscode.Disposable {
  let editing: Promise<HttpEditing> | undefined;
  const load = () => (editing ??= import('./index').then(({ HttpEditing: Editing }) => new Editing(sources)));
  const diagnostics = vscode.languages.createDiagnosticCollection('payments-api-http');
  const timers = new Map<string, NodeJS.Timeout>();

  const check = (document: vscode.TextDocument): void => {
    if (vscode.languages.match(HTTP_FILES, document) === 0) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        void load().then((loaded) => {
          if (!document.isClosed) diagnostics.set(document.uri, loaded.diagnostics(document));
        });
      }, PAUSE),
    );
  };
  const checkAll = () => {
    vscode.workspace.textDocuments.forEach(check);
  };
  checkAll();
  return vscode.Disposable.from(
    diagnostics,
    sources.onDidChange(checkAll),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      check(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      diagnostics.delete(uri);
    }),
    vscode.languages.registerCodeLensProvider(HTTP_FILES, {
      onDidChangeCodeLenses: sources.onDidChange,
      provideCodeLenses: async (document) => (await load()).lenses(document),
    }),
    vscode.languages.registerCompletionItemProvider(
      HTTP_FILES,
      {
        provideCompletionItems: async (document, position) => (await load()).completions(document, position),
      },
      '{',
      '/',
      '"',
      '$',
    ),
    vscode.languages.registerHoverProvider(HTTP_FILES, {
      provideHover: async (document, position) => (await load()).hover(document, position),
    }),
    vscode.languages.registerDocumentSymbolProvider(HTTP_FILES, {
      provideDocumentSymbols: async (document) => (await load()).symbols(document),
    }),
    vscode.languages.registerFoldingRangeProvider(HTTP_FILES, {
      provideFoldingRanges: async (document) => (await load()).folds(document),
    }),
    vscode.languages.registerDefinitionProvider(HTTP_FILES, {
      provideDefinition: async (document, position) => (await load()).definition(document, position),
    }),
    vscode.languages.registerRenameProvider(HTTP_FILES, {
      prepareRename: async (document, position) => (await load()).renameRange(document, position),
      provideRenameEdits: async (document, position, name) => (await load()).rename(document, position, name),
    }),
    vscode.languages.registerDocumentSemanticTokensProvider(
      HTTP_FILES,
      { provideDocumentSemanticTokens: async (document) => (await load()).tokens(document, LEGEND) },
      LEGEND,
    ),
    new vscode.Disposable(() => {
      for (const timer of timers.values()) clearTimeout(timer);
    }),
  );
}
