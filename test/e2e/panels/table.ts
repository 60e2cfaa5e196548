import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import {
  actUntil,
  clipboard,
  documentInFront,
  eventually,
  quickInput,
  runCommand,
  typeCommand,
  typeIntoCommand,
  webview,
  type SharedWindow,
} from '../support/editor';
import { focusInPanel, goToInPanel, panelHasFocus } from '../support/focus';

/** The panel of a table. One is left open. */
export function describeTable(opened: () => SharedWindow): void {
  describe('an answer as a table', () => {
    let page: Page;
    let frame: FrameLocator;
    before(() => {
      ({ page } = opened().window);
      frame = webview(page);
    });

    const button = (name: string) => frame.getByRole('button', { name, exact: true });
    const title = (name = '') => frame.getByRole('columnheader', { name });
    const menu = () => frame.getByRole('menu');
    /** Waits until the grid has so many rows: that of its titles is one. */
    const rowCount = (count: number) =>
      frame
        .getByRole('grid')
        .and(frame.locator(`[aria-rowcount="${count}"]`))
        .waitFor();
    const goTo = (target: Locator, key?: string) => goToInPanel(page, target, key);
    const focusIsOn = (target: Locator) => focusInPanel(page, target).waitFor();

    /** Chooses from the menu of the title in focus. */
    const choose = async (name: string): Promise<void> => {
      await page.keyboard.press('Alt+ArrowDown');
      await goTo(frame.getByRole('menuitem', { name, exact: true }), 'ArrowDown');
      await page.keyboard.press('Enter');
      await menu().waitFor({ state: 'hidden' });
    };

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
        () =>
          eventually(
            () => frame.locator('body').evaluate('document.hasFocus()'),
            (has) => has === true,
            5000,
          ),
      );

    it('is a grid of one stop, which says how many rows it has', async () => {
      await typeIntoCommand(
        page,
        'Payments API: Send Request',
        /^Choose a request/,
        '/local-sandbox/samples?limit=10',
      );
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: /GET samples/ }).waitFor();
      await typeCommand(page, 'Payments API: Open as Table');
      await frame.getByText('Rows: 10 of 25').waitFor();
      await panelHasFocus(page);
      assert.equal(
        await frame.getByText('The list is empty.').count(),
        0,
        'nothing is said of an empty list',
      );
      assert.equal(await frame.locator('html').getAttribute('lang'), 'en');
      await rowCount(11);
      await goTo(frame.locator('.ag-header-cell'));
      await goTo(title('amount'), 'ArrowRight');
      await page.keyboard.press('Tab');
      await focusIsOn(button('Next Page'));
      await page.keyboard.press('Shift+Tab');
      await frame.locator('.ag-root :focus').waitFor();
      await page.keyboard.press('Control+f');
      await focusIsOn(frame.getByRole('searchbox', { name: 'Filter rows' }));
    });

    it('keeps the focus on a title that sorts or moves its column, and goes to the next one when it is hidden', async () => {
      await goTo(frame.locator('.ag-header-cell'));
      await goTo(title('amount'), 'ArrowRight');
      await page.keyboard.press('Enter');
      await frame.locator('[role=columnheader][aria-sort=ascending]').waitFor();
      await focusIsOn(title('amount'));
      await openListAndLeave();
      await focusIsOn(title('amount'));
      await choose('Sort Descending');
      await frame.locator('[role=columnheader][aria-sort=descending]').waitFor();
      await focusIsOn(title('amount'));
      await choose('Move Left');
      await focusIsOn(title('amount'));
      await choose('Hide Column');
      await title('amount').waitFor({ state: 'hidden' });
      await focusIsOn(title());
      await goTo(button('Columns'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await focusIsOn(frame.getByRole('menuitem', { name: 'Show All Columns' }));
      await page.keyboard.press('Enter');
      await title('amount').waitFor();
      await focusIsOn(button('Columns'));
    });

    it('copies a cell, grows page by page, and has the focus in the rows after the last one', async () => {
      await goTo(frame.locator('.ag-header-cell'));
      await page.keyboard.press('ArrowDown');
      const first = frame.locator('.ag-row-first .ag-cell:focus');
      await first.waitFor();
      const shown = await first.innerText();
      await page.keyboard.press('Control+c');
      await clipboard(page, new RegExp(`^${shown.replaceAll('.', '\\.')}$`));
      await goTo(button('Next Page'));
      await page.keyboard.press('Enter');
      await frame.getByRole('status').getByText('Rows: 20 of 25').waitFor();
      await rowCount(21);
      await focusIsOn(button('Next Page'));
      await page.keyboard.press('Enter');
      await frame.getByRole('status').getByText('All pages are here.').waitFor();
      await rowCount(26);
      assert.equal(await button('Next Page').count(), 0);
      await focusIsOn(frame.locator('.ag-cell'));
    });

    it('exports what is shown, remembers how its columns were left, and reads the whole list again from a later page', async () => {
      const titles = async () => {
        const shown = await frame.locator('.ag-header-cell').all();
        const texts = await Promise.all(
          shown.map(async (title) => ({
            at: Number(await title.getAttribute('aria-colindex')),
            text: (await title.innerText()).trim(),
          })),
        );
        return texts.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
      };
      const chooseByMouse = (name: string, item: string) =>
        actUntil(
          async () => {
            await title(name).click({ button: 'right' });
            await frame.getByRole('menuitem', { name: item }).click({ timeout: 3000 });
          },
          () => menu().waitFor({ state: 'hidden', timeout: 3000 }),
          () => page.keyboard.press('Escape'),
        );
      const widthOf = async () => (await title('description').boundingBox())?.width ?? 0;
      const before = await widthOf();
      await chooseByMouse('description', 'Wider');
      const wider = await eventually(widthOf, (width) => width > before);
      await chooseByMouse('currency', 'Hide Column');
      await chooseByMouse('id', 'Move Right');
      const left = ['amount', 'id', 'description', 'createdAt'];
      await eventually(titles, (shown) => shown.join() === left.join());
      await button('Open as JSON').click();
      await page.getByRole('tab', { name: /^samples\.json/ }).waitFor();
      assert.doesNotMatch(await documentInFront(page, /"createdAt"/), /"currency"/);
      await runCommand(page, 'View: Revert and Close Editor');
      const tab = page.getByRole('tab', { name: 'samples', exact: true });
      await tab.and(page.getByRole('tab', { selected: true })).waitFor();
      await panelHasFocus(page);
      await page.keyboard.press('Control+w');
      await tab.waitFor({ state: 'hidden' });
      // The focus is in the answer again. What takes the keys of an editor is not to be seen.
      await page.locator('.editor-instance :focus').waitFor({ state: 'attached' });

      await page.keyboard.press('Control+Alt+PageDown');
      await documentInFront(page, /"records": \[\s+\{\s+"id": "sample_015"/);
      await typeCommand(page, 'Payments API: Open as Table');
      await frame.getByText('Rows: 10 of 25').waitFor();
      await eventually(titles, (shown) => shown.join() === left.join());
      await eventually(widthOf, (width) => width === wider);
      await title('id').click();
      const filter = frame.getByRole('searchbox', { name: 'Filter rows' });
      const sorted = frame.locator('[role=columnheader][aria-sort=ascending]');
      await sorted.waitFor();
      await filter.fill('sample_025');
      await frame.getByText('Rows that match the filter: 0 of 10').waitFor();
      // Not by the mouse: a message may lie over it.
      await button('Whole List').press('Enter');
      await frame.getByText('Rows that match the filter: 1 of 25').waitFor();
      await sorted.waitFor();
    });
  });
}
