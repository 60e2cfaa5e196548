import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { extensionLogs } from './editor/evidence.mts';
import { eventually } from './editor/waiting.mts';
import { chooseFromMenu, menuItem, openMenuOf } from './editor/menus.mts';
import { notification, pressInNotification } from './editor/notifications.mts';
import { answer, pick, quickInput, runCommand, searchAndPick } from './editor/quickInput.mts';
import {
  clipboard,
  explorerRow,
  openPaymentsViews,
  screenshot,
  viewRow,
  webview,
} from './editor/workbench.mts';
import { withEditor } from './withEditor.mts';

const upload = 'Upload to Payments API';
const file = 'invoice-2026-001.pdf';

/**
 * Does the main job in a real window with the packaged extension, as a person would: upload by right click, copy
 * the id, look at the details, top up. Prints each outcome with its request id, and leaves pictures in `artifacts/`.
 * @throws when a step does not come to its end
 */
export async function demonstrate(): Promise<void> {
  await withEditor('demo-failed', async (editor) => {
    const { page } = await editor.openWindow();
    await doMainJob(page, editor.dataDir);
  });
}

async function doMainJob(page: Page, dataDir: string): Promise<void> {
  let pictures = 0;
  const picture = async (what: string): Promise<void> => {
    // Nothing pops up over the middle of the status bar. A menu stays open only under the mouse.
    if (what !== 'right-click') await page.mouse.move(640, 795);
    // A progress stays a moment longer than what it is about.
    await page
      .locator('.notifications-toasts')
      .getByRole('button', { name: 'Cancel' })
      .waitFor({ state: 'hidden' });
    await screenshot(page, `demo-${++pictures}-${what}`);
  };
  /** The request id of the latest call whose path ends so, in the extension's log. */
  const requestIdOf = async (pathEnd: string): Promise<string> => {
    const find = () =>
      extensionLogs(dataDir)
        .flatMap((log) => readFileSync(log, 'utf8').split('\n'))
        .findLast((line) => line.includes(`${pathEnd} `));
    const line = await eventually(find, (found) => found !== undefined);
    return /request id (\S+)/.exec(line ?? '')?.[1] ?? 'none';
  };

  await openMenuOf(explorerRow(page, file), upload);
  await menuItem(page, upload).hover();
  await picture('right-click');
  await chooseFromMenu(page, upload);
  await quickInput(page).getByRole('option').first().waitFor();
  await picture('purpose');
  await pick(page, 'Payment evidence');
  await notification(page, `Uploaded ${file}`).waitFor();
  await picture('uploaded');
  const message = await notification(page, `Uploaded ${file}`).innerText();
  const id = /file_\S+/.exec(message)?.[0] ?? 'no id';
  await pressInNotification(page, `Uploaded ${file}`, 'Copy ID');
  await clipboard(page, id);
  console.log(`Uploaded ${file}: ${id}, request id ${await requestIdOf('/files/upload')}`);

  await openPaymentsViews(page);
  await viewRow(page, 'Files', file).click();
  await webview(page).getByText(id).first().waitFor();
  console.log(`Fetched the details of ${id}, request id ${await requestIdOf(`/files/${id}`)}`);
  await picture('details');

  await runCommand(page, 'Payments API: Top Up Sandbox Balance');
  await quickInput(page).getByRole('option').first().waitFor();
  await picture('top-up-currency');
  await searchAndPick(page, 'EUR');
  await quickInput(page).getByText('How much EUR').waitFor();
  await answer(page, '250');
  await notification(page, 'Request id').waitFor();
  await picture('topped-up');
  console.log(`Topped up 250 EUR, request id ${await requestIdOf('/top-up')}`);
}
