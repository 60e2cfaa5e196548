import * as vscode from 'vscode';
import type { HttpEditing } from './index';
import type { EditingSources } from './editingSources';

/** Request files, whatever language another extension takes them for. */
const HTTP_FILES: vscode.DocumentFilter = { pattern: '**/*.{http,rest,HTTP,REST}' };
/** What is checked as one types. A selector of its own for each pattern: braces in braces match nothing. */
const CHECKED: vscode.DocumentSelector = [HTTP_FILES, { pattern: '**/http-client.env.json' }];

/** Delay of the diagnostics after typing, in milliseconds. */
const PAUSE = 300;

/** Colours of the parts of a request, in the editor's own terms. */
const LEGEND = new vscode.SemanticTokensLegend([
  'comment',
  'keyword',
  'string',
  'number',
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
  let timer: NodeJS.Timeout | undefined;
  const isChecked = (document: vscode.TextDocument) => vscode.languages.match(CHECKED, document) > 0;
  const checkAll = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const document of vscode.workspace.textDocuments.filter(isChecked)) {
        void load().then((loaded) =>
          loaded.diagnose(document, (found) => {
            if (!document.isClosed) diagnostics.set(document.uri, found);
          }),
        );
      }
    }, PAUSE);
  };
  const check = (document: vscode.TextDocument) => {
    if (isChecked(document)) checkAll();
  };
  checkAll();
  return vscode.Disposable.from(
    diagnostics,
    sources.onDidChange(checkAll),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => diagnostics.delete(uri)),
    vscode.languages.registerCodeLensProvider(HTTP_FILES, {
      onDidChangeCodeLenses: sources.onDidChange,
      provideCodeLenses: async (document) => (await load()).lenses(document),
    }),
    vscode.languages.registerCompletionItemProvider(
      HTTP_FILES,
      {
        provideCompletionItems: async (document, position, _token, { triggerCharacter }) =>
          (await load()).completions(document, position, triggerCharacter),
      },
      '{',
      '/',
      '"',
      '$',
      '?',
      '&',
      '=',
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
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
