import assert from 'node:assert/strict';
import {
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
  it('are text in every list, message and row', async () => {
    const { window } = await sharedWindow({ viewport: { width: 1000, height: 900 } });
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
});
