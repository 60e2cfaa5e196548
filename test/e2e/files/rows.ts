import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  chooseFromMenuOf,
  clearNotifications,
  dialog,
  openMenuOf,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runCommand,
  type SharedWindow,
} from '../support/editor';
import { fileRows, rowsUntil, uploadByMenu, writeFiles } from '../support/files';
import { withStorage } from '../support/registry';

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

/** What signed links are made of; an address that is taken apart and put together again has some of it changed. */
const LINK =
  'https://content.invalid/files%2F7/content?Credential=AKIA%2F2026%2Feu&Signature=a%2Bb%2F%3D+c&n=%E2%82%AC%2520%23';

/** The rows of the Files view, and what their menus do. */
export function describeRows(opened: () => SharedWindow): void {
  describe('opening the content of a file', () => {
    it('asks first, and then for the signed link exactly as the service gave it', async () => {
      const { editor, window } = opened();
      const { page } = window;
      const name = 'signed-link.pdf';
      const details = { name, contentLink: { url: LINK, expiryDate: null } };
      await withStorage(editor.dataDir, ({ files }) => {
        files.keepDetails('local', { fileId: 'file_signed.pdf', details });
      });
      const row = fileRows(page, name);
      const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
      await chooseFromMenuOf(row, 'Copy Content Link', async () => (await copied()) === LINK);

      const asked = page
        .context()
        .waitForEvent('request', (request) => request.url().startsWith('https://content.'));
      const popup = page.waitForEvent('popup');
      const question = dialog(page).getByText('content.invalid').first();
      await chooseFromMenuOf(row, 'Open Content', () => question.isVisible());
      await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
      assert.equal((await asked).url(), LINK);
      await (await popup).close();
    });
  });

  describe('names that are more than names elsewhere', () => {
    let page: Page;

    before(async () => {
      const { window } = opened();
      ({ page } = window);
      await clearNotifications(page);
      // A slash cannot be in a name; the element is written without one.
      writeFiles(
        window,
        HOSTILE.map((name) => `odd/${name.replaceAll('/', '∕')}`),
      );
    });

    it('are text in every list, message and row', async () => {
      const listHasNoIcon = async (what: string): Promise<void> => {
        await quickInput(page).getByText('icon.pdf').waitFor();
        assert.equal(await quickInput(page).locator('.codicon-bug').count(), 0, `no icon in ${what}`);
      };
      await uploadByMenu(page, 'odd');
      await listHasNoIcon('the summary');
      await pick(page, 'Upload 7 files');
      await pressInNotification(page, 'Uploaded 7 files', 'Show Results');
      await listHasNoIcon('the results');
      await pressInQuickInput(page, 'Escape');
      await runCommand(page, 'Payments API: Find Files');
      await listHasNoIcon('what is found');
      await pressInQuickInput(page, 'Escape');
      await openPaymentsViews(page);
      await rowsUntil(page, /icon| link|quoted|مرحبا|safe|emoji|long/, 7);
      assert.equal(await page.locator('.codicon-bug').count(), 0, 'no icon in the rows');
      assert.equal(
        await fileRows(page).locator('b, a[href^="command"]').count(),
        0,
        'no element in the rows',
      );
    });

    it('leave every row usable in a narrow side bar', async () => {
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
}
