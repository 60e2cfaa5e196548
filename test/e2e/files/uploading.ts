import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  actUntil,
  answer,
  asked,
  chooseFromMenuAt,
  clearNotifications,
  clipboard,
  type EditorWindow,
  eventually,
  explorerRow,
  menuItem,
  notification,
  openExplorer,
  openFile,
  openMenuOf,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  runCommand,
  searchAndPick,
  type SharedWindow,
  typeCommand,
  visibleText,
  webview,
} from '../support/editor';
import { logged } from '../support/files';
import { chooseInMenu, goDownTo } from '../support/focus';

const UPLOAD = 'Upload to Payments API';

/** The main job, and the places that it begins at. */
export function describeUploading(opened: () => SharedWindow): void {
  describe('the main job', () => {
    let dataDir: string;
    let page: Page;
    /** Lines of the log of earlier writes. */
    let earlier: number;

    before(() => {
      const { editor, window } = opened();
      ({ dataDir } = editor);
      ({ page } = window);
      earlier = logged(dataDir, 'POST').length;
    });

    it('by mouse: a right click, a purpose, and the id is on the clipboard', async () => {
      await rightClickInExplorer(page, 'receipt-2026-03-14.jpg', UPLOAD);
      await quickInput(page).getByText('Supporting documentation for payments').waitFor();
      await pick(page, 'Payment evidence');
      await pressInNotification(page, 'Uploaded receipt-2026-03-14.jpg', 'Copy ID');
      await clipboard(page, /^file_[\w-]+\.jpe?g$/);
    });

    it('tops up the sandbox with a way back and checks as one types, and names the request, also in the log', async () => {
      await runCommand(page, 'Payments API: Top Up Sandbox Balance');
      await searchAndPick(page, 'JPY');
      await asked(page, 'How much JPY?');
      await quickInput(page).getByRole('button', { name: 'Back' }).click();
      await asked(page, '(1/2)');
      await searchAndPick(page, 'EUR');
      await asked(page, 'How much EUR?');
      await page.keyboard.type('-5');
      await asked(page, 'must be above 0');
      await answer(page, '1,234.50');
      await notification(page, 'Added €1,234.50 to Local Sandbox').waitFor();
      await notification(page, /Request id/i).waitFor();
      await runCommand(page, 'Payments API: Show Log');
      const text = await eventually(
        // The panel breaks long lines.
        async () => (await visibleText(page.locator('.panel .monaco-editor').first())).replaceAll('\n', ''),
        (lines) => lines.includes('top-up'),
      );
      assert.match(text, /POST {2}\/v1\/balances\/sandbox\/top-up {2}20\d {2}[^/]*request id req_/);
      assert.equal(
        logged(dataDir, 'POST').length,
        earlier + 2,
        'one line for the upload, one for the top-up',
      );
      assert.ok(!text.includes('"success"'), 'envelopes wait for the debug level');
    });

    it('by keyboard alone: the same with nothing but keys', async () => {
      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const goToFile = async (): Promise<void> => {
        const focused = page.locator('.explorer-folders-view .monaco-list:focus-within').first();
        // In the explorer, this key goes back to the editor.
        await actUntil(
          () => press('Control+Shift+E'),
          () => focused.waitFor({ timeout: 3000 }),
        );
        await press('Home');
        const isInFocus = (row: { classList: { contains(name: string): boolean } }) =>
          row.classList.contains('focused');
        await goDownTo(page, () => explorerRow(page, 'certificate.docx').evaluate(isInFocus));
      };
      await goToFile();
      // A menu closes when something takes the focus away from it.
      await actUntil(
        () => chooseInMenu(page, UPLOAD),
        () => Promise.resolve(),
        goToFile,
      );
      await quickInput(page).getByText('used last').waitFor();
      await quickInput(page).locator(':focus').waitFor();
      await press('Enter');
      const uploaded = notification(page, 'Uploaded certificate.docx');
      await uploaded.waitFor();
      await typeCommand(page, 'Notifications: Focus Notification Toast');
      const copy = uploaded.getByRole('button', { name: 'Copy ID' });
      await eventually(
        async () => {
          await press('Tab');
          return copy.and(page.locator(':focus')).count();
        },
        (found) => found === 1,
      );
      await press('Enter');
      await clipboard(page, /^file_.*\.docx$/);
    });
  });

  describe('uploading from wherever the file is', () => {
    let window: EditorWindow;
    let page: Page;

    before(async () => {
      ({ window } = opened());
      ({ page } = window);
      await clearNotifications(page);
    });

    it('the title of an image preview, its tab and the picture itself', async () => {
      const name = 'scan-of-invoice.png';
      await openFile(page, name);
      await page.locator('.editor-actions').getByRole('button', { name: UPLOAD }).click();
      await pick(page, 'Payment evidence');
      await notification(page, `Uploaded ${name}`).waitFor();
      await clearNotifications(page);

      await chooseFromMenuAt(page.locator('.tab').filter({ hasText: name }), UPLOAD);
      await pick(page, 'Payment evidence');
      await quickInput(page).getByText('Uploaded before (1)').waitFor();
      await pick(page, 'Upload it again');
      await notification(page, `Uploaded ${name}`).waitFor();

      await chooseFromMenuAt(webview(page).locator('img'), UPLOAD);
      await asked(page, 'Supporting documentation for payments');
      await pressInQuickInput(page, 'Escape');
    });

    it('the palette, with a dialog', async () => {
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
      await asked(page, 'Supporting documentation for payments');
      await pressInQuickInput(page, 'Escape');
    });

    it('not where there is nothing that can be sent', async () => {
      await openExplorer(page);
      await openMenuOf(explorerRow(page, 'notes.md'), 'Select for Compare');
      assert.equal(await menuItem(page, UPLOAD).count(), 0);
      await page.keyboard.press('Escape');
    });
  });
}
