import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { artifacts } from '../paths.mts';
import { actUntil, eventually } from './waiting.mts';

// What a person does in an editor window, and what one sees there. Every function waits for what it needs.

/** The row of a file or folder in the explorer. */
export function explorerRow(page: Page, name: string): Locator {
  return page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
}

/** Right-clicks a file in the explorer, which is opened unless it is shown, and chooses from its menu. */
export async function rightClickInExplorer(page: Page, name: string, entry: string): Promise<void> {
  // At each try: a view that a busy editor was still opening may take the place of the explorer.
  await openMenuOf(explorerRow(page, name), entry, () => openExplorer(page));
  await chooseFromMenu(page, entry);
}

/** Right-clicks a row of a tree and chooses from its menu. */
export async function chooseFromMenuOf(row: Locator, entry: string): Promise<void> {
  await openMenuOf(row, entry);
  await chooseFromMenu(row.page(), entry);
}

/**
 * Right-clicks a row of a tree until the menu with that entry is open, and is that row's.
 * @param show brings the tree into sight before each click
 */
export async function openMenuOf(
  row: Locator,
  entry: string,
  show: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const page = row.page();
  await actUntil(
    async () => {
      await show();
      await row.click({ button: 'right', timeout: 5000 });
    },
    async () => {
      await menuItem(page, entry).waitFor({ timeout: 3000 });
      await row.and(page.locator('.focused')).waitFor({ timeout: 1000 });
    },
    async () => {
      // Where no menu is open, Escape would clear the selection of the tree.
      if ((await page.locator('.monaco-menu:visible').count()) > 0) await page.keyboard.press('Escape');
    },
  );
}

/** Clicks a row of a tree until it is selected. */
export async function clickRow(row: Locator): Promise<void> {
  await actUntil(
    () => row.click(),
    () => row.and(row.page().locator('.selected')).waitFor({ timeout: 2000 }),
  );
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
      await first.click({ modifiers: ['Control'] });
      await page.keyboard.press('Escape');
    },
    () => tree.locator('.selected').first().waitFor({ state: 'hidden', timeout: 2000 }),
  );
  for (const row of [first, ...others]) await addToSelection(row);
}

/** Clicks a row of a tree with Ctrl, which selects it beside the others without opening it. */
async function addToSelection(row: Locator): Promise<void> {
  const selected = row.and(row.page().locator('.selected'));
  await actUntil(
    async () => {
      // A second click would take it out again.
      if (!(await selected.isVisible())) await row.click({ modifiers: ['Control'] });
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

/** An entry of the context menu that is open. */
export function menuItem(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name, exact: true });
}

/** Chooses from the context menu that is open. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const item = menuItem(page, name);
  await item.waitFor();
  // The entry that took the click closes the menu.
  await actUntil(
    async () => {
      if (await item.isHidden()) return;
      await item.hover({ timeout: 2000 });
      await item.click({ timeout: 2000 });
    },
    () => item.waitFor({ state: 'hidden', timeout: 2000 }),
  );
}

/** The quick pick or input box that is open. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible');
}

/** Picks the entry of the open quick pick whose name begins with, or matches, the one given. */
export async function pick(page: Page, name: string | RegExp): Promise<void> {
  const pattern = typeof name === 'string' ? beginning(name) : name;
  await quickInput(page).getByRole('option', { name: pattern }).first().click();
}

/**
 * Runs a command that begins with a list, and picks from it as `pick` does. Whatever takes the focus closes the list, such
 * as a view to which a busy editor gives it back late: then the command is run again.
 */
export async function runAndPick(page: Page, title: string, name: string | RegExp): Promise<void> {
  const pattern = typeof name === 'string' ? beginning(name) : name;
  const entry = quickInput(page).getByRole('option', { name: pattern }).first();
  await actUntil(
    async () => {
      await runCommand(page, title);
      await entry.click({ timeout: 10_000 });
    },
    () => entry.waitFor({ state: 'hidden', timeout: 10_000 }),
    () => page.keyboard.press('Escape'),
  );
}

/** Types the text into the open quick pick, and picks the entry that begins with it. Long lists draw no others. */
export async function searchAndPick(page: Page, text: string): Promise<void> {
  await quickInput(page).getByRole('textbox').fill(text);
  await pick(page, text);
}

/** Types into the open input box or quick pick, and confirms. */
export async function answer(page: Page, text: string): Promise<void> {
  await quickInput(page).getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

/** Runs a command by its title in the command palette, as `Payments API: Show Log`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  // Whatever takes the focus closes the palette: not much is waited for the first time. A window that shows hundreds of
  // messages takes its time after that.
  let timeout = 5000;
  await actUntil(
    async () => {
      await page.keyboard.press('F1');
      await quickInput(page).getByRole('textbox').fill(`>${title}`, { timeout: 10_000 });
    },
    () => option(page, title).click({ timeout }),
    async () => {
      timeout = 25_000;
      await page.keyboard.press('Escape');
    },
  );
}

/** The same with the keyboard alone. */
export async function typeCommand(page: Page, title: string): Promise<void> {
  await actUntil(
    async () => {
      await page.keyboard.press('F1');
      await quickInput(page).getByRole('textbox').waitFor({ timeout: 10_000 });
      await page.keyboard.type(title);
    },
    () => option(page, title).waitFor({ timeout: 10_000 }),
    () => page.keyboard.press('Escape'),
  );
  await page.keyboard.press('Enter');
}

/** The first entry of the open quick pick whose name begins with the text. */
function option(page: Page, text: string): Locator {
  return quickInput(page)
    .getByRole('option', { name: beginning(text) })
    .first();
}

/** The notification whose text holds the given one. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
}

/** Presses a button of a notification. */
export async function pressInNotification(page: Page, text: string | RegExp, button: string): Promise<void> {
  await notification(page, text).getByRole('button', { name: button, exact: true }).click();
}

/** The modal dialog that is open. */
export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/** What a webview shows: the last one opened, unless there is but one. */
export function webview(page: Page): FrameLocator {
  return page
    .locator('iframe.webview.ready')
    .last()
    .contentFrame()
    .locator('iframe#active-frame')
    .contentFrame();
}

/** An entry of the status bar. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item').filter({ hasText: text });
}

/** Shows the extension's own views in the side bar. */
export async function openPaymentsViews(page: Page): Promise<void> {
  await openSideBar(
    page,
    page.getByRole('tab', { name: 'Payments API' }),
    page.locator('.pane-header').filter({ hasText: 'Files' }).first(),
  );
}

/** Shows the explorer in the side bar, with its rows. */
export async function openExplorer(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: /^Explorer/ }).first();
  await openSideBar(page, tab, page.locator('.explorer-folders-view').getByRole('treeitem').first());
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
}

/** A row of one of the extension's trees, by its view's title and the text of the row. */
export function viewRow(page: Page, view: string, text: string | RegExp): Locator {
  return page.getByRole('tree', { name: view, exact: true }).getByRole('treeitem').filter({ hasText: text });
}

/** The text on the clipboard, once it is as expected: what puts it there does so a moment after the click. */
export async function clipboard(page: Page, expected: string | RegExp, timeoutMs?: number): Promise<string> {
  return eventually(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => (typeof expected === 'string' ? text === expected : expected.test(text)),
    timeoutMs,
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
  await page.screenshot({ path: file });
  return file;
}

/** Matches what begins with the text: entries of a quick pick are named with their descriptions. */
function beginning(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
