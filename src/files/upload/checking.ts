import * as vscode from 'vscode';
import { withCancellableProgress } from '../../ui/progress';
import { untilAborted } from '../../util/untilAborted';
import type { Contents } from '../check/contents';
import { gather, type Candidate } from '../check/gather';
import { resolveResources, type SelectedResources } from '../check/resources';
import { nothingSent } from './uploadQuestions';

/** A selection, and what was found out about each of its files. */
export interface CheckedSelection {
  readonly selection: SelectedResources;
  readonly candidates: readonly Candidate[];
}

/** What takes longer than this is shown; most checks are over sooner. */
const MOMENT_MS = 200;
/** What takes longer than this can be called off by the user. */
const PATIENCE_MS = 1000;

/**
 * Walks folders and checks every file, before anything is asked or sent.
 * @param contents where the bytes are kept for the sending, as far as there is room
 * @throws CancelledError when the user called it off
 */
export async function checkResources(
  resources: readonly vscode.Uri[],
  contents: Contents,
): Promise<CheckedSelection> {
  const title = vscode.l10n.t('Checking files…');
  const abort = new AbortController();
  const checking = check(resources, contents, abort.signal);
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
    return untilAborted(checking, signal, nothingSent);
  });
}

/** What the work gives; undefined when it takes longer. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function check(
  resources: readonly vscode.Uri[],
  contents: Contents,
  signal: AbortSignal,
): Promise<CheckedSelection> {
  const selection = await resolveResources(resources, signal);
  // A file may have been selected beside its folder: it is checked and sent once.
  const unique = new Map(selection.files.map((file) => [file.uri.toString(), file]));
  return { selection, candidates: await gather([...unique.values()], contents, signal) };
}
