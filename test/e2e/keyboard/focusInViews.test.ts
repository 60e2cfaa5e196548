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
  const escape = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
  };
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
    await openPaymentsViews(page);
    await typeIntoCommand(page, 'Payments API: Send Request', /^Choose a request/, '/local-sandbox/samples');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /GET samples/ }).waitFor();
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

  it('is where it was after each question that is dismissed', async () => {
    await goToRow(page, 'Files', 'f003.pdf');
    for (const [title, question] of [
      ['Filter Files', 'Filter files'],
      ['Find Files', 'Find files in'],
      ['Export Files', 'Export'],
    ] as const) {
      await askByKeys(page, `Payments API: ${title}`, question);
      await escape();
      await focusIsOn('Files', 'f003.pdf');
    }
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
    await page.keyboard.press('Home');
    await focusIsOn('Files', 'Clear the filter');
    await page.keyboard.press('Enter');
    await rowsUntil(page, 'f011.pdf', 1);
    await focusIsOn('Files', 'f003.pdf');
  });

  it('goes to the last row that was there when more are loaded', async () => {
    await goToRow(page, 'Files', 'f003.pdf');
    await page.keyboard.press('End');
    await focusIsOn('Files', 'Load more');
    await page.keyboard.press('Enter');
    await rowsUntil(page, 'Load more', 0);
    await focusIsOn('Files', 'f100.pdf');
    await page.keyboard.press('ArrowDown');
    await focusIsOn('Files', 'f101.pdf');
    await goToRow(page, 'Requests', 'f003.pdf');
    await page.keyboard.press('End');
    await focusIsOn('Requests', 'Load more');
    await page.keyboard.press('Enter');
    await requests('Load more').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await focusIsOn('Requests', /GET/);
  });

  it('stays on a request that is copied or pinned, and goes to the row beside one that is unpinned', async () => {
    await goToRow(page, 'Requests', 'f002.pdf');
    await page.keyboard.press('Control+c');
    await clipboard(page, /^req_ex_f002/);
    await focusIsOn('Requests', 'f002.pdf');
    await chooseByKeys(page, 'Requests', 'f002.pdf', 'Pin Request', () => requests('Pinned').isVisible());
    await focusIsOn('Requests', 'f002.pdf');
    // Its row among those that are pinned, which come first.
    await goToRow(page, 'Requests', 'f002.pdf');
    await chooseByKeys(
      page,
      'Requests',
      'f002.pdf',
      'Unpin Request',
      async () => !(await requests('Pinned').isVisible()),
    );
    await focusIsOn('Requests', '');
  });

  it('stays in the Requests view when its filter is set and cleared', async () => {
    await goToRow(page, 'Requests', 'f003.pdf');
    await askByKeys(page, 'Payments API: Filter Requests', 'Failed only');
    await page.keyboard.type('f003.pdf');
    await requests('f005.pdf').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await quickInput(page).waitFor({ state: 'hidden' });
    await goToRow(page, 'Requests', 'Clear the filter');
    await page.keyboard.press('Enter');
    await requests('f005.pdf').waitFor();
    await focusIsOn('Requests', '');
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
    for (const key of ['Escape', 'Enter'] as const) {
      await chooseByKeys(page, 'Requests', 'Kept', 'Remove Saved Request', () => dialog(page).isVisible());
      await page.keyboard.press(key);
      await dialog(page).waitFor({ state: 'hidden' });
      if (key === 'Escape') await focusIsOn('Requests', 'Kept');
    }
    await requests('Kept').waitFor({ state: 'hidden' });
    await focusIsOn('Requests', '');
  });

  it('stays on an environment that is copied, switched to, or left as it was', async () => {
    await goToRow(page, 'Environments', /^Sandbox/);
    await chooseByKeys(page, 'Environments', /^Sandbox/, 'Set Up Environment…', () => isAsked(page));
    await escape();
    await focusIsOn('Environments', /^Sandbox/);
    const question = page.getByText('Sandbox has no address yet').first();
    await chooseByKeys(page, 'Environments', /^Sandbox/, 'Switch Environment…', () => question.isVisible());
    await focusIsOn('Environments', /^Sandbox/);
    await goToRow(page, 'Environments', /^Local Sandbox/);
    const active = viewRow(page, 'Environments', /^Local Sandbox\s*active/);
    await chooseByKeys(page, 'Environments', /^Local Sandbox/, 'Switch Environment…', () =>
      active.isVisible(),
    );
    await focusIsOn('Environments', /^Local Sandbox/);
    await page.keyboard.press('Control+c');
    await clipboard(page, /^http:\/\/127/);
    await focusIsOn('Environments', /^Local Sandbox/);
    await chooseByKeys(page, 'Environments', /^Local Sandbox/, 'Reset Local Sandbox…', () =>
      dialog(page).isVisible(),
    );
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await focusIsOn('Environments', /^Local Sandbox/);
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
