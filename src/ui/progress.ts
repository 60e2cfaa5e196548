import * as vscode from 'vscode';
import { literal } from './plainText';

/**
 * Does something under a notification with progress and a Cancel button.
 * @param title names the environment: a production write looks like no other
 * @param work given a signal that Cancel aborts, and a function to report with (`percent` of the whole, 0 to 100)
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string, percent?: number) => void) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: literal(title), cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const listener = token.onCancellationRequested(() => {
        abort.abort();
      });
      let reported = 0;
      try {
        return await work(abort.signal, (message, percent = reported) => {
          progress.report({ message: literal(message), increment: Math.max(0, percent - reported) });
          reported = Math.max(reported, percent);
        });
      } finally {
        listener.dispose();
      }
    },
  );
}

/** An environment's name as titles and messages show it: production is unmistakable. */
export function environmentTitle({ name, type }: { readonly name: string; readonly type: string }): string {
  return type === 'production' ? vscode.l10n.t('PRODUCTION ({0})', name) : name;
}
