import assert from 'node:assert/strict';
import {
  chooseFromMenuOf,
  type EditorWindow,
  notification,
  openMenuOf,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runCommand,
  sharedWindow,
} from '../support/editor';
import { fileRows, rowsUntil, uploadByMenu, writeFiles } from '../support/files';

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
  let window: EditorWindow;

  before(async () => {
    ({ window } = await sharedWindow({ viewport: { width: 1000, height: 900 } }));
  });

  it('are text in every list, message and row', async () => {
    const { page } = window;
    // A slash cannot be in a name; the element is written without one.
    const names = HOSTILE.map((name) => name.replaceAll('/', '∕'));
    writeFiles(
      window,
      names.map((name) => `odd/${name}`),
    );
    await uploadByMenu(page, 'odd');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in the summary');
    await pick(page, 'Upload 7 files');
    await pressInNotification(page, 'Uploaded 7 files', 'Show Results');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in the results');
    await pressInQuickInput(page, 'Escape');
    await runCommand(page, 'Payments API: Find Files');
    await quickInput(page).getByText('icon.pdf').waitFor();
    assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, 'no icon in what is found');
    await pressInQuickInput(page, 'Escape');
    await openPaymentsViews(page);
    await rowsUntil(page, '.pdf', 7);
    assert.equal(await page.locator('.codicon-bug').count(), 0, 'no icon in the rows');
    assert.equal(await fileRows(page).locator('b, a[href^="command"]').count(), 0, 'no element in the rows');
  });

  it('are no links in a message', async () => {
    const { page } = window;
    const message = notification(page, 'press me');
    await chooseFromMenuOf(fileRows(page, 'press me'), 'Remove from List', () => message.isVisible());
    assert.equal(await message.locator('.notification-list-item-message a').count(), 0);
    assert.match(await message.innerText(), /\[press me\]/);
  });

  it('leave every row usable in a narrow side bar', async () => {
    const { page } = window;
    const bar = await page.locator('.part.sidebar').boundingBox();
    assert.ok(bar);
    await page.mouse.move(bar.x + bar.width, bar.y + 300);
    await page.mouse.down();
    await page.mouse.move(bar.x + 180, bar.y + 300, { steps: 5 });
    await page.mouse.up();
    await openMenuOf(fileRows(page, 'emoji'), 'Copy Content Link');
    await page.keyboard.press('Escape');
    // Back to its own width, by the editor's own way, for the files that come after this one.
    await page.mouse.dblclick(bar.x + 180, bar.y + 300);
  });
});
