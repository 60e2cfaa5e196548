import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { extensionLogs } from './editor/evidence.mts';
import type { ColorTheme, Editor, EditorWindow } from './editor/window.mts';
import { eventually } from './editor/waiting.mts';
import { chooseFromMenu, menuItem, openMenuOf } from './editor/menus.mts';
import { clearNotifications, notification, pressInNotification } from './editor/notifications.mts';
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

/** One way through the main job. */
interface Story {
  readonly theme: ColorTheme;
  /** Begins the names of the pictures. */
  readonly name: string;
  readonly file: string;
  readonly amount: string;
  readonly currency: string;
}

const stories: readonly Story[] = [
  { theme: 'Dark Modern', name: 'dark', file: 'invoice-2026-001.pdf', amount: '250', currency: 'EUR' },
  { theme: 'Light Modern', name: 'light', file: 'receipt-2026-03-14.jpg', amount: '99.95', currency: 'USD' },
];

/**
 * Does the main job in a real window with the packaged extension, as a person would: upload by right click, copy
 * the id, look at the details, top up. Prints each outcome with its request id, and leaves pictures in `artifacts/`.
 * @throws when a step does not come to its end
 */
export async function demonstrate(): Promise<void> {
  await withEditor('demo-failed', async (editor) => {
    for (const story of stories) {
      const window = await editor.openWindow({ colorTheme: story.theme });
      await tell(editor, window, story);
      await window.close();
    }
  });
}

async function tell(editor: Editor, { page }: EditorWindow, story: Story): Promise<void> {
  const { file, name } = story;
  let pictures = 0;
  const picture = async (what: string): Promise<void> => {
    // Nothing pops up over the middle of the status bar. A menu stays open only under the mouse.
    if (what !== 'right-click') await page.mouse.move(640, 795);
    // A progress stays a moment longer than what it is about.
    await page
      .locator('.notifications-toasts')
      .getByRole('button', { name: 'Cancel' })
      .waitFor({ state: 'hidden' });
    await screenshot(page, `${name}-${++pictures}-${what}`);
  };
  const requestIds = new RequestIds(editor.dataDir);

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
  console.log(`Uploaded ${file}: ${id}, request id ${await requestIds.of('/files/upload')}`);

  await openPaymentsViews(page);
  await viewRow(page, 'Files', file).click();
  await webview(page).getByText(id).first().waitFor();
  console.log(`Fetched the details of ${id}, request id ${await requestIds.of(`/files/${id}`)}`);
  await picture('details');

  await runCommand(page, 'Payments API: Top Up Sandbox Balance');
  await quickInput(page).getByRole('option').first().waitFor();
  await picture('top-up-currency');
  await searchAndPick(page, story.currency);
  await quickInput(page).getByText(`How much ${story.currency}`).waitFor();
  await answer(page, story.amount);
  await notification(page, 'Request id').waitFor();
  await picture('topped-up');
  console.log(`Topped up ${story.amount} ${story.currency}, request id ${await requestIds.of('/top-up')}`);

  await clearNotifications(page);
  await runCommand(page, 'Payments API: Send Request');
  await quickInput(page).getByText('Send a request to').waitFor();
  await answer(page, '/local-sandbox/samples?limit=10');
  await page.getByRole('button', { name: 'Next Page' }).first().click();
  await page.getByRole('tab', { name: 'GET samples 11–20' }).waitFor();
  console.log(`Sent a request and went on to its second page, request id ${await requestIds.of('samples')}`);
  await picture('request');

  await runCommand(page, 'Payments API: Switch Environment');
  await quickInput(page)
    .getByRole('option', { name: /^Production/ })
    .waitFor();
  await picture('environments');
  await page.keyboard.press('Escape');

  await showLog(page);
  await picture('output');
}

async function showLog(page: Page): Promise<void> {
  await clearNotifications(page);
  await runCommand(page, 'Payments API: Show Log');
  await page.locator('.part.panel .view-line').filter({ hasText: 'top-up' }).first().waitFor();
}

/** Reads the request ids of one story in the extension's output channel. */
class RequestIds {
  readonly #dataDir: string;
  readonly #earlier: ReadonlySet<string>;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#earlier = new Set(this.#lines());
  }

  /** The request id of the latest call since the story began whose path, without its query, ends so. */
  async of(pathEnd: string): Promise<string> {
    const find = (): string | undefined =>
      this.#lines().findLast(
        (line) => new RegExp(`${RegExp.escape(pathEnd)}(\\?\\S*)? `).test(line) && !this.#earlier.has(line),
      );
    const line = await eventually(find, (found) => found !== undefined);
    return /request id (\S+)/.exec(line ?? '')?.[1] ?? 'none';
  }

  #lines(): string[] {
    return extensionLogs(this.#dataDir).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  }
}
