// Makes docs/extension.gif anew, with the packaged extension in a real window: `node test/host/movingPicture.mts`.
// Upload by right click, id copied, operation found, answer checked. At most 1.5 MB.
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { root } from './paths.mts';
import { join } from 'node:path';
import { chooseFromMenu, menuItem, openMenuOf } from './editor/menus.mts';
import { notification } from './editor/notifications.mts';
import { pick, quickInput, runCommand } from './editor/quickInput.mts';
import { Recorder } from './editor/recorder.mts';
import { clipboard, explorerRow } from './editor/workbench.mts';
import { withEditor } from './withEditor.mts';

const UPLOAD = 'Upload to Payments API';
const LIMIT = 1_500_000;

function inEditor(page: Page, text: string | RegExp): Locator {
  return page.locator('.monaco-editor').getByText(text).first();
}

async function upload(page: Page, recorder: Recorder): Promise<void> {
  const row = explorerRow(page, 'invoice-2026-001.pdf');
  await recorder.frame(900);
  await recorder.moveTo(row);
  await openMenuOf(row, UPLOAD);
  await recorder.frame(600);
  await menuItem(page, UPLOAD).hover();
  await recorder.moveTo(menuItem(page, UPLOAD), 900);
  await chooseFromMenu(page, UPLOAD);
  await quickInput(page).getByText('Payment evidence').first().waitFor();
  await recorder.moveTo(quickInput(page).getByText('Payment evidence').first(), 800);
  await pick(page, 'Payment evidence');
  await notification(page, 'Uploaded').waitFor();
  await notification(page, 'Uploading').waitFor({ state: 'hidden' });
  const copy = notification(page, 'Uploaded').getByRole('button', { name: 'Copy ID' });
  await recorder.moveTo(copy, 1200);
  await copy.click();
  await clipboard(page, /^file_/);
  await page.locator('.statusbar-item').getByText('Copied file_').waitFor();
  await recorder.frame(900);
}

async function check(page: Page, recorder: Recorder): Promise<void> {
  await runCommand(page, 'Payments API: Find Operation');
  const operation = quickInput(page).getByText('GET /files/').first();
  await operation.waitFor();
  await recorder.frame(500);
  for (const key of 'file') {
    await page.keyboard.type(key);
    await recorder.frame(120);
  }
  await recorder.moveTo(operation, 900);
  await pick(page, 'GET /files/');
  await page.locator('.codelens-decoration').getByText('Send to Local Sandbox').first().waitFor();
  await inEditor(page, /^Authorization/).waitFor();
  await page.locator('.statusbar-item').getByText('Copied file_').waitFor({ state: 'hidden' });
  await recorder.frame(1400);
  // The side bar makes room.
  await page.keyboard.press('Control+b');
  // Where it rests, no tooltip comes.
  await page.mouse.move(300, 500);
  await page.keyboard.press('Control+End');
  for (const line of ['', '?? status == 200', '?? body data.mimeType == application/pdf']) {
    for (const part of line.match(/.{1,4}/g) ?? []) {
      await page.keyboard.type(part);
      await recorder.frame(110);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
  await recorder.frame(700);
  await page.keyboard.press('Control+Enter');
  await page
    .locator('.view-line')
    .filter({ hasText: /2.of.2/ })
    .first()
    .waitFor();
  await recorder.frame(4000);
}

await withEditor('moving-picture-failed', async (editor) => {
  const { page } = await editor.openWindow({
    colorTheme: 'Dark Modern',
    settings: { 'editor.minimap.enabled': false, 'editor.wordWrap': 'on', 'workbench.startupEditor': 'none' },
    viewport: { width: 1120, height: 630 },
  });
  const recorder = await Recorder.start(page);
  await upload(page, recorder);
  await check(page, recorder);
  const gif = await recorder.end();
  if (gif.length > LIMIT) throw new Error(`It has ${gif.length} bytes, more than ${LIMIT}.`);
  writeFileSync(join(root, 'docs/extension.gif'), gif);
  console.log(`docs/extension.gif: ${(gif.length / 1e6).toFixed(2)} MB`);
});
process.exit(0);
