import * as vscode from 'vscode';
import { currentCaller } from '../services/caller';
import { within } from '../util/async';
import { literal } from '../util/plainText';
import { number, t } from '../util/text';

/** How long nothing is shown, in milliseconds. */
const A_MOMENT = 600;

/**
 * Does something under a notification with progress and a Cancel button.
 * @param title names the environment: a production write looks like no other
 * @param work given a signal that Cancel aborts, and a function to report with (`percent` of the whole, 0 to 100)
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string, percent?: number) => void) => Promise<T>,
): Promise<T> {
  const caller = currentCaller()?.signal;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: literal(title), cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const signal = caller === undefined ? abort.signal : AbortSignal.any([abort.signal, caller]);
      const listener = token.onCancellationRequested(() => abort.abort());
      let reported = 0;
      try {
        return await work(signal, (message, percent = reported) => {
          progress.report({ message: literal(message), increment: Math.max(0, percent - reported) });
          reported = Math.max(reported, percent);
        });
      } finally {
        listener.dispose();
      }
    },
  );
}

/** How much of a whole is done, to report it. */
export function shareOf(done: number, total: number): [message: string, percent: number] {
  return [t('{0} of {1}', number(done), number(total)), (done / Math.max(1, total)) * 100];
}

/**
 * Does something, and shows its progress with a Cancel button once it takes longer than a moment: most
 * answers come sooner than a notification could be read, and the editor drops the third message within a second.
 */
export async function withLateProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const caller = currentCaller()?.signal;
  const signal = caller === undefined ? abort.signal : AbortSignal.any([abort.signal, caller]);
  let said: string | undefined;
  let say: ((message: string) => void) | undefined;
  const working = work(signal, (message) => {
    said = message;
    say?.(message);
  });
  const settled = working.then(
    () => true,
    () => true,
  );
  if ((await within(A_MOMENT, settled)) === undefined) {
    await withCancellableProgress(title, async (cancelled, report) => {
      say = report;
      if (said !== undefined) report(said);
      cancelled.addEventListener('abort', () => abort.abort());
      await settled;
    });
  }
  return working;
}
