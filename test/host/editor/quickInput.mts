import type { Locator, Page } from 'playwright-core';
import { actUntil, eventually } from './waiting.mts';

// The input boxes and lists of choices at the top of an editor window, and the command palette.

/** The quick pick or input box that is open. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible');
}

/**
 * Picks the entry of the open quick pick whose name begins with, or matches, the one given. A list that takes in new
 * entries between the press and the release takes no click; an entry that took it is never clicked again.
 */
export async function pick(page: Page, name: string | RegExp): Promise<void> {
  const pattern = typeof name === 'string' ? beginning(name) : name;
  const entry = quickInput(page).getByRole('option', { name: pattern }).first();
  await clickOnce(page, '.quick-input-widget .monaco-list-row', () => entry.click());
}

/**
 * Clicks on something that is drawn again at any time, until one element of that kind has taken the click.
 * @param kind of element that takes it, as a selector
 */
export async function clickOnce(page: Page, kind: string, click: () => Promise<unknown>): Promise<void> {
  const press = crypto.randomUUID();
  await page.evaluate(`document.addEventListener('click', ({ target }) => {
    if (target.closest(${JSON.stringify(kind)}) !== null) document.body.dataset.press = '${press}';
  }, { capture: true })`);
  await actUntil(click, () => page.locator(`body[data-press="${press}"]`).waitFor({ timeout: 2000 }));
}

/**
 * Waits until the open question says this and takes the keys. Where a view has taken the focus back, it is given to the
 * question again.
 */
export async function asked(page: Page, text: string | RegExp): Promise<void> {
  const question = quickInput(page).filter({ hasText: text });
  await question.waitFor();
  await actUntil(
    () => takesKeys(page).catch(() => question.getByRole('textbox').focus({ timeout: 5000 })),
    () => takesKeys(page),
  );
}

/** Runs a command that begins with a list, and picks from it as `pick` does, until that has closed the list. */
export async function runAndPick(page: Page, title: string, name: string | RegExp): Promise<void> {
  const pattern = typeof name === 'string' ? beginning(name) : name;
  const entry = quickInput(page).getByRole('option', { name: pattern }).first();
  await actUntil(
    async () => {
      await runCommand(page, title);
      await entry.click({ timeout: 10_000 });
    },
    () => entry.waitFor({ state: 'hidden', timeout: 10_000 }),
    () => leaveQuickInput(page),
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
  await pressInQuickInput(page, 'Enter');
}

/** Presses a key in the open input box or quick pick, wherever the focus is. */
export async function pressInQuickInput(page: Page, key: 'Enter' | 'Escape'): Promise<void> {
  await quickInput(page).getByRole('textbox').press(key);
}

/** Runs a command by its title in the command palette, as `Payments API: Show Log`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  // A window that shows hundreds of messages takes its time: more is waited for at the second try.
  let timeout = 5000;
  const entry = options(page, title).first();
  await actUntil(
    async () => {
      await page.keyboard.press('F1');
      await quickInput(page).getByRole('textbox').fill(`>${title}`, { timeout: 10_000 });
      await entry.click({ timeout });
    },
    () => entry.waitFor({ state: 'hidden', timeout }),
    async () => {
      timeout = 25_000;
      await leaveQuickInput(page);
    },
  );
}

/** Runs a command from the palette with the keyboard alone. */
export async function typeCommand(page: Page, title: string): Promise<void> {
  // The list may still show what it began with, and the entry among that: Enter takes the one in focus.
  const entry = options(page, title).and(page.locator('.focused'));
  await actUntil(
    async () => {
      await page.keyboard.press('F1');
      await quickInput(page).getByRole('textbox').waitFor({ timeout: 10_000 });
      await takesKeys(page);
      // At once: the editor searches all of its commands anew for every letter.
      await page.keyboard.insertText(title);
    },
    () => entry.waitFor({ timeout: 10_000 }),
    () => leaveQuickInput(page),
  );
  await page.keyboard.press('Enter');
}

/**
 * Runs a command that begins with a question with the keyboard alone, and types the text into it.
 * @param placeholder what the input of the question shows while it is empty
 */
export async function typeIntoCommand(
  page: Page,
  title: string,
  placeholder: RegExp,
  text: string,
): Promise<void> {
  const input = quickInput(page).getByPlaceholder(placeholder);
  // A page that has just opened may take the focus away in the middle of the text.
  await actUntil(
    async () => {
      await typeCommand(page, title);
      await input.waitFor({ timeout: 10_000 });
      await takesKeys(page);
      await page.keyboard.type(text);
    },
    () =>
      eventually(
        () => input.inputValue({ timeout: 1000 }),
        (typed) => typed === text,
        5000,
      ),
    () => leaveQuickInput(page),
  );
}

/**
 * Waits until the open list or input box takes the keys for good.
 * @throws when a view has taken the focus back. The editor returns the focus to a view at the end of a refresh, unless it
 *   has noticed that the focus went elsewhere, and it notices that in a timer: nothing is taken back after that
 */
async function takesKeys(page: Page): Promise<void> {
  // This timer was set later and takes longer, so that it ends after the editor's, however busy the page is.
  const hasFocus = await page.evaluate<boolean>(
    `new Promise((done) => setTimeout(() => done(document.activeElement.closest('.quick-input-widget') !== null), 10))`,
  );
  if (!hasFocus) throw new Error('The list has lost the focus to a view');
}

/** Closes the quick pick or input box where one is open. Elsewhere, Escape would hide the notifications, or leave a row. */
async function leaveQuickInput(page: Page): Promise<void> {
  const input = quickInput(page).getByRole('textbox');
  await actUntil(
    async () => {
      if (await input.isVisible()) await input.press('Escape', { timeout: 1000 });
    },
    () => quickInput(page).waitFor({ state: 'hidden', timeout: 1000 }),
  );
}

/** The entries of the open quick pick whose names begin with the text. */
function options(page: Page, text: string): Locator {
  return quickInput(page).getByRole('option', { name: beginning(text) });
}

/** Matches what begins with the text: entries of a quick pick are named with their descriptions. */
function beginning(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
