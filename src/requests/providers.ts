import * as vscode from 'vscode';
import { readOnlyFiles } from '../ui/documents/readOnlyFiles';
import type { EditingProviders } from './http/editor/editingSources';
import type { RequestIdLinks, RequestLink } from './document/requestIdLinks';
import { SCHEME } from './exchange/requestUris';
import { t } from '../util/text';

/** What the editor asks of the requests feature beside commands and views. */
export interface RequestProviders {
  /**
   * Text of a read-only document; when it was made, in milliseconds since the epoch.
   * @param changed called when it is another text later
   */
  read(uri: vscode.Uri, changed: () => void): Promise<{ readonly text: string; readonly time: number }>;
  /** What help in `.http` files needs. */
  readonly editing: EditingProviders;
  /** The ids of the requests of a file that were answered in this window. */
  readonly answered: (file: vscode.Uri) => readonly string[];
  readonly folding: vscode.FoldingRangeProvider;
  readonly links: vscode.DocumentLinkProvider;
  readonly ids: RequestIdLinks;
}

const textDocuments = [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-remote' }];

/**
 * Registers what must be there from the start, so that documents of requests come back after a reload of the
 * window. What they need is loaded when one of them is looked at.
 * @param linksAreOn whether request ids in texts are made into links: the user wants it, and has used the extension
 */
export function registerRequestProviders(
  load: () => Promise<RequestProviders>,
  linksAreOn: () => boolean,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const read = async (uri: vscode.Uri) => {
    const providers = await load();
    const { text, time } = await providers.read(uri, () =>
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]),
    );
    return { content: new TextEncoder().encode(text), time };
  };
  // A file system, and not a content provider: the editor activates its extension before it restores a file.
  const files = readOnlyFiles(read, { onDidChangeFile: changed.event });
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, {
      isReadonly: new vscode.MarkdownString(t('A record of what was sent and received cannot be edited.')),
      isCaseSensitive: true,
    }),
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
      {
        provideDocumentLinks: async (document, token) =>
          linksAreOn() ? (await load()).ids.inDocument(document, token) : [],
      },
    ),
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: async ({ line }) => (linksAreOn() ? (await load()).ids.inTerminal(line) : []),
      handleTerminalLink: (link: RequestLink) =>
        void vscode.commands.executeCommand('paymentsApi.findRequest', link.requestId),
    }),
  );
}
