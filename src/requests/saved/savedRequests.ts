import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { NotFoundError } from '../../api/model/errors';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import type { HttpRequest } from '../../httpFiles/format/parse/model';
import { parseHttpFile } from '../../httpFiles/format/parse/parse';
import { writeRequest } from '../../httpFiles/format/write';
import { readDraft } from '../plan/requestInput';
import type { SavedRequest } from '../plan/savedRequest';
import { SavedFolder } from './savedFolder';

export type { SavedRequest } from '../plan/savedRequest';

/** Where versions before 0.2.0 kept them: in the editor's state, where the last window to write won. */
const KEY = 'paymentsApi.savedRequests';
const LONGEST_NAME = 100;

/** The user's own requests: `.http` files in a folder of the extension, for all workspaces and windows. */
export class SavedRequests implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #folder: SavedFolder;
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  #watcher: vscode.FileSystemWatcher | undefined;
  #ready: Promise<void> | undefined;

  /** Fires when one was added, changed or removed, in whichever window. */
  readonly onDidChange = this.#changed.event;

  constructor(folder: vscode.Uri, state: vscode.Memento) {
    this.#uri = folder;
    this.#folder = new SavedFolder(folder.fsPath);
    this.#state = state;
  }

  /** In the order of their files. */
  async all(): Promise<readonly SavedRequest[]> {
    await this.#prepare();
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
    await this.#prepare();
    return (await this.#folder.names()).length > 0;
  }

  /** @throws NotFoundError when there is none by that name */
  async get(name: string): Promise<SavedRequest> {
    const found = (await this.all()).find((saved) => saved.name === name);
    if (found !== undefined) return found;
    throw new NotFoundError({
      message: vscode.l10n.t('There is no saved request named {0}.', plainText(name, LONGEST_NAME)),
    });
  }

  /**
   * Saves a request; one of the same name is replaced.
   * @param text with that name as its title
   */
  async save(name: string, text: string): Promise<vscode.Uri> {
    const before = (await this.all()).find((saved) => saved.name === name);
    const uri =
      before === undefined
        ? vscode.Uri.joinPath(this.#uri, await this.#folder.add(name, text, () => false))
        : await this.#replace(before, text);
    this.#changed.fire();
    return uri;
  }

  /** Removes a request; its file goes to the trash with the last one. */
  async remove(saved: SavedRequest): Promise<void> {
    const others = (await this.all()).filter(
      ({ uri, line }) => uri.toString() === saved.uri.toString() && line !== saved.line,
    );
    if (others.length > 0) await this.#replace(saved, '');
    else await moveToTrash(saved.uri);
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

  async #replace({ uri, line }: SavedRequest, text: string): Promise<vscode.Uri> {
    const name = uri.path.split('/').at(-1) ?? '';
    const before = await this.#folder.read(name);
    const request = parseHttpFile(before).requests.find((each) => each.line === line);
    const lines = before.split(/\r\n|\r|\n/);
    if (request !== undefined) {
      lines.splice(request.firstLine, request.endLine - request.firstLine, ...text.split('\n'));
    }
    await this.#folder.write(name, lines.join('\n'));
    return uri;
  }

  #prepare(): Promise<void> {
    this.#ready ??= this.#begin().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #begin(): Promise<void> {
    if (this.#watcher === undefined) {
      const pattern = new vscode.RelativePattern(this.#uri, '*.{http,rest}');
      this.#watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const fire = () => {
        this.#changed.fire();
      };
      this.#watcher.onDidChange(fire);
      this.#watcher.onDidCreate(fire);
      this.#watcher.onDidDelete(fire);
    }
    await this.#migrate();
  }

  /** Takes over what the editor's state holds. What cannot be read stays there: nothing is lost. */
  async #migrate(): Promise<void> {
    const stored = this.#state.get<unknown>(KEY);
    if (!Array.isArray(stored)) return;
    const left: unknown[] = [];
    for (const each of stored as readonly unknown[]) {
      const saved = readStored(each);
      if (saved === undefined) left.push(each);
      // Another window may do the same at this moment: the same request stays as it is.
      else await this.#folder.add(saved.name, saved.text, (text) => text === saved.text);
    }
    await this.#state.update(KEY, left.length === 0 ? undefined : left);
  }
}

/** The requests of a file, to be shown and sent. */
export function requestsIn(uri: vscode.Uri, text: string): SavedRequest[] {
  return parseHttpFile(text).requests.map((request) => ({
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
  if (name !== '' && name.length <= LONGEST_NAME && !/[\r\n]/.test(name)) return name;
  throw refuse(vscode.l10n.t('A name has 1 to {0} characters.', LONGEST_NAME));
}

/** @throws CancelledError when it was dismissed */
export async function askName(suggestion: string): Promise<string> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save request'),
    prompt: vscode.l10n.t('A name to run it by later. A saved request of the same name is replaced.'),
    value: suggestion.slice(0, LONGEST_NAME),
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.trim() === '' || value.trim().length > LONGEST_NAME
        ? vscode.l10n.t('A name has 1 to {0} characters.', LONGEST_NAME)
        : undefined,
  });
  if (name === undefined) throw cancelled(vscode.l10n.t('Cancelled: the request was not saved.'));
  return name.trim();
}

function nameOf(request: HttpRequest): string {
  const { title, name, method } = request;
  return title ?? name ?? `${method} ${pathOf(request)}`;
}

function pathOf({ url }: HttpRequest): string {
  return url.replace(/^\{\{\s*(?:apiUrl|filesUrl)\s*\}\}(?:\/v1(?=\/))?/, '');
}

async function moveToTrash(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
  } catch {
    // A server or a container has none.
    await vscode.workspace.fs.delete(uri);
  }
}

function readStored(value: unknown): { readonly name: string; readonly text: string } | undefined {
  if (!isObject(value) || typeof value['name'] !== 'string') return undefined;
  const name = value['name'];
  try {
    return { name, text: writeRequest({ ...readDraft(value), title: name }) };
  } catch {
    return undefined;
  }
}
