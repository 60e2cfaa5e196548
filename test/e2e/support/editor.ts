import { vsix } from '../../host/paths.mts';
import {
  startEditor,
  type Editor,
  type EditorOptions,
  type EditorWindow,
  type WindowOptions,
} from '../../host/window.mts';

export * from '../../host/workbench.mts';
export { reloadWindow, waitForExtension, type EditorWindow } from '../../host/window.mts';

/**
 * The editor of this run, with the packaged extension. Each test file is a bundle with its own copy of this
 * module, so what they share stands on the global object.
 */
const shared = globalThis as { paymentsEditor?: Promise<Editor> | undefined };

/** The one editor that all suites share; started when it is first needed, ended after the last suite. */
export function sharedEditor(): Promise<Editor> {
  shared.paymentsEditor ??= startEditor({ vsix });
  return shared.paymentsEditor;
}

/** Opens a window of the shared editor. What was uploaded before by other suites is there already. */
export async function openWindow(options?: WindowOptions): Promise<EditorWindow> {
  return (await sharedEditor()).openWindow(options);
}

/** An editor of its own, for a suite that needs an untouched profile or ends it by force. Close it yourself. */
export function freshEditor(options: Omit<EditorOptions, 'vsix'> = {}): Promise<Editor> {
  return startEditor({ vsix, ...options });
}

/** Ends the shared editor, if there is one. */
export async function closeSharedEditor(): Promise<void> {
  const editor = shared.paymentsEditor;
  shared.paymentsEditor = undefined;
  await (await editor)?.close();
}
