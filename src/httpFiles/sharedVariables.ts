import * as vscode from 'vscode';
import { refuse } from '../commands/arguments';
import type { PreflightError } from '../api/model/errors';
import type { Environment } from '../services/environments/environmentModel';
import { readBytes, textIn } from '../ui/documents/readFile';
import { plainText } from '../util/plainText';
import { folderOf } from './drafts';
import { readShared, SHARED_FILE, type SharedFile } from './format/shared';
import { t } from '../util/text';

const CHOSEN = 'paymentsApi.sharedVariables';

/** The variables that a team shares in `http-client.env.json`, beside a request file or above it in the workspace. */
export class SharedVariables {
  readonly #state: vscode.Memento;
  readonly #changed: () => void;

  /**
   * @param state of the workspace
   * @param changed called when another set was chosen
   */
  constructor(state: vscode.Memento, changed: () => void = () => undefined) {
    this.#state = state;
    this.#changed = changed;
  }

  /**
   * Those of an environment for a request file. What is nearer to it wins.
   * @throws PreflightError when a file of them cannot be read
   */
  async of(
    file: vscode.Uri,
    environment: Pick<Environment, 'id' | 'name'>,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const { sets, failure } of await filesFor(file)) {
      if (failure !== undefined) throw failure;
      const set = this.#setIn(sets, environment);
      for (const [name, value] of (set === undefined ? undefined : sets.get(set)) ?? []) {
        if (!found.has(name)) found.set(name, value);
      }
    }
    return found;
  }

  /** The names of all sets for a request file. */
  async sets(file: vscode.Uri): Promise<readonly string[]> {
    return [...new Set((await filesFor(file)).flatMap(({ sets }) => [...sets.keys()]))];
  }

  /** The set that was chosen for an environment instead of that of its name. */
  chosen(environmentId: string): string | undefined {
    const choices = this.#choices;
    return Object.hasOwn(choices, environmentId) ? choices[environmentId] : undefined;
  }

  /** Keeps the choice for the workspace. @param set undefined for that of the environment's name */
  async choose(environmentId: string, set: string | undefined): Promise<void> {
    const { [environmentId]: _, ...others } = this.#choices;
    await this.#state.update(CHOSEN, set === undefined ? others : { ...others, [environmentId]: set });
    this.#changed();
  }

  get #choices(): Readonly<Record<string, string>> {
    return this.#state.get<Record<string, string>>(CHOSEN, {});
  }

  #setIn(sets: SharedFile['sets'], { id, name }: Pick<Environment, 'id' | 'name'>): string | undefined {
    const chosen = this.chosen(id);
    return chosen ?? [name, id].find((each) => sets.has(each));
  }
}

interface FileOfSets extends Pick<SharedFile, 'sets'> {
  readonly failure?: PreflightError;
}

/** The files that count for a request file, the nearest first. */
async function filesFor(file: vscode.Uri): Promise<FileOfSets[]> {
  if (!vscode.workspace.isTrusted) return [];
  const folders: vscode.Uri[] = [];
  const workspace = vscode.workspace.getWorkspaceFolder(file);
  for (let at = folderOf(file); at !== undefined;) {
    folders.push(at);
    // The editor decides what is inside: paths may differ in case. Above the root of a drive is that root again.
    const above: vscode.Uri = vscode.Uri.joinPath(at, '..');
    const isInside = workspace !== undefined && vscode.workspace.getWorkspaceFolder(above) === workspace;
    at = isInside && above.path !== at.path ? above : undefined;
  }
  const read = folders.map(async (folder): Promise<FileOfSets[]> => {
    const uri = vscode.Uri.joinPath(folder, SHARED_FILE);
    const name = plainText(vscode.workspace.asRelativePath(uri), 200);
    try {
      const text = await textOf(uri);
      if (text === undefined) return [];
      const { sets, problems } = readShared(text);
      if (problems.every(({ code }) => code !== 'no-json')) return [{ sets }];
      const message = t(
        'The variables in {0} cannot be read: it is not a JSON object. Nothing was sent.',
        name,
      );
      return [{ sets, failure: refuse(message) }];
    } catch {
      const message = t('The file "{0}" could not be read. Nothing was sent.', name);
      return [{ sets: new Map(), failure: refuse(message) }];
    }
  });
  return (await Promise.all(read)).flat();
}

/** With changes that are not saved yet, as request files are. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return await textIn(uri, await readBytes(uri));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // Not every file system says of a file only that it is missing.
    if (isMissing || uri.scheme !== 'file') return undefined;
    throw error;
  }
}
