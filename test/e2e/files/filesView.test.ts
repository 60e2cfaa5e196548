import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  actUntil,
  answer,
  chooseFromMenu,
  chooseFromMenuOf,
  clipboard,
  type EditorWindow,
  eventually,
  freshEditor,
  menuItem,
  notification,
  openExplorer,
  openMenuOf,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  runAndPick,
  runCommand,
  screenshot,
  searchAndPick,
  selectRows,
  webview,
} from '../support/editor';
import { fileRows, rowsUntil, setScenario, writeFiles } from '../support/files';
import { seedFiles } from '../support/registry';

type Editor = Awaited<ReturnType<typeof freshEditor>>;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let editor: Editor;
let window: EditorWindow;

/** How many rows the view has, those out of sight included. */
async function rowCount(): Promise<number> {
  return Number(await fileRows(window.page).first().getAttribute('aria-setsize'));
}

/** The text of the rows in sight, from the top. */
async function rowTexts(): Promise<string[]> {
  const { page } = window;
  await fileRows(page).first().waitFor();
  return fileRows(page).allInnerTexts();
}

/** Selects the rows of these files and no others. */
async function select(name: string, ...others: readonly string[]): Promise<void> {
  const [first, ...rest] = [name, ...others].map((each) => fileRows(window.page, each));
  if (first !== undefined) await selectRows(first, ...rest);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `invoice-${String(index).padStart(3, '0')}.pdf`);
}

describe('the Files view', () => {
  before(async () => {
    editor = await freshEditor();
    // Files that this service never had.
    await seedFiles(editor.dataDir, numbered(250));
    await seedFiles(editor.dataDir, ['charter.pdf', 'register.pdf'], 'business_entity_documents');
    await seedFiles(editor.dataDir, ['account.docx'], 'payment_evidence', WORD);
    window = await editor.openWindow({
      viewport: { width: 1280, height: 1500 },
      settings: { 'paymentsApi.environments': { sandbox: { apiUrl: 'http://127.0.0.1:9' } } },
    });
    await openPaymentsViews(window.page);
    await fileRows(window.page).first().waitFor();
  });
  after(async () => {
    await editor.close();
  });

  it('shows a hundred, and a hundred more when asked', async () => {
    const { page } = window;
    assert.equal(await rowCount(), 101);
    for (const expected of [201, 253]) {
      await fileRows(page, 'invoice')
        .first()
        .click({ modifiers: ['Control'] });
      await page.keyboard.press('End');
      await fileRows(page, 'Load more').waitFor();
      await page.keyboard.press('Enter');
      await eventually(rowCount, (count) => count === expected);
    }
    await page.keyboard.press('End');
    await rowsUntil(page, 'Load more', 0);
    await page.keyboard.press('Home');
  });

  it('groups by purpose, by day or not at all', async () => {
    const { page } = window;
    await runAndPick(page, 'Payments API: Group Files', 'Purpose');
    await fileRows(page, /^Business entity documents\s*2$/).waitFor();
    await screenshot(page, 'grouped-by-purpose');
    const invoice = fileRows(page, 'invoice').first();
    const sizeOfGroup = () => invoice.getAttribute('aria-setsize');
    await eventually(sizeOfGroup, (size) => size === '101');
    await invoice.click({ modifiers: ['Control'] });
    await page.keyboard.press('End');
    await fileRows(page, 'Load more').waitFor();
    await page.keyboard.press('Enter');
    await eventually(sizeOfGroup, (size) => size === '201');
    await runAndPick(page, 'Payments API: Group Files', 'Day');
    await fileRows(page, /day, .*\d{4}/)
      .first()
      .waitFor();
    await runAndPick(page, 'Payments API: Group Files', 'No grouping');
    await eventually(rowCount, (count) => count === 101);
    // The rows in sight are counted and read from the top.
    await page.getByRole('tree', { name: 'Files' }).focus();
    await page.keyboard.press('Home');
  });

  it('sorts by name, by time and by type', async () => {
    const { page } = window;
    await runAndPick(page, 'Payments API: Sort Files', 'Name');
    await eventually(
      rowTexts,
      ([first, second]) => first?.startsWith('account') === true && second?.startsWith('charter') === true,
    );
    await runAndPick(page, 'Payments API: Sort Files', 'Type');
    await eventually(rowTexts, ([first]) => first?.startsWith('charter') === true);
    await runAndPick(page, 'Payments API: Sort Files', 'Time, newest first');
    await eventually(rowTexts, (texts) => /account|register|charter|invoice-000/.test(texts[0] ?? ''));
  });

  it('keeps its filter in sight until it is cleared', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Filter Files');
    await answer(page, 'invoice-24');
    await page.getByText('Only files matching "invoice-24"').waitFor();
    // The first row clears the filter.
    await eventually(rowCount, (count) => count === 11);
    await screenshot(page, 'filtered');
    await runCommand(page, 'Payments API: Filter Files');
    await answer(page, 'nothing is called that');
    await fileRows(page, 'No file matches "nothing is called that".').waitFor();
    const clear = fileRows(page, 'Clear the filter');
    await actUntil(
      async () => {
        if (await clear.isVisible()) await clear.click({ timeout: 2000 });
      },
      () => clear.waitFor({ state: 'hidden', timeout: 5000 }),
    );
    await eventually(rowCount, (count) => count === 101);
    await page.getByText('Only files matching').waitFor({ state: 'hidden' });
  });

  it('finds as one types, and opens what is picked', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Find Files');
    const options = quickInput(page).getByRole('option');
    await quickInput(page).getByRole('textbox').pressSequentially('voice-123');
    await eventually(
      () => options.count(),
      (count) => count === 1,
    );
    await quickInput(page).getByRole('textbox').fill('business');
    await eventually(
      () => options.count(),
      (count) => count === 2,
    );
    await searchAndPick(page, 'charter');
    await webview(page).getByText('charter.pdf').first().waitFor();
  });

  it('dims what the service does not know any more, and says so', async () => {
    const { page } = window;
    // The panel has just asked for it.
    const gone = fileRows(page, 'charter.pdf');
    await gone.getByText('The service no longer knows this file').waitFor();
    const colorOf = (name: string): Promise<string> =>
      fileRows(page, name)
        .locator('.label-name')
        .first()
        .evaluate((label) => (globalThis as unknown as Styles).getComputedStyle(label).color);
    await eventually(
      async () => (await colorOf('charter.pdf')) === (await colorOf('register.pdf')),
      (same) => !same,
    );
    await screenshot(page, 'gone');
  });

  it('refreshes many at once, and goes on past one that is gone', async () => {
    const { page } = window;
    const [first, last] = [fileRows(page, 'invoice-000.pdf'), fileRows(page, 'invoice-003.pdf')];
    const selected = page.locator('.selected');
    await actUntil(
      async () => {
        await first.click({ modifiers: ['Control'], timeout: 5000 });
        await last.click({ modifiers: ['Shift'], timeout: 5000 });
      },
      async () => {
        await first.and(selected).waitFor({ timeout: 2000 });
        await last.and(selected).waitFor({ timeout: 2000 });
      },
    );
    const message = notification(page, /Refreshed 0\. The service no longer knows [4-6]\./);
    await chooseFromMenuOf(fileRows(page, 'invoice-002.pdf'), 'Refresh from Service', () =>
      message.isVisible(),
    );
  });

  it('copies the ids of all selected rows, one a line, with Ctrl+C', async () => {
    const { page } = window;
    await select('register.pdf', 'invoice-000.pdf');
    await page.keyboard.press('Control+c');
    await clipboard(page, /^file_seed.+\.pdf\nfile_seed.+\.pdf$/);
  });

  it('copies the id of the row that has the focus, whichever row is selected', async () => {
    const { page } = window;
    await select('register.pdf');
    await page.keyboard.press('Control+c');
    const first = await clipboard(page, /^file_seed.+\.pdf$/);
    // At once: the keys of somebody who is quicker than the editor.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+c');
    await eventually(
      () => page.evaluate<string>('navigator.clipboard.readText()'),
      (text) => text !== first && /^file_seed.+\.pdf$/.test(text),
    );
  });

  it('exports the selected rows, and no others', async () => {
    const { page, workspace } = window;
    await select('register.pdf', 'invoice-000.pdf');
    await openMenuOf(fileRows(page, 'register.pdf'), 'Export Files…');
    for (const single of ['Open Content', 'Save Content As…', 'Copy Content Link'])
      assert.equal(await menuItem(page, single).count(), 0, `${single} would take but one of two`);
    await chooseFromMenu(page, 'Export Files…');
    await pick(page, 'CSV');
    const path = quickInput(page).getByRole('textbox');
    await eventually(
      () => path.inputValue(),
      (value) => value.includes(workspace),
    );
    await path.fill(`${workspace}/selected.csv`);
    await pressInQuickInput(page, 'Enter');
    await notification(page, 'Exported 2 files.').waitFor();
    const [, ...rows] = readFileSync(`${workspace}/selected.csv`, 'utf8').trim().split('\r\n');
    assert.deepEqual(rows.map((row) => row.split('","')[2]).sort(), ['invoice-000.pdf', 'register.pdf']);
  });

  it('takes the selected files out, and puts them back with Undo', async () => {
    const { page } = window;
    await select('register.pdf', 'invoice-000.pdf');
    const undo = notification(page, '2 files were removed from the Files view');
    await chooseFromMenuOf(fileRows(page, 'register.pdf'), 'Remove from List', () => undo.isVisible());
    await rowsUntil(page, /register\.pdf|invoice-000\.pdf/, 0);
    await pressInNotification(page, '2 files were removed from the Files view', 'Undo');
    await rowsUntil(page, /register\.pdf|invoice-000\.pdf/, 2);
  });

  it('never shows one environment what belongs to another, however late it comes', async () => {
    const { page } = window;
    await setScenario(page, 'Slow');
    writeFiles(window, ['late.pdf']);
    await openExplorer(page);
    await rightClickInExplorer(page, 'late.pdf', 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await openPaymentsViews(page);
    await fileRows(page, 'late.pdf').waitFor();
    await runAndPick(page, 'Payments API: Switch Environment', 'Sandbox');
    await page.getByText('Sandbox has no API key yet.').first().waitFor();
    await notification(page, 'Uploaded late.pdf to Local Sandbox').waitFor();
    await fileRows(page, 'Sandbox has no').waitFor();
    assert.equal(await fileRows(page, '.pdf').count(), 0);
    await runAndPick(page, 'Payments API: Switch Environment', 'Local Sandbox');
    await fileRows(page, 'late.pdf').getByText('Payment evidence').waitFor();
    await setScenario(page, 'Normal');
  });

  it('opens, finds and pages ten thousand as few', async () => {
    const { page } = window;
    await openExplorer(page);
    await seedFiles(
      editor.dataDir,
      Array.from({ length: 10_000 }, (_, index) => `scan-${index}.pdf`),
    );
    await openPaymentsViews(page);
    await fileRows(page, 'scan-0.pdf').waitFor();
    assert.equal(await rowCount(), 101);
    await runCommand(page, 'Payments API: Find Files');
    await quickInput(page).getByRole('textbox').fill('scan-9999');
    await quickInput(page).getByRole('option', { name: 'scan-9999.pdf' }).waitFor();
    await pressInQuickInput(page, 'Escape');
  });
});

interface Styles {
  getComputedStyle(element: unknown): { readonly color: string };
}
