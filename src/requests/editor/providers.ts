import * as vscode from 'vscode';
import type { EditingSources } from '../http/editor/sources';
import { SCHEME } from '../exchange/requestUris';

/** What the editor asks of the requests feature beside commands and views. */
export interface RequestProviders {
  /** Text of a read-only document; when it was made, in milliseconds since the epoch. */
  read(uri: vscode.Uri): Promise<{ readonly text: string; readonly time: number }>;
  readonly lenses: vscode.CodeLensProvider;
  /** What completion in `.http` files offers, of the active environment. */
  readonly knownForCompletion: EditingSources['known'];
  readonly folding: vscode.FoldingRangeProvider;
  readonly links: vscode.DocumentLinkProvider;
  /** Which of these texts are request ids known here. */
  known(candidates: readonly string[]): Promise<ReadonlySet<string>>;
}

const textDocuments = [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-remote' }];

/**
 * Registers what must be there from the start, so that documents of requests come back after a reload of the
 * window. What they need is loaded when one of them is looked at.
 * @param linksAreOn whether the user wants request ids in texts made into links
 * @param environmentsChanged fires when a request file may go somewhere else than before
 */
export function registerRequestProviders(
  load: () => Promise<RequestProviders>,
  linksAreOn: () => boolean,
  environmentsChanged: vscode.Event<void>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const lenses: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: environmentsChanged,
    provideCodeLenses: async (document, token) => (await load()).lenses.provideCodeLenses(document, token),
  };
  const files = readOnlyFiles(load, changed.event);
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, {
      isReadonly: new vscode.MarkdownString(
        vscode.l10n.t('A record of what was sent and received cannot be edited.'),
      ),
      isCaseSensitive: true,
    }),
    vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, lenses),
    vscode.languages.registerCodeLensProvider({ pattern: '**/*.payments-request.json' }, lenses),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: SCHEME },
      {
        provideFoldingRanges: async (document, context, token) =>
          (await load()).folding.provideFoldingRanges(document, context, token),
      },
    ),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: SCHEME },
      {
        provideDocumentLinks: async (document, token) =>
          (await load()).links.provideDocumentLinks(document, token),
      },
    ),
    vscode.languages.registerDocumentLinkProvider(
      [{ scheme: 'output' }, { scheme: SCHEME }, ...textDocuments],
      documentLinks(load, linksAreOn),
    ),
    vscode.window.registerTerminalLinkProvider(terminalLinks(load, linksAreOn)),
  );
}

/** A file system, and not a content provider: the editor activates its extension before it restores a file. */
function readOnlyFiles(
  load: () => Promise<RequestProviders>,
  onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
): vscode.FileSystemProvider {
  const bytes = async (uri: vscode.Uri) => {
    const { text, time } = await (await load()).read(uri);
    return { content: new TextEncoder().encode(text), time };
  };
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    onDidChangeFile,
    watch: () => new vscode.Disposable(() => undefined),
    async stat(uri) {
      const { content, time } = await bytes(uri);
      return { type: vscode.FileType.File, ctime: time, mtime: time, size: content.length };
    },
    readFile: async (uri) => (await bytes(uri)).content,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}

/**
 * What may be a request id. The interface shows no form for it, so each candidate is looked up exactly; those
 * without a digit, and short ones, would only be words.
 */
const CANDIDATE = /(?<![\w.-])(?=[\w.:-]*\d)[A-Za-z0-9][\w.:-]{6,199}(?<![.:-])/g;
const MAX_CANDIDATES = 1000;
/** Of a longer document only the lines in sight are looked at. */
const WHOLE = 200_000;

interface Candidate {
  readonly text: string;
  readonly index: number;
}

function candidatesIn(text: string): Candidate[] {
  return [...text.matchAll(CANDIDATE)].map((match) => ({ text: match[0], index: match.index }));
}

function documentLinks(
  load: () => Promise<RequestProviders>,
  linksAreOn: () => boolean,
): vscode.DocumentLinkProvider {
  return {
    async provideDocumentLinks(document, token) {
      if (!linksAreOn()) return [];
      const found = partsToLookAt(document).flatMap((range) => {
        const start = document.offsetAt(range.start);
        const candidates = candidatesIn(document.getText(range));
        return candidates.map(({ text, index }) => ({ text, index: start + index }));
      });
      // In a log the newest stand last.
      const latest = found.slice(-MAX_CANDIDATES);
      if (latest.length === 0 || token.isCancellationRequested) return [];
      const known = await (await load()).known(latest.map(({ text }) => text));
      return latest
        .filter(({ text }) => known.has(text))
        .map(({ text, index }) => {
          const end = document.positionAt(index + text.length);
          const link = new vscode.DocumentLink(
            new vscode.Range(document.positionAt(index), end),
            findCommand(text),
          );
          link.tooltip = vscode.l10n.t('Show this request');
          return link;
        });
    },
  };
}

function partsToLookAt(document: vscode.TextDocument): readonly vscode.Range[] {
  const whole = new vscode.Range(
    new vscode.Position(0, 0),
    document.lineAt(document.lineCount - 1).range.end,
  );
  if (document.offsetAt(whole.end) <= WHOLE) return [whole];
  return vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .flatMap((editor) => editor.visibleRanges);
}

function findCommand(requestId: string): vscode.Uri {
  return vscode.Uri.parse(
    `command:paymentsApi.findRequest?${encodeURIComponent(JSON.stringify([requestId]))}`,
  );
}

class RequestLink extends vscode.TerminalLink {
  readonly requestId: string;

  constructor(startIndex: number, requestId: string) {
    super(startIndex, requestId.length, vscode.l10n.t('Show this request'));
    this.requestId = requestId;
  }
}

/** Links on the request ids in a line of a terminal that are known here. */
export function terminalLinks(
  load: () => Promise<RequestProviders>,
  linksAreOn: () => boolean,
): vscode.TerminalLinkProvider<RequestLink> {
  return {
    async provideTerminalLinks({ line }) {
      const candidates = linksAreOn() ? candidatesIn(line).slice(0, MAX_CANDIDATES) : [];
      if (candidates.length === 0) return [];
      const known = await (await load()).known(candidates.map(({ text }) => text));
      return candidates
        .filter(({ text }) => known.has(text))
        .map(({ text, index }) => new RequestLink(index, text));
    },
    handleTerminalLink: ({ requestId }) =>
      void vscode.commands.executeCommand('paymentsApi.findRequest', requestId),
  };
}
