import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { actUntil, openFile, screenshot, sharedWindow, webview } from '../support/editor';
import { writeFiles } from '../support/files';
import { withStorage } from '../support/registry';

const ID = 'file_mentioned_4711.pdf';
/** More than is looked at as a whole. */
const FILLER = 'A line of a long report, with nothing to see in it.\n'.repeat(3000);

describe('a file id in an open document', () => {
  let page: Page;

  const links = () => page.locator('.monaco-editor .detected-link').filter({ hasText: ID });
  const open = async (name: string): Promise<void> => {
    await openFile(page, name);
  };

  before(async () => {
    const { editor, window } = await sharedWindow();
    ({ page } = window);
    writeFiles(window, [
      ['mail.txt', `Please look at ${ID}, and not at file_nobody_knows_1.pdf.\n`],
      ['report.txt', `${FILLER}It was sent as ${ID}.\n`],
    ]);
    await withStorage(editor.dataDir, ({ files }) => {
      const details = { name: 'mentioned.pdf', purpose: 'payment_evidence' };
      files.keepDetails('local', { fileId: ID, details });
    });
  });

  it('is a link to its details, and the only one there', async () => {
    await open('mail.txt');
    await links().waitFor();
    assert.deepEqual(await page.locator('.monaco-editor .detected-link').allInnerTexts(), [ID]);
    // The key under a link redraws it, so the click may fall on the old one.
    await actUntil(
      async () => {
        await open('mail.txt');
        const box = await links().boundingBox();
        assert.ok(box);
        await page.keyboard.down('ControlOrMeta');
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.keyboard.up('ControlOrMeta');
      },
      () =>
        webview(page).getByRole('heading', { name: 'mentioned.pdf', level: 1 }).waitFor({ timeout: 10_000 }),
    );
  });

  it('says what it is under the pointer', async () => {
    await open('mail.txt');
    const hover = page.locator('.monaco-hover:visible');
    // A pointer that is already there, from the test before, shows nothing until it moves.
    await actUntil(
      () => links().hover(),
      () => hover.getByText('mentioned.pdf', { exact: true }).waitFor({ timeout: 10_000 }),
      () => page.mouse.move(0, 0),
    );
    await hover.getByText(/^Payment\sevidence\s·/).waitFor();
    await screenshot(page, 'id-hover');
    await hover.getByRole('link', { name: 'Show details', exact: true }).click();
    await webview(page).getByRole('heading', { name: 'mentioned.pdf', level: 1 }).waitFor();
  });

  it('becomes a link when it is scrolled into sight of a long document', async () => {
    await open('report.txt');
    // Clicked, so that the key is the editor's.
    await page.getByText('A line of a long report').first().click();
    await page.keyboard.press('ControlOrMeta+End');
    await links().waitFor();
  });
});
