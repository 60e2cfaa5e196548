import type { Locator, Page } from 'playwright-core';
import { actUntil } from './waiting.mts';

// The context menus of an editor window.

/** Right-clicks a row of a tree and chooses from its menu. */
export async function chooseFromMenuOf(row: Locator, entry: string): Promise<void> {
  await openMenuOf(row, entry);
  await chooseFromMenu(row.page(), entry);
}

/** Right-clicks anything but a row of a tree, and chooses from its menu. */
export async function chooseFromMenuAt(target: Locator, entry: string): Promise<void> {
  await openMenuAt(target, entry);
  await chooseFromMenu(target.page(), entry);
}

/**
 * Right-clicks a row of a tree until the menu with that entry is open, and is that row's.
 * @param show brings the tree into sight before each click
 */
export async function openMenuOf(row: Locator, entry: string, show?: () => Promise<unknown>): Promise<void> {
  await openMenuAt(row, entry, show, () =>
    row.and(row.page().locator('.focused')).waitFor({ timeout: 1000 }),
  );
}

async function openMenuAt(
  target: Locator,
  entry: string,
  show: () => Promise<unknown> = () => Promise.resolve(),
  isItsOwn: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const page = target.page();
  await actUntil(
    async () => {
      await show();
      await target.click({ button: 'right', timeout: 5000 });
    },
    async () => {
      await menuItem(page, entry).waitFor({ timeout: 3000 });
      await isItsOwn();
    },
    async () => {
      // Where no menu is open, Escape would clear the selection of the tree.
      if ((await page.locator('.monaco-menu:visible').count()) > 0) await page.keyboard.press('Escape');
    },
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
