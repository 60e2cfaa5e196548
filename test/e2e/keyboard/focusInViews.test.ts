import type { Page } from 'playwright-core';
import { newExchange } from '../../unit/storage/support';
import {
  actUntil,
  clipboard,
  dialog,
  notification,
  openPaymentsViews,
  pressInQuickInput,
  quickInput,
  sharedWindow,
  typeIntoCommand,
  viewRow,
  webview,
} from '../support/editor';
import { askByKeys, chooseByKeys, goToRow, isAsked, panelHasFocus, rowInFocus } from '../support/focus';
import { fileRows, rowsUntil } from '../support/files';
import { seedFiles, withStorage } from '../support/registry';

/** One page of either view, and some more. */
const COUNT = 103;

describe('the focus in the views, with the keyboard alone', () => {
  let page: Page;

  const focusIsOn = (view: string, text: string | RegExp) => rowInFocus(page, view, text).waitFor();
  const requests = (text: string | RegExp) => viewRow(page, 'Requests', text).first();
  /** Types what the list of the open question begins with then, and takes it. */
  const choose = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await quickInput(page).getByRole('option').first().getByText(text).first().waitFor();
    await page.keyboard.press('Enter');
    await quickInput(page).waitFor({ state: 'hidden' });
  };

  before(async () => {
    const { editor, window } = await sharedWindow({ viewport: { width: 1280, height: 1500 } });
    ({ page } = window);
    await openPaymentsViews(page, { withApi: true });
    await typeIntoCommand(page, 'Payments API: Send Request', /^Choose a request/, '/local-sandbox/samples');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /GET samples/ }).waitFor();
    // The view scrolls to the row of an answer that has just come: not among the rows that follow.
    await requests('GET samples')
      .and(page.getByRole('treeitem', { selected: true }))
      .waitFor();
    const names = Array.from({ length: COUNT }, (_, index) => `f${String(index).padStart(3, '0')}.pdf`);
    await seedFiles(editor.dataDir, names);
    await withStorage(editor.dataDir, ({ history }) => {
      const now = Date.now();
      for (const [index, name] of names.entries()) {
        const path = `/v1/files/${name}`;
        const local = { environment: 'local', environmentType: 'local', path } as const;
        history.add(newExchange(`ex_${name}`, { ...local, startedAt: now - index }), 5000);
      }
    });
    await fileRows(page, 'f000.pdf').waitFor();
    await requests('f000.pdf').waitFor();
  });

  it('stays on a file that is copied, refreshed, sorted or grouped', async () => {
    await goToRow(page, 'Files', 'f002.pdf');
    await page.keyboard.press('Control+c');
    await clipboard(page, /^file_seed/);
    await focusIsOn('Files', 'f002.pdf');
    const gone = fileRows(page, 'f002.pdf').getByText('The service no longer knows this file');
    await chooseByKeys(page, 'Files', 'f002.pdf', 'Refresh from Service', () => gone.isVisible());
    await focusIsOn('Files', 'f002.pdf');
    await askByKeys(page, 'Payments API: Sort Files', 'Sort files by');
    await choose('Type');
    await focusIsOn('Files', 'f002.pdf');
    await askByKeys(page, 'Payments API: Group Files', 'Group files by');
    await choose('Purpose');
    await fileRows(page, /^Payment evidence/).waitFor();
    await focusIsOn('Files', 'f002.pdf');
    await askByKeys(page, 'Payments API: Group Files', 'Group files by');
    await choose('No grouping');
    await fileRows(page, /^Payment evidence/).waitFor({ state: 'hidden' });
    await focusIsOn('Files', 'f002.pdf');
    await askByKeys(page, 'Payments API: Sort Files', 'Sort files by');
    await choose('Time, newest first');
    await rowsUntil(page, 'f000.pdf', 1);
    await focusIsOn('Files', 'f002.pdf');
  });

  it('goes to the row beside a file that is taken out of the list', async () => {
    await goToRow(page, 'Files', 'f004.pdf');
    await chooseByKeys(
      page,
      'Files',
      'f004.pdf',
      'Remove from List',
      async () => !(await fileRows(page, 'f004.pdf').isVisible()),
    );
    await focusIsOn('Files', 'f005.pdf');
    await page.keyboard.press('ArrowUp');
    await focusIsOn('Files', 'f003.pdf');
  });

  it('goes on below a filter, and stays when the row that clears it is gone', async () => {
    await goToRow(page, 'Files', 'f003.pdf');
    await askByKeys(page, 'Payments API: Filter Files', 'Filter files');
    // Less could also be in an id that was made at random.
    await page.keyboard.type('f003.pdf');
    await page.keyboard.press('Enter');
    await rowsUntil(page, 'f011.pdf', 0);
    await focusIsOn('Files', 'f003.pdf');
    // A key is lost where the view takes in new rows in that moment.
    await actUntil(
      () => page.keyboard.press('Home'),
      () => rowInFocus(page, 'Files', 'Clear the filter').waitFor({ timeout: 3000 }),
    );
    await page.keyboard.press('Enter');
    await rowsUntil(page, 'f011.pdf', 1);
    await focusIsOn('Files', 'f003.pdf');
  });

  it('goes to the row beside a saved request that is removed, and stays where that is not confirmed', async () => {
    await goToRow(page, 'Requests', 'f003.pdf');
    await chooseByKeys(page, 'Requests', 'f003.pdf', 'Save Request…', () => isAsked(page));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Kept');
    await page.keyboard.press('Enter');
    await quickInput(page).getByText('For Me').waitFor();
    await pressInQuickInput(page, 'Enter');
    await notification(page, 'Saved the request as Kept').waitFor();
    await focusIsOn('Requests', 'f003.pdf');
    await goToRow(page, 'Requests', 'Saved requests');
    // A key is lost where the view takes in new rows in that moment.
    await actUntil(
      () => page.keyboard.press('ArrowRight'),
      () => requests('Kept').waitFor({ timeout: 3000 }),
    );
    await goToRow(page, 'Requests', 'Kept');
    // The first button of the question removes nothing.
    for (const keys of [['Escape'], ['Enter'], ['Tab', 'Enter']]) {
      await focusIsOn('Requests', 'Kept');
      await chooseByKeys(page, 'Requests', 'Kept', 'Remove Saved Request', () => dialog(page).isVisible());
      for (const key of keys) await page.keyboard.press(key);
      await dialog(page).waitFor({ state: 'hidden' });
    }
    await requests('Kept').waitFor({ state: 'hidden' });
    await focusIsOn('Requests', '');
  });

  it('goes back to what was there before the details of a file', async () => {
    const tab = page.getByRole('tab', { name: 'f003.pdf' });
    await goToRow(page, 'Files', 'f003.pdf');
    await page.keyboard.press('Enter');
    await tab.waitFor();
    // A panel takes no keys before its page is there.
    await webview(page).getByRole('heading', { name: 'f003.pdf' }).waitFor();
    await panelHasFocus(page);
    await page.keyboard.press('Control+w');
    await tab.waitFor({ state: 'hidden' });
    // What takes the keys of an editor is not to be seen.
    await page.locator('.editor-instance :focus').waitFor({ state: 'attached' });
  });
});
