import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import { withCancellableProgress } from '../../ui/progress';
import { untilAborted, within } from '../../util/untilAborted';
import { gather, type CheckedFile } from '../check/gather';
import { resolveResources, type SelectedResources } from '../check/resources';

/** A selection, and what was found out about each of its files. */
export interface CheckedSelection {
  readonly selection: SelectedResources;
  readonly files: readonly CheckedFile[];
}

/** What takes longer than this is shown; most checks are over sooner. */
const MOMENT_MS = 200;
/** What takes longer than this can be called off by the user. */
const PATIENCE_MS = 1000;

/**
 * Walks folders and checks every file, before anything is asked or sent.
 * @param asTheyAre no folder is walked: each address is that of a file
 * @throws CancelledError when the user called it off
 */
export async function checkResources(
  resources: readonly vscode.Uri[],
  asTheyAre = false,
): Promise<CheckedSelection> {
  const title = vscode.l10n.t('Checking files…');
  const abort = new AbortController();
  const checking = check(resources, asTheyAre, abort.signal);
  const soon = await within(MOMENT_MS, checking);
  if (soon !== undefined) return soon;
  const done = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    within(PATIENCE_MS - MOMENT_MS, checking),
  );
  if (done !== undefined) return done;
  return withCancellableProgress(title, (signal) => {
    signal.addEventListener('abort', () => {
      abort.abort();
    });
    // A file system may never answer: cancelling does not wait for it.
    return untilAborted(checking, signal, () => new CancelledError());
  });
}

async function check(
  resources: readonly vscode.Uri[],
  asTheyAre: boolean,
  signal: AbortSignal,
): Promise<CheckedSelection> {
  const selection = asTheyAre ? plain(resources) : await resolveResources(resources, signal);
  // A file may have been selected beside its folder: it is checked and sent once.
  const unique = new Map(selection.files.map((file) => [file.uri.toString(), file]));
  return { selection, files: await gather([...unique.values()], signal) };
}

function plain(uris: readonly vscode.Uri[]): SelectedResources {
  return { files: uris.map((uri) => ({ uri })), leftOut: [], cut: false, walked: false };
}
