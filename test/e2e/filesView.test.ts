import assert from 'node:assert/strict';
import {
  answer,
  chooseFromMenu,
  clipboard,
  eventually,
  freshEditor,
  menuItem,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  quickInput,
  rightClickInExplorer,
  runCommand,
  screenshot,
  searchAndPick,
  waitForExtension,
  webview,
  type EditorWindow,
} from './support/editor';
import { fileRows, openExplorer, rowsUntil, setScenario, writeFiles } from './support/files';
import { seedFiles } from './support/registry';

type Editor = Awaited<ReturnType<typeof freshEditor>>;

let editor: Editor;
let window: EditorWindow;

/** An editor whose registry knows files that this service never had. */
function inEditorWith(seed: (dataDir: string) => void): void {
  before(async () => {
    editor = await freshEditor();
    seed(editor.dataDir);
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
}

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

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `invoice-${String(index).padStart(3, '0')}.pdf`);
}

describe('the Files view', () => {
  inEditorWith((dataDir) => {
    seedFiles(dataDir, numbered(250));
    seedFiles(dataDir, ['charter.pdf', 'register.pdf'], 'business_entity_documents');
  });

  it('shows a hundred, and a hundred more when asked', async () => {
    const { page } = window;
    assert.equal(await rowCount(), 101);
    for (const expected of [201, 252]) {
      await fileRows(page, 'invoice')
        .first()
        .click({ modifiers: ['Control'] });
      await page.keyboard.press('End');
      await fileRows(page, 'Load more').waitFor();
      await page.keyboard.press('Enter');
      await eventually(rowCount, (count) => count === expected);
    }
    await page.keyboard.press('End');
    assert.equal(await fileRows(page, 'Load more').count(), 0);
    await page.keyboard.press('Home');
  });

  it('groups by purpose, by day or not at all, and remembers it', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Group Files');
    await pick(page, 'Purpose');
    await fileRows(page, /^Business entity documents\s*2$/).waitFor();
    await screenshot(page, 'grouped-by-purpose');
    await runCommand(page, 'Payments API: Group Files');
    await pick(page, 'Day');
    await fileRows(page, /\d{4}/).first().waitFor();
    await page.reload();
    await waitForExtension(page);
    await openPaymentsViews(page);
    await fileRows(page, /day, .*\d{4}/)
      .first()
      .waitFor();
    await runCommand(page, 'Payments API: Group Files');
    await pick(page, 'Not at all');
    await eventually(rowCount, (count) => count === 101);
  });

  it('sorts by name, by time and by type', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Sort Files');
    await pick(page, 'Name');
    await eventually(
      rowTexts,
      ([first, second]) =>
        first?.startsWith('charter') === true && second?.startsWith('invoice-000') === true,
    );
    await runCommand(page, 'Payments API: Sort Files');
    await pick(page, 'Time, newest first');
    await eventually(rowTexts, (texts) => /register|charter|invoice-000/.test(texts[0] ?? ''));
  });

  it('keeps its filter in sight until it is cleared', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Filter Files');
    await answer(page, 'invoice-24');
    await page.getByText('Only files matching "invoice-24"').waitFor();
    await eventually(rowCount, (count) => count === 10);
    await screenshot(page, 'filtered');
    await runCommand(page, 'Payments API: Filter Files');
    await answer(page, 'nothing is called that');
    await fileRows(page, 'No file matches "nothing is called that".').waitFor();
    // The editor shows the buttons of a view while the pointer is over it.
    await fileRows(page, 'No file matches').hover();
    await page.getByRole('button', { name: 'Clear Files Filter' }).click();
    await eventually(rowCount, (count) => count === 101);
    assert.equal(await page.getByText('Only files matching').count(), 0);
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
    await gone.getByText('Not known to the service any more').waitFor();
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
    await fileRows(page, 'invoice-000.pdf').click({ modifiers: ['Control'] });
    await fileRows(page, 'invoice-003.pdf').click({ modifiers: ['Shift'] });
    await fileRows(page, 'invoice-002.pdf').click({ button: 'right' });
    await chooseFromMenu(page, 'Refresh from Service');
    await notification(page, /0 refreshed, [4-6] not known to the service any more\./).waitFor();
  });

  it('copies the ids of all selected rows, one a line, with Ctrl+C', async () => {
    const { page } = window;
    await fileRows(page, 'register.pdf').click({ modifiers: ['Control'] });
    await fileRows(page, 'invoice-000.pdf').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+c');
    const text = await clipboard(page, /\n/);
    for (const id of text.split('\n')) assert.match(id, /^file_seed.+\.pdf$/);
  });

  it('takes a file out, and puts it back with Undo', async () => {
    const { page } = window;
    await fileRows(page, 'register.pdf').click({ modifiers: ['Control'] });
    await fileRows(page, 'register.pdf').click({ button: 'right' });
    await chooseFromMenu(page, 'Forget File');
    await rowsUntil(page, 'register.pdf', 0);
    await pressInNotification(page, 'The service still has', 'Undo');
    await rowsUntil(page, 'register.pdf', 1);
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
    await runCommand(page, 'Payments API: Switch Environment');
    await pick(page, 'Sandbox');
    await page.getByText('No files yet.').waitFor();
    await notification(page, 'Uploaded late.pdf to Local Sandbox').waitFor();
    assert.equal(await fileRows(page).count(), 0);
    await runCommand(page, 'Payments API: Switch Environment');
    await pick(page, 'Local Sandbox');
    await fileRows(page, 'late.pdf').getByText('Payment evidence').waitFor();
    await setScenario(page, 'Normal');
  });
});

describe('the Files view with ten thousand files', () => {
  inEditorWith((dataDir) => {
    seedFiles(
      dataDir,
      Array.from({ length: 10_000 }, (_, index) => `scan-${index}.pdf`),
    );
  });

  it('opens, finds and pages as with few', async () => {
    const { page } = window;
    assert.equal(await rowCount(), 101);
    await runCommand(page, 'Payments API: Find Files');
    await quickInput(page).getByRole('textbox').fill('scan-9999');
    await quickInput(page).getByRole('option', { name: 'scan-9999.pdf' }).waitFor({ timeout: 2000 });
    await page.keyboard.press('Escape');
  });
});

/** Names that would draw, link, run or mislead where text is taken for more than text. */
const HOSTILE = [
  '$(bug) icon.pdf',
  '[press me](command:workbench.action.toggleSidebarVisibility) link.pdf',
  '<b>bold</b> & "quoted".pdf',
  'مرحبا بالعالم.pdf',
  'safe\u202efdp.exe.pdf',
  '🎉🧾 emoji.pdf',
  `${'long '.repeat(40)}.pdf`,
];

describe('names that are more than names elsewhere', () => {
  before(async () => {
    editor = await freshEditor();
    window = await editor.openWindow({ viewport: { width: 1000, height: 900 } });
  });
  after(async () => {
    await editor.close();
  });

  it('are text in every list, message and row', async () => {
    const { page } = window;
    // A slash cannot be in a name; the element is written without one.
    const names = HOSTILE.map((name) => name.replaceAll('/', '∕'));
    writeFiles(
      window,
      names.map((name) => `odd/${name}`),
    );
    await openExplorer(page);
    await rightClickInExplorer(page, 'odd', 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in the summary');
    await screenshot(page, 'hostile-summary');
    await pick(page, 'Upload 7 files');
    await pressInNotification(page, '7 uploaded', 'Show Results');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in the results');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Payments API: Find Files');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in what is found');
    await page.keyboard.press('Escape');
    await openPaymentsViews(page);
    await rowsUntil(page, '.pdf', 7);
    assert.equal(await page.locator('.codicon-bug').count(), 0, 'no icon in the rows');
    assert.equal(await fileRows(page).locator('b, a[href^="command"]').count(), 0, 'no element in the rows');
    await screenshot(page, 'hostile-rows');
  });

  it('are no links in a message', async () => {
    const { page } = window;
    await fileRows(page, 'press me').click({ button: 'right' });
    await chooseFromMenu(page, 'Forget File');
    const message = notification(page, 'press me');
    await message.waitFor();
    assert.equal(await message.locator('.notification-list-item-message a').count(), 0);
    assert.match(await message.innerText(), /\[press me\]/);
    await screenshot(page, 'hostile-message');
  });

  it('leave every row usable in a narrow side bar', async () => {
    const { page } = window;
    const bar = await page.locator('.part.sidebar').boundingBox();
    assert.ok(bar);
    await page.mouse.move(bar.x + bar.width, bar.y + 300);
    await page.mouse.down();
    await page.mouse.move(bar.x + 180, bar.y + 300, { steps: 5 });
    await page.mouse.up();
    await fileRows(page, 'emoji').click({ button: 'right' });
    await menuItem(page, 'Copy Content Link').waitFor();
    await page.keyboard.press('Escape');
    await screenshot(page, 'narrow');
  });
});

interface Styles {
  getComputedStyle(element: unknown): { readonly color: string };
}
