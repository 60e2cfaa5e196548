import { posix } from 'node:path';
import * as vscode from 'vscode';
import { NotFoundError } from '../../api/model/errors';
import { refuse } from '../../commands/arguments';
import type { WrittenRequest } from '../../commands/table/commandTypes';
import { commandTitle } from '../../commands/titles';
import { plainText } from '../../util/plainText';
import type { HttpRequest } from '../../httpFiles/format/parse/model';
import { parseHttpFile } from '../../httpFiles/format/parse/parse';
import { shown, type ShownRequest } from '../../httpFiles/format/shown';
import { changed } from '../../httpFiles/run/chooseRequest';
import { SavedFolder } from './savedFolder';
import { t } from '../../util/text';
import { askLine } from '../../ui/questions/askLine';

const LONGEST_NAME = 100;

/** A request of an `.http` file that is kept to be sent again. */
export interface SavedRequest extends WrittenRequest, ShownRequest {}

/** The user's own requests: `.http` files in a folder of the extension, for all workspaces and windows. */
export class SavedRequests implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #folder: SavedFolder;
  readonly #changed = new vscode.EventEmitter<void>();
  #watcher: vscode.FileSystemWatcher | undefined;

  /** Fires when one was added, changed or removed, in whichever window. */
  readonly onDidChange = this.#changed.event;

  constructor(folder: vscode.Uri) {
    this.#uri = folder;
    this.#folder = new SavedFolder(folder.fsPath);
  }

  /** In the order of their files. */
  async all(): Promise<readonly SavedRequest[]> {
    this.#watch();
    const names = await this.#folder.names();
    const files = names.map(async (name) => {
      const uri = vscode.Uri.joinPath(this.#uri, name);
      // One that was removed meanwhile holds none.
      const text = await this.#folder.read(name).catch(() => '');
      return requestsIn(uri, text);
    });
    return (await Promise.all(files)).flat();
  }

  /** Whether there are any files. It reads none of them, so that a view can ask each time it is drawn. */
  async hasAny(): Promise<boolean> {
    this.#watch();
    return (await this.#folder.names()).length > 0;
  }

  /** @throws NotFoundError when there is none by that name */
  async get(name: string): Promise<SavedRequest> {
    const found = (await this.all()).find((saved) => saved.name === name);
    if (found !== undefined) return found;
    throw new NotFoundError(t('There is no saved request named {0}.', plainText(name, LONGEST_NAME)));
  }

  /**
   * Saves a request; one of the same name is replaced.
   * @param text with that name as its title
   */
  async save(name: string, text: string): Promise<vscode.Uri> {
    const before = (await this.all()).find((saved) => saved.name === name);
    const uri =
      before === undefined
        ? vscode.Uri.joinPath(this.#uri, await this.#folder.add(name, text))
        : await this.#replace(before, text);
    this.#changed.fire();
    return uri;
  }

  /**
   * Moves a request to the trash: its file, or a file of its own where others are in it.
   * @throws PreflightError when it is not there any more as it was shown
   */
  async remove(saved: SavedRequest): Promise<void> {
    const { isAlone } = await this.#find(saved);
    if (isAlone) await moveToTrash(saved.uri);
    else {
      const own = await this.#folder.add(saved.name, `${saved.text}\n`);
      await moveToTrash(vscode.Uri.joinPath(this.#uri, own));
      await this.#replace(saved, '');
    }
    this.#changed.fire();
  }

  /** Whether a file is one of the user's own, which no workspace has a say in. */
  isOwn(uri: vscode.Uri): boolean {
    const isBelow = uri.scheme === this.#uri.scheme && uri.path.startsWith(`${this.#uri.path}/`);
    return isBelow && !uri.path.split('/').includes('..');
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }

  /** A request in its file. @throws PreflightError when it is not there any more as it was shown */
  async #find(saved: SavedRequest) {
    const name = posix.basename(saved.uri.path);
    const text = await this.#folder.read(name).catch(() => '');
    const { requests } = parseHttpFile(text);
    const request = requests.find((each) => each.text === saved.text);
    if (request === undefined) throw changed();
    return { name, text, request, isAlone: requests.length === 1 };
  }

  async #replace(saved: SavedRequest, text: string): Promise<vscode.Uri> {
    for (;;) {
      const { name, text: before, request } = await this.#find(saved);
      const lines = linesOf(before);
      lines.splice(request.firstLine, request.endLine - request.firstLine, ...linesOf(text));
      const whole = lines.join(before.includes('\r\n') ? '\r\n' : '\n');
      if (await this.#folder.replace(name, before, whole)) return saved.uri;
    }
  }

  #watch(): void {
    if (this.#watcher !== undefined) return;
    const pattern = new vscode.RelativePattern(this.#uri, '*.{http,rest}');
    this.#watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const fire = () => this.#changed.fire();
    this.#watcher.onDidChange(fire);
    this.#watcher.onDidCreate(fire);
    this.#watcher.onDidDelete(fire);
  }
}

/** The requests of a file, to be shown and sent. */
export function requestsIn(uri: vscode.Uri, text: string): SavedRequest[] {
  const file = parseHttpFile(text);
  return file.requests.map((request, index) => ({
    ...shown(request, index, file),
    name: nameOf(request),
    method: request.method,
    path: pathOf(request),
    uri,
    line: request.line,
  }));
}

/** @throws PreflightError when it cannot be a name */
export function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  const problem = problemOf(name);
  if (problem === undefined) return name;
  throw refuse(problem);
}

function problemOf(name: string): string | undefined {
  const isName = name !== '' && name.length <= LONGEST_NAME && !/[\r\n]/.test(name);
  return isName ? undefined : t('A name has 1 to {0} characters.', LONGEST_NAME);
}

/** @throws CancelledError when it was dismissed */
export function askName(suggestion: string): Promise<string> {
  return askLine(
    commandTitle('saveRequest'),
    t('A name to run it by later. A saved request of the same name is replaced.'),
    problemOf,
    suggestion.slice(0, LONGEST_NAME),
  );
}

function nameOf(request: HttpRequest): string {
  const { title, name, method } = request;
  return title ?? name ?? `${method} ${pathOf(request)}`;
}

function pathOf({ url }: HttpRequest): string {
  return url.replace(/^\{\{\s*(?:apiUrl|filesUrl)\s*\}\}(?:\/v1(?=\/))?/, '');
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

async function moveToTrash(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
  } catch {
    // A server or a container has none.
    await vscode.workspace.fs.delete(uri);
  }
}
