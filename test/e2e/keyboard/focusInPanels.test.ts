import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  ACT_MS,
  actUntil,
  clipboard,
  eventually,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  quickInput,
  rightClickInExplorer,
  screenshot,
  sharedWindow,
  typeCommand,
  typeIntoCommand,
  webview,
} from '../support/editor';
import { goToRow, panelHasFocus } from '../support/focus';
import { setScenario } from '../support/files';

const NAME = 'invoice-2026-001.pdf';

describe('the focus in the panels, with the keyboard alone', () => {
  let page: Page;

  const button = (name: string) => webview(page).getByRole('button', { name, exact: true });
  /** What has the focus in the panel, where it is this. */
  const inFocus = (target: Locator) => target.and(webview(page).locator(':focus'));
  const focusIsOn = (target: Locator) => inFocus(target).waitFor();
  /** Presses a key until the focus is on this. */
  const goTo = (target: Locator, key = 'Tab') =>
    eventually(
      async () => {
        if ((await inFocus(target).count()) === 0) await page.keyboard.press(key);
        return inFocus(target).count();
      },
      (found) => found === 1,
      ACT_MS,
    );

  const panelTakesKeys = () =>
    eventually(
      () => webview(page).locator('body').evaluate('document.hasFocus()'),
      (has) => has === true,
      5000,
    );

  /**
   * Opens the list of all commands, and leaves it, until the keys go to the panel again. The editor looks four times a
   * second whether the page of a panel has lost the focus. Where it learns that just after the list was left, it no longer
   * gives the focus back to the page. Nobody but a test leaves a list so soon.
   */
  const openListAndLeave = (): Promise<void> =>
    actUntil(
      async () => {
        await page.keyboard.press('F1');
        await quickInput(page).waitFor({ timeout: 10_000 });
        await page.keyboard.press('Escape');
        await quickInput(page).waitFor({ state: 'hidden', timeout: 10_000 });
      },
      () => panelTakesKeys(),
    );

  describe('of a file', () => {
    before(async () => {
      const { window } = await sharedWindow();
      ({ page } = window);
      await openExplorer(page);
      await rightClickInExplorer(page, NAME, 'Upload to Payments API');
      await pick(page, 'Payment evidence');
      await notification(page, `Uploaded ${NAME}`).waitFor();
      await openPaymentsViews(page);
      await goToRow(page, 'Files', NAME);
      await page.keyboard.press('Enter');
      await webview(page)
        .getByText(/^Fetched (now|\d+ \w+ ago)/)
        .first()
        .waitFor();
      await panelHasFocus(page);
    });

    it('stays on a button while it says that it has copied, and after that', async () => {
      await goTo(button('Copy ID'));
      await page.keyboard.press('Enter');
      await focusIsOn(button('Copied'));
      await clipboard(page, /^file_/);
      await focusIsOn(button('Copy ID'));
    });

    it('stays on the button that fetches it again, and on the pin', async () => {
      await goTo(button('Refresh'));
      await webview(page)
        .getByText(/^Fetched \d+ \w+ ago/)
        .waitFor();
      await page.keyboard.press('Enter');
      await webview(page).locator('.freshness').getByText('Fetched now').waitFor();
      await focusIsOn(button('Refresh'));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await focusIsOn(button('This panel is kept open'));
    });

    it('goes from the button that shows the preview to the preview, and on from there', async () => {
      await goTo(button('Show Preview'));
      await screenshot(page, 'focus-preview-button');
      await page.keyboard.press('Enter');
      await webview(page).locator('canvas').waitFor();
      await focusIsOn(webview(page).getByRole('region', { name: 'Preview' }));
      await screenshot(page, 'focus-preview');
      await page.keyboard.press('Tab');
      await focusIsOn(webview(page).locator('summary'));
    });

    it('goes from what tries again after a failure to what refreshes', async () => {
      await setScenario(page, 'Malformed');
      await goTo(button('Refresh'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await button('Retry').waitFor();
      await setScenario(page, 'Normal');
      await goTo(button('Retry'));
      await page.keyboard.press('Enter');
      await button('Retry').waitFor({ state: 'hidden' });
      await focusIsOn(button('Refresh'));
    });
  });

  describe('of an answer as a table', () => {
    const title = (name = '') => webview(page).getByRole('columnheader', { name });
    const menu = () => webview(page).getByRole('menu');
    /** Chooses from the menu of the title in focus. */
    const choose = async (name: string): Promise<void> => {
      await page.keyboard.press('Alt+ArrowDown');
      await goTo(webview(page).getByRole('menuitem', { name, exact: true }), 'ArrowDown');
      await page.keyboard.press('Enter');
      await menu().waitFor({ state: 'hidden' });
    };

    before(async () => {
      const path = '/local-sandbox/samples?limit=10';
      await typeIntoCommand(page, 'Payments API: Send Request', /^Choose a request/, path);
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: /GET samples/ }).waitFor();
      await typeCommand(page, 'Payments API: Open as Table');
      await webview(page).getByText('10 of 25 rows').waitFor();
      await panelHasFocus(page);
    });

    it('stays on a title that sorts or moves its column, and goes to the next one when it is hidden', async () => {
      await goTo(webview(page).locator('.ag-header-cell'));
      await goTo(title('amount'), 'ArrowRight');
      await page.keyboard.press('Enter');
      await webview(page).locator('[aria-sort=ascending]').waitFor();
      await focusIsOn(title('amount'));
      await openListAndLeave();
      await focusIsOn(title('amount'));
      await choose('Sort Descending');
      await webview(page).locator('[aria-sort=descending]').waitFor();
      await focusIsOn(title('amount'));
      for (const move of ['Move Left', 'Move Right']) {
        await choose(move);
        await focusIsOn(title('amount'));
      }
      await choose('Hide Column');
      await title('amount').waitFor({ state: 'hidden' });
      await focusIsOn(title());
      await screenshot(page, 'focus-title');
      await goTo(button('Columns'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await focusIsOn(webview(page).getByRole('menuitem', { name: 'Show All Columns' }));
      await page.keyboard.press('Enter');
      await title('amount').waitFor();
      await focusIsOn(button('Columns'));
    });

    it('stays on the button that reads on, and goes into the rows after the last page', async () => {
      await goTo(button('Next Page'));
      await page.keyboard.press('Enter');
      await webview(page).getByRole('status').getByText('20 of 25 rows').waitFor();
      await focusIsOn(button('Next Page'));
      await page.keyboard.press('Enter');
      await webview(page).getByRole('status').getByText('All pages are here.').waitFor();
      assert.equal(await button('Next Page').count(), 0);
      await focusIsOn(webview(page).locator('.ag-cell'));
      await screenshot(page, 'focus-cell');
    });

    it('goes back to the answer when the table is closed', async () => {
      await page.keyboard.press('Control+w');
      await page.getByRole('tab', { name: 'samples', exact: true }).waitFor({ state: 'hidden' });
      // What takes the keys of an editor is not to be seen.
      await page.locator('.editor-instance :focus').waitFor({ state: 'attached' });
    });
  });
});
