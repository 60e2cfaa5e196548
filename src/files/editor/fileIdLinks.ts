import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandId } from '../../commands/commands';
import type { Environments } from '../../services/environments';
import type { Settings } from '../../services/settings';
import type { FileRegistry, KnownFile, Storage } from '../../storage/types';
import { plainText } from '../../util/plainText';
import { purposeTitle } from '../../ui/formats/purposes';
import { formatRelativeTime } from '../../ui/formats/formats';
import { contentLinkOf } from '../contentLinks';
import { shownLanguage } from '../../util/text';

/** What may be a file id: the interface shows no exact form, so each candidate is looked up. */
const CANDIDATE = /[A-Za-z0-9][\w.-]{5,120}/g;
/** What follows an id in a sentence is not part of it. */
const SENTENCE_END = /[.-]+$/;
/** What tells an id from the words around it. */
const NO_WORD = /[\d_.]/;
/** More than fit in a small document; a visible line of another may be endless. */
const MAX_CANDIDATES = 4000;
/** So many are looked up at once: a few milliseconds, then others have their turn. */
const LOOK_UP = 200;
/** Documents with more than this many characters are looked at by their visible lines only. */
const SMALL_DOCUMENT = 20_000;
const SCROLL_MS = 150;
const ANY_DOCUMENT: vscode.DocumentSelector = { scheme: '*' };

/** Underlines the file ids that are known here, in any text document, with a hover. Off by a setting. */
export class FileIdLinks implements vscode.DocumentLinkProvider, vscode.HoverProvider, vscode.Disposable {
  readonly #environments: Environments;
  readonly #settings: Settings;
  readonly #storage: () => Promise<Storage>;
  readonly #subscriptions: vscode.Disposable[] = [];
  #scroll: NodeJS.Timeout | undefined;

  constructor(environments: Environments, settings: Settings, storage: () => Promise<Storage>) {
    this.#environments = environments;
    this.#settings = settings;
    this.#storage = storage;
    this.#subscriptions.push(
      vscode.languages.registerDocumentLinkProvider(ANY_DOCUMENT, this),
      vscode.languages.registerHoverProvider(ANY_DOCUMENT, this),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (!isSmall(textEditor.document)) this.#scrolled();
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#scroll);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #scrolled(): void {
    clearTimeout(this.#scroll);
    this.#scroll = setTimeout(askForLinksAgain, SCROLL_MS);
  }

  async provideDocumentLinks(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentLink[]> {
    if (!this.#settings.values.fileIdLinks) return [];
    const candidates = visibleRanges(document).flatMap((range) => candidatesIn(document, range));
    if (candidates.length === 0) return [];
    const registry = (await this.#storage()).files;
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
      link.tooltip = vscode.l10n.t('Show the details of {0}', plainText(file.name, 100));
      return [link];
    });
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    if (!this.#settings.values.fileIdLinks) return undefined;
    const word = document.getWordRangeAtPosition(position, CANDIDATE);
    if (word === undefined) return undefined;
    const text = document.getText(word).replace(SENTENCE_END, '');
    const range = new vscode.Range(word.start, word.start.translate(0, text.length));
    const file = this.#known((await this.#storage()).files, [text]).get(text);
    return file === undefined ? undefined : new vscode.Hover(hoverText(file), range);
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

interface Candidate {
  readonly text: string;
  readonly range: vscode.Range;
}

function visibleRanges(document: vscode.TextDocument): readonly vscode.Range[] {
  if (isSmall(document)) return [new vscode.Range(0, 0, document.lineCount, 0)];
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  return editors.flatMap(({ visibleRanges: ranges }) => ranges);
}

function isSmall(document: vscode.TextDocument): boolean {
  return document.offsetAt(new vscode.Position(document.lineCount, 0)) <= SMALL_DOCUMENT;
}

function candidatesIn(document: vscode.TextDocument, range: vscode.Range): Candidate[] {
  const valid = document.validateRange(range);
  const start = document.offsetAt(valid.start);
  return [...document.getText(valid).matchAll(CANDIDATE)]
    .map(({ 0: match, index }) => ({ text: match.replace(SENTENCE_END, ''), from: start + index }))
    .filter(({ text }) => NO_WORD.test(text))
    .slice(0, MAX_CANDIDATES)
    .map(({ text, from }) => ({
      text,
      range: new vscode.Range(document.positionAt(from), document.positionAt(from + text.length)),
    }));
}

function detailsLink({ fileId, environment }: KnownFile): vscode.Uri {
  const args = encodeURIComponent(JSON.stringify([fileId, { environment, preview: true }]));
  return vscode.Uri.parse(`command:${commandId('showFileDetails')}?${args}`);
}

/** The hover holds text of the service: escaped, and with the one command that it may run. */
function hoverText(file: KnownFile): vscode.MarkdownString {
  const now = Date.now();
  const expiresAt = contentLinkOf(file.details)?.expiresAt;
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: [commandId('showFileDetails')] };
  text.appendText(`${plainText(file.name, 200)}\n`);
  text.appendText(
    `${purposeTitle(file.purpose, vscode.l10n)} · ${formatRelativeTime(file.sortTime, now, shownLanguage())}\n`,
  );
  if (typeof expiresAt === 'number') {
    const when = formatRelativeTime(expiresAt, now, shownLanguage());
    text.appendText(
      `${expiresAt > now ? vscode.l10n.t('Link expires {0}', when) : vscode.l10n.t('Link expired {0}', when)}\n`,
    );
  }
  if (file.gone) text.appendText(`${vscode.l10n.t('The service no longer knows this file')}\n`);
  text.appendMarkdown(`\n[${vscode.l10n.t('Show details')}](${detailsLink(file).toString()})`);
  return text;
}
