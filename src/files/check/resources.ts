import * as vscode from 'vscode';
import { invalidArgument, CancelledError } from '../../api/model/errors';
import { FILE_TYPES } from '../../api/rules/limits';
import { isObject } from '../../util/objects';
import { pool, untilAborted } from '../../util/async';
import { list, look } from './fileAccess';
import { type FoundFile, gather, type CheckedFile } from './gather';
import { walkFolder } from './walk';
import { withLateProgress } from '../../ui/progress';
import { t } from '../../util/text';

/** The content of a selection: the files to check (a file may be there twice), and what is left out of its folders, with the reason. */
export interface SelectedResources {
  readonly files: readonly FoundFile[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** True when a folder was selected: what is sent is then shown before sending. */
  readonly walked: boolean;
}

/**
 * What the user means by an upload: the menu's selection, else files picked in a dialog.
 * @param mayAsk false shows no dialog
 * @returns undefined when the dialog was closed
 * @throws PreflightError when something else than URIs is given, or nothing and there is no dialog
 */
export async function chooseResources(
  uri: unknown,
  uris: unknown,
  mayAsk: boolean,
): Promise<readonly vscode.Uri[] | undefined> {
  const given = Array.isArray(uris) ? (uris as unknown[]) : [];
  const selected = given.filter((one) => one instanceof vscode.Uri);
  if (selected.length < given.length) throw notAFile();
  if (selected.length > 0) return selected;
  if (uri instanceof vscode.Uri) return [uri];
  if (isEditorMenu(uri) || isEditorMenu(uris)) return activeFile();
  if (!mayAsk || (uri ?? uris ?? undefined) !== undefined) throw notAFile();
  return vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: t('Upload'),
    title: t('Choose the files to upload'),
    filters: {
      [t('Images and documents')]: Object.values(FILE_TYPES).flatMap(({ extensions }) =>
        extensions.map((extension) => extension.slice(1)),
      ),
    },
  });
}

/** Addresses that are looked at, at the same time. */
const LOOKERS = 16;

/** Walks the folders of a selection; files are taken as they are, in the order given. */
async function resolveResources(
  resources: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<SelectedResources> {
  const files: FoundFile[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  let walked = false;
  // The check of the single file reports what cannot be read.
  const looks = await pool(resources, LOOKERS, async (uri) => ({ uri, found: await look(uri) }));
  for (const { uri, found } of looks) {
    if (found.kind !== 'directory') {
      files.push({ uri, found });
      continue;
    }
    walked = true;
    const readDirectory = (folder: string) => list(vscode.Uri.parse(folder, true));
    const walk = await walkFolder(uri.toString(), { readDirectory, join: joinUri, signal });
    files.push(...walk.files.map((file) => ({ uri: vscode.Uri.parse(file, true) })));
    leftOut.push(...walk.leftOut);
    // The folder stands for what is left out without having been seen.
    if (walk.cut) files.push({ uri, found: { kind: 'overfull', size: 0 } });
  }
  return { files, leftOut, walked };
}

function joinUri(folder: string, name: string): string {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder, true), name).toString();
}

/**
 * What the menu of a preview and the title of an editor pass while the editor knows no file yet: which webview,
 * or which group of editors, is meant.
 */
function isEditorMenu(value: unknown): boolean {
  return isObject(value) && (typeof value['webview'] === 'string' || typeof value['groupId'] === 'number');
}

/** The file of the active tab: the menu over an image preview names the preview, and nothing else. */
function activeFile(): readonly vscode.Uri[] {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return [input.uri];
  throw notAFile();
}

function notAFile(): Error {
  return invalidArgument('uris', 'vscode.Uri[]');
}

/** A selection, and what was found out about each of its files. */
export interface CheckedSelection {
  readonly selection: SelectedResources;
  readonly files: readonly CheckedFile[];
}

/**
 * Walks folders and checks every file, before anything is asked or sent.
 * @param asTheyAre no folder is walked: each address is that of a file
 * @throws CancelledError when the user called it off
 */
export function checkResources(
  resources: readonly vscode.Uri[],
  asTheyAre = false,
): Promise<CheckedSelection> {
  const check = async (signal: AbortSignal): Promise<CheckedSelection> => {
    const plain = { files: resources.map((uri) => ({ uri })), leftOut: [], walked: false };
    const selection = asTheyAre ? plain : await resolveResources(resources, signal);
    // A file may have been selected beside its folder: it is checked and sent once.
    const unique = new Map(selection.files.map((file) => [file.uri.toString(), file]));
    return { selection, files: await gather([...unique.values()], signal) };
  };
  return withLateProgress(t('Checking files…'), (signal) =>
    // A file system may never answer: cancelling does not wait for it.
    untilAborted(check(signal), signal, () => new CancelledError()),
  );
}
