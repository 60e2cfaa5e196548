import * as vscode from 'vscode';
import type { Audience } from './ageTimer';

/** Somebody looks at a view while it is visible in a window that is in use. */
export function audienceOf(
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
): Audience {
  return {
    get isThere() {
      return view.visible && vscode.window.state.active;
    },
    onDidChange(listener) {
      const listen = () => listener();
      return vscode.Disposable.from(
        view.onDidChangeVisibility(listen),
        vscode.window.onDidChangeWindowState(listen),
      );
    },
  };
}

/**
 * Waits until a view that somebody has left in this moment says so: the editor opens a hidden view for a row that is to be
 * revealed. The answer to any command comes after such news.
 */
export async function newsOfVisibility(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'paymentsApi.rowsDrawn', true);
}
