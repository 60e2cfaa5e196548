import type { Locator, Page } from 'playwright-core';
import { notification } from './notifications.mts';
import { typeCommand } from './quickInput.mts';
import { ACT_MS, actUntil, eventually } from './waiting.mts';

// The context menus of an editor window.

/**
 * Right-clicks a row of a tree and chooses from its menu. Where a view of the extension was refreshed while the menu was
 * open, the editor does not say which row was meant, and the extension asks to choose again.
 * @param hasEffect whether what was chosen has been done: that is waited for, or to be asked to choose again
 */
export async function chooseFromMenuOf(
  row: Locator,
  entry: string,
  hasEffect: () => Promise<boolean>,
): Promise<void> {
  const page = row.page();
  await actUntil(
    async () => {
      await openMenuOf(row, entry);
      await chooseFromMenu(page, entry);
    },
    () => isTaken(page, hasEffect),
    () => clearRefusal(page),
  );
}

/** Right-clicks anything but a row of a tree, and chooses from its menu. */
export async function chooseFromMenuAt(target: Locator, entry: string): Promise<void> {
  await actUntil(
    async () => {
      await openMenuAt(target, entry);
      await chooseFromMenu(target.page(), entry);
    },
    () => Promise.resolve(),
  );
}

/** What the extension says where it does not know which row was meant. */
function refusal(page: Page): Locator {
  return notification(page, 'The view was refreshed while its menu was open');
}

/**
 * Waits as long as `actUntil` goes on: what was chosen, and not refused, is not chosen again.
 * @throws where the extension refuses, or the effect does not come
 */
async function isTaken(page: Page, hasEffect: () => Promise<boolean>): Promise<void> {
  await eventually(
    async () => {
      if (await hasEffect()) return true;
      if (await refusal(page).isVisible()) throw new Error('The extension asks to choose again');
      return false;
    },
    (isDone) => isDone,
    ACT_MS,
  );
}

/** Closes the message that asks to choose again, so that it is not taken for a new one. */
async function clearRefusal(page: Page): Promise<void> {
  if (!(await refusal(page).isVisible())) return;
  await typeCommand(page, 'Notifications: Clear All Notifications');
  await refusal(page).waitFor({ state: 'hidden' });
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
      // A tooltip would lie over it.
      await page.mouse.move(0, 0);
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

/**
 * Chooses from the context menu that is open.
 * @throws when the menu closes before that, as it does when something else takes the focus
 */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const item = menuItem(page, name);
  const press = crypto.randomUUID();
  // A menu may be in a shadow tree, whose elements only the path of an event names.
  await page.evaluate(`document.addEventListener('mouseup', (event) => {
    const isEntry = event.composedPath().some((part) => part.role === 'menuitem');
    if (isEntry) document.body.dataset.chosen = '${press}';
  }, { capture: true })`);
  // The entry that took the click closes the menu.
  await actUntil(
    async () => {
      if (await item.isHidden()) return;
      await item.hover({ timeout: 2000 });
      await item.click({ timeout: 2000 });
    },
    () => item.waitFor({ state: 'hidden', timeout: 2000 }),
  );
  if ((await page.locator(`body[data-chosen="${press}"]`).count()) === 0)
    throw new Error(`The menu closed before "${name}" was chosen`);
}
