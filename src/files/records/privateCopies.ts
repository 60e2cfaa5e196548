import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { showMessage } from '../../ui/messages';
import { safeFileName } from '../../util/files';
import { plainText } from '../../util/plainText';
import { processExists } from '../../storage/store/processes';
import { t } from '../../util/text';

/** Types that the editor shows by itself; others are for the system's viewer. */
const SHOWN_HERE = /^(?:image\/(?:png|jpeg|gif|webp)|text\/|application\/json)/;

/**
 * Copies of contents that are opened from here because their link needs the API key. They may be identity documents: only
 * their owner can read them, and they are removed when their last tab or the window is closed, at the latest with the next
 * use after a crash.
 */
export class PrivateCopies implements vscode.Disposable {
  readonly #root: string;
  readonly #tabs: vscode.Disposable;
  readonly #cleaned: Promise<void>;
  readonly #closing = new AbortController();

  /** @param storage the extension's own folder */
  constructor(storage: vscode.Uri) {
    this.#root = vscode.Uri.joinPath(storage, 'opened').fsPath;
    this.#cleaned = this.#removeLeftOvers();
    this.#tabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) this.#removeOf(input);
    });
  }

  /** Writes a copy and shows it. @returns its address */
  async open(name: string, bytes: Uint8Array, mimeType: string): Promise<vscode.Uri> {
    await this.#cleaned;
    const folder = join(this.#own, crypto.randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The folder may be there already from another extension host of this user.
    await chmod(this.#root, 0o700);
    // At most 240 bytes: file systems take 255.
    const uri = vscode.Uri.file(join(folder, safeFileName(name).slice(-80).toWellFormed()));
    await writeFile(uri.fsPath, bytes, { mode: 0o600, signal: this.#closing.signal });
    if (SHOWN_HERE.test(mimeType)) await vscode.commands.executeCommand('vscode.open', uri);
    else void this.#openOutside(uri, name);
    return uri;
  }

  dispose(): void {
    this.#tabs.dispose();
    this.#closing.abort();
    try {
      // At once: the process may end the next moment.
      rmSync(this.#own, { recursive: true, force: true });
    } catch {
      // A program still shows one: the next window tries again.
    }
  }

  get #own(): string {
    return join(this.#root, String(process.pid));
  }

  /** Not waited for: the editor may ask before it opens something. */
  async #openOutside(uri: vscode.Uri, name: string): Promise<void> {
    try {
      if (await vscode.env.openExternal(uri)) return;
      await vscode.commands.executeCommand('vscode.open', uri);
    } catch {
      showMessage(
        'error',
        t('{0} could not be opened. Save it, then open the saved file.', plainText(name, 100)),
      );
    }
  }

  #removeOf(input: unknown): void {
    const uri = fileOf(input);
    if (uri?.scheme !== 'file') return;
    const folder = dirname(uri.fsPath);
    if (dirname(folder) !== this.#own) return;
    // A tab that is moved to another group is opened there, then closed here.
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (tabs.some((tab) => fileOf(tab.input)?.fsPath === uri.fsPath)) return;
    void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Removes what windows left that did not end in order. */
  async #removeLeftOvers(): Promise<void> {
    try {
      for (const name of await readdir(this.#root)) {
        const folder = join(this.#root, name);
        const isOthers = name !== String(process.pid) && processExists(Number(name));
        if (isOthers && !(await isFromBeforeStart(folder))) continue;
        // A program may still show it: the next window tries again.
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      }
    } catch {
      // Nothing was ever opened.
    }
  }
}

/** The file that a tab shows. */
function fileOf(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText
    ? input.uri
    : undefined;
}

/** Clocks are corrected after a start. */
const CORRECTION_MS = 60_000;

/** Whether a folder is older than the last start of this computer: another process has the number of its owner now. */
async function isFromBeforeStart(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder);
  return mtimeMs < Date.now() - uptime() * 1000 - CORRECTION_MS;
}
