import type { Locator, Page } from 'playwright-core';
import { ACT_MS, actUntil, eventually, menuItem, typeCommand, viewRow, webview, until } from './editor';

// Where the keys go, and how one moves with them alone.

/** The row of a view that takes the keys, where the view itself has the focus of the page and the row this text. */
export function rowInFocus(page: Page, view: string, text: string | RegExp): Locator {
  return page
    .getByRole('tree', { name: view, exact: true })
    .and(page.locator(':focus'))
    .locator('.monaco-list-row.focused')
    .filter({ hasText: text });
}

/** Goes to a view, by its command where it has not the focus, and to a row of it with the arrow keys. */
export async function goToRow(page: Page, view: string, text: string | RegExp): Promise<void> {
  const wanted = rowInFocus(page, view, text);
  const inView = rowInFocus(page, view, '');
  await actUntil(
    async () => {
      const tree = page.getByRole('tree', { name: view, exact: true }).and(page.locator(':focus'));
      if ((await tree.count()) === 0) await typeCommand(page, `Payments API: Focus on ${view} View`);
      await viewRow(page, view, '').first().waitFor();
      await page.keyboard.press('Home');
    },
    () => inView.waitFor({ timeout: 5000 }),
  );
  await goDownTo(page, async () => (await wanted.count()) === 1);
}

/** Goes down the list in focus with the arrow key, row by row, and from its last row to the first. */
export async function goDownTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const place = () =>
    page.evaluate('document.querySelector(":focus .monaco-list-row.focused")?.dataset.index');
  await eventually(
    async () => {
      if (await isThere()) return true;
      const before = await place();
      await page.keyboard.press('ArrowDown');
      // At the end of the list: the row came in above, after the keys had passed its place.
      if ((await place()) === before) await page.keyboard.press('Home');
      return false;
    },
    (isThere) => isThere,
  );
}

/**
 * Opens the menu of what has the focus, and chooses from it by keys.
 * @throws when the menu closes before that; the keys may have moved the focus then
 */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  const entry = menuItem(page, name);
  await actUntil(
    () => page.keyboard.press('Shift+F10'),
    () => entry.waitFor({ timeout: 3000 }),
  );
  const focused = page.locator('.monaco-menu .action-item.focused').filter({ has: entry });
  await eventually(
    async () => {
      if ((await focused.count()) === 1) return true;
      if (await entry.isHidden()) throw new Error(`The menu closed before "${name}" was chosen`);
      await page.keyboard.press('ArrowDown');
      return false;
    },
    (isFocused) => isFocused,
  );
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'hidden' });
}

/** Waits until a panel has the focus of the page: what has it there takes the keys. */
export async function panelHasFocus(page: Page): Promise<void> {
  await until(() => page.evaluate<boolean>('document.activeElement?.matches("iframe.webview") === true'));
}

/** What has the focus in the panel, where it is this. */
export function focusInPanel(page: Page, target: Locator): Locator {
  return target.and(webview(page).locator(':focus'));
}

/** Presses a key until the focus of the panel is on this. */
export async function goToInPanel(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const focused = focusInPanel(page, target);
  await eventually(
    async () => {
      if ((await focused.count()) === 0) await page.keyboard.press(key);
      return focused.count();
    },
    (found) => found === 1,
    ACT_MS,
  );
}
