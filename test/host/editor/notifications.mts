import type { Locator, Page } from 'playwright-core';
import { runCommand } from './quickInput.mts';
import { actUntil } from './waiting.mts';

// The messages in the corner of an editor window.

/** The notification whose text holds the given one. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
}

/**
 * Presses a button of a notification until it was clicked. Notifications move when another one goes: a button that moves
 * away between the press and the release takes no click. One that took it is never clicked again.
 */
export async function pressInNotification(page: Page, text: string | RegExp, button: string): Promise<void> {
  const press = crypto.randomUUID();
  await page.evaluate(`document.addEventListener('click', ({ target }) => {
    const clicked = target.closest('.notification-list-item [role="button"]');
    if (clicked?.textContent.trim() === ${JSON.stringify(button)}) document.body.dataset.press = '${press}';
  }, { capture: true })`);
  await actUntil(
    () => notification(page, text).getByRole('button', { name: button, exact: true }).click(),
    () => page.locator(`body[data-press="${press}"]`).waitFor({ timeout: 2000 }),
  );
}

/** Closes every notification, so that the next one is not taken for an old one. */
export async function clearNotifications(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Clear All Notifications');
  await notification(page, '').first().waitFor({ state: 'hidden' });
}
