import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { artifacts } from '../paths.mts';
import { takePicture } from './browser.mts';
import { chooseFromMenu, openMenuOf } from './menus.mts';
import { actUntil, eventually } from './waiting.mts';

// What a person does in an editor window, and what one sees there. Every function waits for what it needs.

/** The row of a file or folder in the explorer. */
export function explorerRow(page: Page, name: string): Locator {
  return page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
}

/**
 * Opens a file of the explorer in an editor of its own, not as a preview that the next one replaces. A text then has the
 * focus: keys go elsewhere before.
 */
export async function openFile(page: Page, name: string): Promise<void> {
  const timeout = 5000;
  const isPicture = /\.(?:png|jpe?g|pdf)$/.test(name);
  await actUntil(
    async () => {
      await openExplorer(page, name);
      await explorerRow(page, name).dblclick({ timeout });
    },
    async () => {
      await page.locator('.tab.active:not(:has(.italic))', { hasText: name }).waitFor({ timeout });
      if (!isPicture) await editorHasFocus(page, timeout);
    },
  );
}

/** Waits until the document in front takes the keys: a text, or the panel of anything else. */
export async function editorHasFocus(page: Page, timeout?: number): Promise<void> {
  // What takes the keys of a text is not to be seen.
  const inFocus = page.locator('.editor-instance :focus, iframe.webview:focus').first();
  await inFocus.waitFor({ state: 'attached', ...(timeout === undefined ? {} : { timeout }) });
}

/** Moves the caret of the text in front from its beginning to a line, counted from 1, until it is there. */
export async function goToLine(page: Page, line: number): Promise<void> {
  await actUntil(
    async () => {
      await page.keyboard.press('Control+Home');
      for (let at = 1; at < line; at += 1) await page.keyboard.press('ArrowDown');
    },
    () => caretIsAt(page, line, 2000),
  );
}

/** Waits until the caret is at the beginning of a line, counted from 1. */
export async function caretIsAt(page: Page, line: number, timeout?: number): Promise<void> {
  const position = statusBarItem(page, new RegExp(`^Ln ${line}, Col 1(?!\\d)`));
  await position.waitFor(timeout === undefined ? {} : { timeout });
}

/** Right-clicks a file in the explorer, which is opened unless it is shown, and chooses from its menu. */
export async function rightClickInExplorer(page: Page, name: string, entry: string): Promise<void> {
  await actUntil(
    async () => {
      // At each try: a view that a busy editor was still opening may take the place of the explorer.
      await openMenuOf(explorerRow(page, name), entry, () => openExplorer(page, name));
      await chooseFromMenu(page, entry);
    },
    () => Promise.resolve(),
  );
}

/** Takes the pointer away from all rows: the tooltip of one lies over others, and stays as long as the pointer does. */
export async function leaveRows(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
}

/** Clicks a row of a tree until what that causes is there, or, where that is not said, the row is selected. */
export async function clickRow(row: Locator, effect?: Locator): Promise<void> {
  const isDone = () =>
    effect === undefined
      ? row.and(row.page().locator('.selected')).waitFor({ timeout: 2000 })
      : effect.first().waitFor({ timeout: 10_000 });
  await actUntil(async () => {
    // A row that does something once may be gone when it has done that.
    if (effect !== undefined && (await effect.first().isVisible())) return;
    await leaveRows(row.page());
    await row.click({ timeout: 5000 });
  }, isDone);
}

/**
 * Selects these rows of a tree and no others, without opening any: the explorer selects what has just been opened, in the
 * place of what was selected meanwhile.
 */
export async function selectRows(first: Locator, ...others: readonly Locator[]): Promise<void> {
  const page = first.page();
  const tree = first.locator('xpath=ancestor::*[@role="tree"]');
  await actUntil(
    async () => {
      await leaveRows(page);
      await first.click({ modifiers: ['Control'], timeout: 5000 });
      await page.keyboard.press('Escape');
    },
    () => tree.locator('.selected').first().waitFor({ state: 'hidden', timeout: 2000 }),
  );
  for (const row of [first, ...others]) await addToSelection(row);
}

/** Clicks a row of a tree with Ctrl, which selects it beside the others without opening it. */
async function addToSelection(row: Locator): Promise<void> {
  const page = row.page();
  const selected = row.and(page.locator('.selected'));
  await actUntil(
    async () => {
      // A second click would take it out again.
      if (await selected.isVisible()) return;
      await leaveRows(page);
      await row.click({ modifiers: ['Control'], timeout: 5000 });
    },
    () => selected.waitFor({ timeout: 2000 }),
  );
}

/** Expands a row of a tree by keyboard, where it is not expanded yet. */
export async function expandRow(row: Locator): Promise<void> {
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) === 'true') return;
  await clickRow(row);
  await eventually(
    async () => {
      await row.page().keyboard.press('ArrowRight');
      return row.getAttribute('aria-expanded');
    },
    (expanded) => expanded === 'true',
  );
}

/** Trusts the workspace, on the editor's page that asks for it, and leaves that page. */
export async function trustWorkspace(page: Page): Promise<void> {
  const trustPage = page.locator('.workspace-trust-editor');
  const trust = trustPage.getByRole('button', { name: 'Trust', exact: true });
  await trust.waitFor();
  // The page draws its buttons again when the editor has read more about the extensions.
  await actUntil(
    async () => {
      if (await trust.isVisible()) await trust.click({ timeout: 5000 });
    },
    () => statusBarItem(page, 'Restricted Mode').waitFor({ state: 'hidden', timeout: 5000 }),
  );
  // That page lies over the others, and takes the key once it has the focus again.
  await actUntil(
    async () => {
      const heading = trustPage.getByText('You trust this folder').first();
      if (await heading.isVisible()) await heading.click();
      await page.keyboard.press('Escape');
    },
    () => trustPage.waitFor({ state: 'hidden', timeout: 1000 }),
  );
}

/** The modal dialog that is open. */
export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/** What a webview shows: the last one opened, unless there is but one. */
export function webview(page: Page): FrameLocator {
  return contentOf(page.locator('iframe.webview.ready').last());
}

/** What each webview shows that is open, in the order in which they were opened. */
export async function webviews(page: Page): Promise<readonly FrameLocator[]> {
  return (await page.locator('iframe.webview.ready').all()).map(contentOf);
}

function contentOf(frame: Locator): FrameLocator {
  return frame.contentFrame().locator('iframe#active-frame').contentFrame();
}

/** An entry of the status bar. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item').filter({ hasText: text });
}

/** Shows the views of the extension. Rows out of sight are not drawn: the API view is open only where it is asked for. */
export async function openPaymentsViews(page: Page, { withApi = false } = {}): Promise<void> {
  await openSideBar(
    page,
    page.getByRole('tab', { name: 'Payments API' }),
    page.locator('.pane-header').filter({ hasText: 'Files' }).first(),
  );
  const api = page.getByRole('button', { name: 'API Section' });
  if (((await api.getAttribute('aria-expanded')) === 'true') === withApi) return;
  await api.click();
  await page.mouse.move(640, 400);
}

/** Shows the explorer in the side bar, with its rows, and these files and folders among them. */
export async function openExplorer(page: Page, ...names: readonly string[]): Promise<void> {
  const tab = page.getByRole('tab', { name: /^Explorer/ }).first();
  const explorer = page.locator('.explorer-folders-view');
  const open = () => openSideBar(page, tab, explorer.getByRole('treeitem').first());
  await open();
  for (const name of names) {
    const row = explorerRow(page, name);
    const isThere = () => row.waitFor({ timeout: 5000 });
    await isThere().catch(() =>
      actUntil(async () => {
        // A view that a busy editor was still opening may have taken its place.
        await open();
        // A new window does not notice a file that was written before its watcher was at work.
        await explorer.hover({ timeout: 5000 });
        await page.getByRole('button', { name: 'Refresh Explorer' }).click({ timeout: 5000 });
      }, isThere),
    );
  }
}

/** Clicks on a tab of the side bar unless its view is shown: a click on the one that is shown hides it. */
async function openSideBar(page: Page, tab: Locator, view: Locator): Promise<void> {
  const selected = page.locator('[role="tab"][aria-selected="true"]').and(tab);
  await actUntil(
    async () => {
      // Right after another one was opened, the tab may still say that it is selected, but its view is hidden.
      if (!(await selected.isVisible()) || !(await view.isVisible())) await tab.click();
    },
    async () => {
      await selected.waitFor({ timeout: 5000 });
      await view.waitFor({ timeout: 5000 });
    },
  );
  await leaveRows(page);
}

/** A row of one of the extension's trees, by its view's title and the text of the row. */
export function viewRow(page: Page, view: string, text: string | RegExp): Locator {
  return page.getByRole('tree', { name: view, exact: true }).getByRole('treeitem').filter({ hasText: text });
}

/** The text on the clipboard, once it is as expected: what puts it there does so a moment after the click. */
export async function clipboard(page: Page, expected: string | RegExp): Promise<string> {
  return eventually(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => (typeof expected === 'string' ? text === expected : expected.test(text)),
  );
}

/** The text in the editor or output panel, as far as it is in sight. */
export async function visibleText(editor: Locator): Promise<string> {
  const lines = await editor.locator('.view-line').allInnerTexts();
  // The editor draws spaces as no-break ones.
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** The text of the document in front, as far as it is in sight, once it is as expected: it is drawn after its tab. */
export async function documentInFront(page: Page, expected: RegExp): Promise<string> {
  const editor = page.locator('.editor-instance .monaco-editor').first();
  return eventually(
    () => visibleText(editor),
    (text) => expected.test(text),
  );
}

/** Leaves a picture of the window in `artifacts/`. */
export async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(artifacts, { recursive: true });
  const file = join(artifacts, `${name}.png`);
  await takePicture(page, file);
  return file;
}
