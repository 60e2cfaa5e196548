import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import type { Environments } from '../../services/environments/environments';
import type { FileRegistry, KnownFile, Storage } from '../../storage';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatRelativeTime } from '../../ui/formats/formats';
import { idsAt, idsInDocument, isLonger } from '../../ui/documents/idsInDocuments';
import { plainText } from '../../util/plainText';
import { linkExpiry } from '../records/contentLinks';
import { ANY_DOCUMENT, type FileIdProviders } from './fileIdProviders';
import { capitalised, t } from '../../util/text';

/** What distinguishes an id from the words around it. */
const NO_WORD = /[\d_.]/;
/** More than fit in a small document; a visible line of another may be endless. */
const MAX_CANDIDATES = 4000;
/** So many are looked up at once: a few milliseconds, then others have their turn. */
const LOOK_UP = 200;
/** Documents with more than this many characters are looked at by their visible lines only. */
const SMALL_DOCUMENT = 20_000;
const SCROLL_MS = 150;

/** Links and hovers on the file ids that are known here, in any text document. Registered in fileIdProviders.ts. */
export class FileIdLinks implements FileIdProviders, vscode.Disposable {
  readonly #environments: Environments;
  /** Undefined as long as nothing was ever kept. */
  readonly #storage: () => Promise<Storage | undefined>;
  readonly #listener: vscode.Disposable;
  #scroll: NodeJS.Timeout | undefined;

  constructor(environments: Environments, storage: () => Promise<Storage | undefined>) {
    this.#environments = environments;
    this.#storage = storage;
    this.#listener = vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      if (isLonger(textEditor.document, SMALL_DOCUMENT)) this.#scrolled();
    });
  }

  dispose(): void {
    clearTimeout(this.#scroll);
    this.#listener.dispose();
  }

  #scrolled(): void {
    clearTimeout(this.#scroll);
    this.#scroll = setTimeout(askForLinksAgain, SCROLL_MS);
  }

  async provideDocumentLinks(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentLink[]> {
    const registry = await this.#usedRegistry();
    if (registry === undefined) return [];
    const candidates = idsInDocument(document, SMALL_DOCUMENT, NO_WORD).slice(0, MAX_CANDIDATES);
    const ids = [...new Set(candidates.map(({ text }) => text))];
    const known = new Map<string, KnownFile>();
    for (let at = 0; at < ids.length; at += LOOK_UP) {
      if (token.isCancellationRequested) return [];
      for (const [id, file] of this.#known(registry, ids.slice(at, at + LOOK_UP))) known.set(id, file);
      await setImmediate();
    }
    return candidates.flatMap(({ text, range }) => {
      const file = known.get(text);
      if (file === undefined) return [];
      const link = new vscode.DocumentLink(range, detailsLink(file));
      link.tooltip = t('Show the details of {0}', plainText(file.name, 100));
      return [link];
    });
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const registry = await this.#usedRegistry();
    if (registry === undefined) return undefined;
    for (const { text, range } of idsAt(document, position, NO_WORD)) {
      const file = this.#known(registry, [text]).get(text);
      if (file !== undefined) return new vscode.Hover(hoverText(file), range);
    }
    return undefined;
  }

  /** Undefined where no file is known: then no text needs to be read. */
  async #usedRegistry(): Promise<FileRegistry | undefined> {
    const registry = (await this.#storage())?.files;
    return registry?.hasIds() === true ? registry : undefined;
  }

  /** Known in the active environment, else in any other: ids are written down without their environment. */
  #known(registry: FileRegistry, ids: readonly string[]): ReadonlyMap<string, KnownFile> {
    const active = this.#environments.active.id;
    const others = this.#environments.all.map(({ id }) => id).filter((id) => id !== active);
    return new Map([...others, active].flatMap((environment) => [...registry.known(environment, ids)]));
  }
}

/**
 * The editor asks for links when a document changes or a provider comes or goes, not when it is scrolled. One
 * that has none comes and goes, since in the moment without this one a document would lose its links.
 */
function askForLinksAgain(): void {
  vscode.languages.registerDocumentLinkProvider(ANY_DOCUMENT, { provideDocumentLinks: () => [] }).dispose();
}

function detailsLink({ fileId, environment }: KnownFile): vscode.Uri {
  const args = encodeURIComponent(
    JSON.stringify([fileId, { environment, preview: true, interactive: true }]),
  );
  return vscode.Uri.parse(`command:${commandId('showFileDetails')}?${args}`);
}

/** The hover holds text of the service: escaped, and with the one command that it may run. */
function hoverText(file: KnownFile): vscode.MarkdownString {
  const now = Date.now();
  const expiry = linkExpiry(file, now);
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: [commandId('showFileDetails')] };
  text.appendText(`${plainText(file.name, 200)}\n`);
  text.appendText(`${purposeTitle(file.purpose)} · ${formatRelativeTime(file.sortTime, now)}\n`);
  if (expiry !== '') text.appendText(`${capitalised(expiry)}\n`);
  if (file.gone) text.appendText(`${t('The service no longer knows this file')}\n`);
  text.appendMarkdown(`\n[${t('Show Details')}](${detailsLink(file).toString()})`);
  return text;
}
