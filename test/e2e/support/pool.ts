import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { defaultViewport } from '../../host/editor/browser.mts';
import { root, vsix } from '../../host/paths.mts';
import {
  startEditor,
  type Editor,
  type EditorOptions,
  type EditorWindow,
  type WindowOptions,
} from '../../host/editor/window.mts';
import { notification } from '../../host/editor/notifications.mts';
import { quickInput, runCommand } from '../../host/editor/quickInput.mts';
import { actUntil } from '../../host/editor/waiting.mts';
import { dialog } from '../../host/editor/workbench.mts';

/** What is asked of an editor beside the extension in it. */
export type Wishes = Omit<EditorOptions, 'vsix'>;

/** The editors of this process, by their kind. */
interface Pool {
  /** Those that nobody uses now. */
  readonly free: Map<string, Editor>;
  /** Those that a test file was given, with how to give each back. */
  readonly lent: Map<Editor, () => Promise<void>>;
  /** The window that test files share, and whether one of them failed in it. */
  shared?: SharedWindow & { isSpoiled: boolean };
}

/** A window that is open already, and the editor that it belongs to. */
export interface SharedWindow {
  readonly editor: Editor;
  readonly window: EditorWindow;
}

const pool: Pool = { free: new Map(), lent: new Map() };

/** The kind of an editor of which nothing special is asked. */
const PLAIN = JSON.stringify({} satisfies Wishes);

/** The editor that an earlier test file with the same wishes used, cleaned, for that is much quicker than a new one. */
async function takeEditor(wishes: Wishes): Promise<Editor> {
  const { free, shared } = pool;
  const kind = JSON.stringify(wishes);
  const known = free.get(kind);
  free.delete(kind);
  if (known !== undefined) return known;
  if (kind !== PLAIN || shared === undefined) return startEditor({ vsix, isUnseen: true, ...wishes });
  // An open window costs a busy machine more than another one that is opened later.
  delete pool.shared;
  await shared.editor.clean();
  return shared.editor;
}

/**
 * An editor with nothing in it but the extension: no file, no key, no setting, no window.
 * `close()` gives it back; the end of the test file does so too.
 */
export async function freshEditor(wishes: Wishes = {}): Promise<Editor> {
  const { free, lent } = pool;
  const kind = JSON.stringify(wishes);
  const editor = await takeEditor(wishes);
  // Companions are for one file: nobody else will want them.
  const isReusable = wishes.companions === undefined && !free.has(kind);
  const giveBack = async (): Promise<void> => {
    if (!lent.delete(borrowed)) return;
    if (isReusable && !free.has(kind)) {
      await editor.clean();
      free.set(kind, editor);
    } else {
      await editor.close();
    }
  };
  const borrowed: Editor = { ...editor, close: giveBack };
  lent.set(borrowed, giveBack);
  return borrowed;
}

/**
 * A window on a copy of the sample workspace, which the test files of this process use one after the other: to open
 * one takes ten seconds of a processor. It has no open editor and no message, its workspace and its Local Sandbox are
 * as at first, the Files view and the clipboard are empty. What else a file leaves there, the next one finds: the
 * requests that were sent, the Requests view's filter, and which view is in sight.
 */
export async function sharedWindow(options: WindowOptions = {}): Promise<SharedWindow> {
  const known = pool.shared;
  if (known !== undefined && !known.isSpoiled) {
    await makeAsNew(known, options);
    return known;
  }
  delete pool.shared;
  await known?.editor.close();
  const editor = await takeEditor({});
  const shared = { editor, window: await editor.openWindow(options), isSpoiled: false };
  pool.shared = shared;
  return shared;
}

/** The next file that asks for the shared window gets a new one, where a test has failed in this one. */
export function spoilSharedWindow(): void {
  const { shared } = pool;
  if (shared !== undefined) shared.isSpoiled = true;
}

async function makeAsNew({ window }: SharedWindow, { viewport }: WindowOptions): Promise<void> {
  const { page, workspace } = window;
  await page.setViewportSize(viewport ?? defaultViewport);
  await page.keyboard.press('Escape');
  await page.evaluate('navigator.clipboard.writeText("")');
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true });
  cpSync(join(root, 'sample'), workspace, { recursive: true });
  await closeAllEditors(page);
  await runCommand(page, 'Payments API: Reset Local Sandbox');
  await dialog(page)
    .getByRole('button', { name: /^Reset/ })
    .click();
  await dialog(page).waitFor({ state: 'hidden' });
  await notification(page, 'The Local Sandbox is empty again').last().waitFor();
  await runCommand(page, 'Notifications: Clear All Notifications');
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** Closes every editor tab, without saving what was changed in one. */
async function closeAllEditors(page: Page): Promise<void> {
  await actUntil(
    () => runCommand(page, 'View: Close All Editors'),
    () => page.locator('.tabs-container .tab').first().waitFor({ state: 'hidden', timeout: 2000 }),
    async () => {
      const discard = dialog(page).getByRole('button', { name: /^Don.t Save/ });
      if (await discard.isVisible()) await discard.click();
    },
  );
}

/** Takes back the editors that a test file did not close. */
export async function takeBackEditors(): Promise<void> {
  for (const giveBack of [...pool.lent.values()]) await giveBack();
}

/** Ends all editors of this process. */
export async function endEditors(): Promise<void> {
  await takeBackEditors();
  for (const editor of pool.free.values()) await editor.close();
  pool.free.clear();
  await pool.shared?.editor.close();
  delete pool.shared;
}
