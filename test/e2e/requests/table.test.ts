import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { assertAccessibleInThemes } from '../support/axe';
import {
  actUntil,
  answer,
  clipboard,
  documentInFront,
  eventually,
  openPaymentsViews,
  quickInput,
  runCommand,
  sharedWindow,
  webview,
  type EditorWindow,
} from '../support/editor';

describe('an answer as a table', () => {
  let window: EditorWindow;
  let page: Page;
  let frame: FrameLocator;
  before(async () => {
    ({ window } = await sharedWindow());
    ({ page } = window);
    await openPaymentsViews(page);
  });

  it('is a grid that sorts, copies and grows by a page, with the keyboard alone', async () => {
    await runCommand(page, 'Payments API: Send Request');
    await quickInput(page).getByText('Send a request to Local Sandbox').waitFor();
    await answer(page, '/local-sandbox/samples?limit=10');
    await page.getByRole('tab', { name: /GET.*samples/ }).waitFor();
    await runCommand(page, 'Payments API: Open as Table');
    frame = webview(page);
    const grid = frame.getByRole('grid');
    await grid.waitFor();
    await frame.getByText('10 of 25 rows').waitFor();
    assert.equal(await frame.getByText('The list is empty.').count(), 0, 'nothing is said of an empty list');
    assert.equal(await frame.locator('html').getAttribute('lang'), 'en');
    // The row of titles counts too.
    const rowCount = (count: number) => grid.and(frame.locator(`[aria-rowcount="${count}"]`)).waitFor();
    await rowCount(11);

    // From the filter, past the buttons, into the titles.
    const header = frame.getByRole('columnheader', { name: 'amount' });
    await frame.getByRole('searchbox', { name: 'Filter rows' }).focus();
    const goTo = (target: Locator, key: string) =>
      eventually(
        async () => {
          if ((await target.count()) === 0) await page.keyboard.press(key);
          return target.count();
        },
        (focused) => focused === 1,
      );
    await goTo(frame.locator('.ag-header-cell:focus'), 'Tab');
    await goTo(header.and(frame.locator(':focus')), 'ArrowRight');
    // The grid is one stop: Tab leaves it at once, and leads back to it.
    await page.keyboard.press('Tab');
    await frame.locator('button:focus').getByText('Next Page').waitFor();
    await page.keyboard.press('Shift+Tab');
    await frame.locator('.ag-root :focus').waitFor();
    await page.keyboard.press('Control+f');
    await frame.locator('input[type=search]:focus').waitFor();
    await goTo(frame.locator('.ag-header-cell:focus'), 'Tab');
    await goTo(header.and(frame.locator(':focus')), 'ArrowRight');
    await page.keyboard.press('Enter');
    await frame.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await frame.getByRole('menuitem', { name: 'Sort Descending' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await frame.locator('[role=columnheader][aria-sort=descending]').waitFor();
    await page.keyboard.press('ArrowDown');
    const first = frame.locator('.ag-row-first .ag-cell:focus');
    await first.waitFor();
    const shown = await first.innerText();
    await page.keyboard.press('Control+c');
    await clipboard(page, new RegExp(`^${shown.replaceAll('.', '\\.')}$`));

    await frame.getByRole('button', { name: 'Next Page' }).press('Enter');
    await frame.getByRole('status').getByText('20 of 25 rows').waitFor();
    await rowCount(21);
    await frame.getByRole('button', { name: 'All Pages' }).press('Enter');
    await frame.getByRole('status').getByText('All pages are here.').waitFor();
    await rowCount(26);
  });

  it('filters while typing', async () => {
    await frame.getByRole('searchbox', { name: 'Filter rows' }).fill('no such row');
    await frame.getByText('0 of 25 rows match the filter').waitFor();
    await frame.getByRole('searchbox', { name: 'Filter rows' }).fill('');
    await frame.getByText('25 rows', { exact: true }).waitFor();
  });

  it('remembers how its columns were left, and exports what is shown', async () => {
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
    const choose = (title: string, item: string) =>
      actUntil(
        async () => {
          await frame.getByRole('columnheader', { name: title }).click({ button: 'right' });
          await frame.getByRole('menuitem', { name: item }).click({ timeout: 3000 });
        },
        () => frame.getByRole('menu').waitFor({ state: 'hidden', timeout: 3000 }),
        () => page.keyboard.press('Escape'),
      );
    const widthOf = async () =>
      (await frame.getByRole('columnheader', { name: 'description' }).boundingBox())?.width ?? 0;
    const before = await widthOf();
    await choose('description', 'Wider');
    const wider = await eventually(widthOf, (width) => width > before);
    await choose('currency', 'Hide Column');
    await choose('id', 'Move Right');
    const left = ['description', 'id', 'amount', 'createdAt'];
    await eventually(titles, (shown) => shown.join() === left.join());
    await frame.getByRole('button', { name: 'Open as JSON' }).click();
    await page.getByRole('tab', { name: /^samples\.json/ }).waitFor();
    assert.doesNotMatch(await documentInFront(page, /"createdAt"/), /"currency"/);
    await runCommand(page, 'View: Revert and Close Editor');
    const tab = page.getByRole('tab', { name: 'samples', exact: true });
    await tab.and(page.getByRole('tab', { selected: true })).waitFor();
    await runCommand(page, 'View: Close Editor');
    await tab.waitFor({ state: 'hidden' });
    await runCommand(page, 'Payments API: Open as Table');
    frame = webview(page);
    await frame.getByRole('grid').waitFor();
    await eventually(titles, (shown) => shown.join() === left.join());
    await eventually(widthOf, (width) => width === wider);
  });

  it('has no accessibility violation in any kind of theme, and logs no error of the content security policy or of the grid', async () => {
    await assertAccessibleInThemes(page);
    assert.deepEqual(
      window.console.filter((line) => /content security policy|refused to|AG Grid/i.test(line)),
      [],
    );
  });
});
