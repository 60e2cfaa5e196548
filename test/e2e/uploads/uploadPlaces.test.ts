import assert from 'node:assert/strict';
import {
  chooseFromMenuAt,
  clearNotifications,
  type EditorWindow,
  eventually,
  explorerRow,
  menuItem,
  notification,
  openExplorer,
  openFile,
  openMenuOf,
  pick,
  pressInQuickInput,
  quickInput,
  runCommand,
  sharedWindow,
  webview,
} from '../support/editor';

const UPLOAD = 'Upload to Payments API';

describe('uploading from wherever the file is', () => {
  let window: EditorWindow;

  before(async () => {
    ({ window } = await sharedWindow());
  });

  /** A single new file is sent after one question. */
  async function uploaded(name: string): Promise<void> {
    await pick(window.page, 'Payment evidence');
    await notification(window.page, new RegExp(`Uploaded ${name}|${name} was uploaded`)).waitFor();
    await clearNotifications(window.page);
  }

  it('the title of an image preview, its tab and the picture itself', async () => {
    const { page } = window;
    await openFile(page, 'scan-of-invoice.png');
    await page.locator('.editor-actions').getByRole('button', { name: UPLOAD }).click();
    await uploaded('scan-of-invoice.png');

    const tab = page.locator('.tab').filter({ hasText: 'scan-of-invoice.png' });
    await chooseFromMenuAt(tab, UPLOAD);
    await pick(page, 'Payment evidence');
    await quickInput(page).getByText('Uploaded before (1)').waitFor();
    await pick(page, 'Upload it again');
    await notification(page, 'Uploaded scan-of-invoice.png').waitFor();
    await clearNotifications(page);

    await chooseFromMenuAt(webview(page).locator('img'), UPLOAD);
    await pick(page, 'Payment evidence');
    await quickInput(page).getByText('Uploaded before (1)').waitFor();
    await pressInQuickInput(page, 'Escape');
  });

  it('the palette, with a dialog', async () => {
    const { page } = window;
    await runCommand(page, `Payments API: ${UPLOAD}`);
    await quickInput(page).getByText('Choose the files to upload').waitFor();
    const path = quickInput(page).getByRole('textbox');
    // The dialog writes the folder into it once it has looked there.
    await eventually(
      () => path.inputValue(),
      (value) => value.includes(window.workspace),
    );
    await path.fill(`${window.workspace}/certificate.docx`);
    await quickInput(page).getByRole('option', { name: 'certificate.docx' }).waitFor();
    await pressInQuickInput(page, 'Enter');
    await uploaded('certificate.docx');
  });

  it('not where there is nothing that can be sent', async () => {
    const { page } = window;
    await openExplorer(window.page);
    await openMenuOf(explorerRow(page, 'notes.md'), 'Select for Compare');
    assert.equal(await menuItem(page, UPLOAD).count(), 0);
    await page.keyboard.press('Escape');
  });
});
