import type { Locator, Page } from 'playwright-core';
import { actUntil, eventually, menuItem, notification, quickInput, typeCommand, viewRow } from './editor';

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
  await eventually(
    async () => {
      if ((await wanted.count()) === 0) await page.keyboard.press('ArrowDown');
      return wanted.count();
    },
    (found) => found === 1,
  );
}

/**
 * Chooses from the menu of the row in focus by keys, until that has its effect: where the view was refreshed in that
 * moment, the editor does not say which row was meant, and the extension asks to choose again.
 */
export async function chooseByKeys(
  page: Page,
  name: string,
  hasEffect: () => Promise<boolean>,
): Promise<void> {
  const refusal = notification(page, 'The view was refreshed while its menu was open');
  for (;;) {
    await chooseOnce(page, name);
    await eventually(
      async () => (await hasEffect()) || (await refusal.isVisible()),
      (isOver) => isOver,
    );
    if (!(await refusal.isVisible())) return;
    await typeCommand(page, 'Notifications: Clear All Notifications');
    await refusal.waitFor({ state: 'hidden' });
  }
}

async function chooseOnce(page: Page, name: string): Promise<void> {
  const entry = menuItem(page, name);
  await actUntil(
    () => page.keyboard.press('Shift+F10'),
    () => entry.waitFor({ timeout: 3000 }),
  );
  const focused = page.locator('.monaco-menu .action-item.focused').filter({ has: entry });
  await eventually(
    async () => {
      await page.keyboard.press('ArrowDown');
      return focused.count();
    },
    (found) => found === 1,
  );
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'hidden' });
}

/** Runs a command that asks, from the palette, and waits for its question. */
export async function askByKeys(page: Page, title: string, question: string | RegExp): Promise<void> {
  await typeCommand(page, title);
  await quickInput(page).filter({ hasText: question }).waitFor();
}

/** Waits until a panel has the focus of the page: what has it there takes the keys. */
export async function panelHasFocus(page: Page): Promise<void> {
  await eventually(
    () => page.evaluate<boolean>('document.activeElement?.matches("iframe.webview") === true'),
    (has) => has,
  );
}
