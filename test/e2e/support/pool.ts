import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { defaultViewport } from '../../host/editor/browser.mts';
import { root } from '../../host/paths.mts';
import {
  startEditor,
  type Editor,
  type EditorWindow,
  type WindowOptions,
} from '../../host/editor/window.mts';
import { notification } from '../../host/editor/notifications.mts';
import { quickInput, runCommand } from '../../host/editor/quickInput.mts';
import { actUntil } from '../../host/editor/waiting.mts';
import { dialog } from '../../host/editor/workbench.mts';
import { buildDriver } from './driver';

/** A window that is open already, and the editor that it belongs to. */
export interface SharedWindow {
  readonly editor: Editor;
  readonly window: EditorWindow;
}

/** The window that test files share, unless one of them failed in it. */
let shared: SharedWindow | undefined;

/** The editor that it belongs to, or that it belonged to until a test failed in it. */
let editor: Editor | undefined;

/**
 * The shared window as it is, or a new one: in a workspace of which nobody has said yet whether it is trusted, with the
 * driver beside the extension.
 */
export async function firstWindow(options: WindowOptions = {}): Promise<SharedWindow> {
  if (shared === undefined) {
    // An open window costs a busy machine more than another one that is opened later.
    await endEditor();
    editor = await startEditor(await buildDriver());
    shared = { editor, window: await editor.openWindow(options) };
  }
  return shared;
}

/**
 * A window on a copy of the sample workspace, which the test files of this process use one after the other: to open
 * one takes 25 seconds of a processor. The workspace is trusted. It has no open editor and no message, its workspace and
 * its Local Sandbox are as at first, the Files view and the clipboard are empty. What else a file leaves there, the next
 * one finds: the requests that were sent, the Requests view's filter, and which view is in sight.
 */
export async function sharedWindow(options: Pick<WindowOptions, 'viewport'> = {}): Promise<SharedWindow> {
  if (shared !== undefined) {
    await makeAsNew(shared, options);
    return shared;
  }
  const opened = await firstWindow(options);
  const question = dialog(opened.window.page);
  await question.getByRole('button', { name: 'Yes, I trust' }).click();
  await question.waitFor({ state: 'hidden' });
  return opened;
}

/** The next file that asks for the shared window gets a new one, since a test has failed in this one. @returns its editor */
export function spoilSharedWindow(): Editor | undefined {
  shared = undefined;
  return editor;
}

async function makeAsNew(
  { window }: SharedWindow,
  { viewport }: Pick<WindowOptions, 'viewport'>,
): Promise<void> {
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

export async function endEditor(): Promise<void> {
  await editor?.close();
  [editor, shared] = [undefined, undefined];
}
