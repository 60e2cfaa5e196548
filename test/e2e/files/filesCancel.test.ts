import type { Page } from 'playwright-core';
import { sendJson, startHttpServer, type HttpServer } from '../../support/httpServer';
import {
  answer,
  chooseFromMenuOf,
  eventually,
  freshEditor,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  quickInput,
  runCommand,
  searchAndPick,
  statusBarItem,
} from '../support/editor';
import { fileRows } from '../support/files';
import { withStorage } from '../support/registry';

describe('work on files that waits for a service that does not answer', () => {
  let editor: Awaited<ReturnType<typeof freshEditor>>;
  let server: HttpServer;
  let page: Page;

  before(async () => {
    server = await startHttpServer(({ path }, response) => {
      // Only the test of the key is answered.
      if (path.includes('/test-'))
        sendJson(response, 404, { success: false, code: '', message: 'No', data: {} });
    });
    editor = await freshEditor();
    const waiting = { fileId: 'file_1.pdf', details: { name: 'waiting.pdf' } };
    await withStorage(editor.dataDir, ({ files }) => files.keepDetails('sandbox', waiting), {
      sandbox: server.url,
    });
    ({ page } = await editor.openWindow({
      settings: {
        'paymentsApi.environments': { sandbox: { apiUrl: server.url } },
        // Longer than these tests have: only cancelling can end it.
        'paymentsApi.requests.timeoutSeconds': 600,
      },
    }));
    await openPaymentsViews(page);
    await runCommand(page, 'Payments API: Enter API Key…');
    await searchAndPick(page, 'Sandbox');
    await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(page, 'a-key-for-waiting-0042');
    await runCommand(page, 'Payments API: Switch Environment');
    await pick(page, 'Sandbox');
    await statusBarItem(page, /^\W*Sandbox/).waitFor();
  });

  after(async () => {
    await editor.close();
    await server.close();
  });

  /** Chooses something from the menu of the file, and calls it off when it waits. */
  async function cancel(entry: string, progress: string): Promise<void> {
    await chooseFromMenuOf(fileRows(page, 'waiting.pdf'), entry);
    if (entry.startsWith('Save')) {
      const path = quickInput(page).getByRole('textbox');
      await eventually(
        () => path.inputValue(),
        (value) => value.endsWith('waiting.pdf'),
      );
      await page.keyboard.press('Enter');
    }
    await notification(page, progress).waitFor();
    await pressInNotification(page, progress, 'Cancel');
    await notification(page, progress).waitFor({ state: 'hidden' });
  }

  it('ends at once when a refresh is cancelled', async () => {
    await cancel('Refresh from Service', 'Refreshing a file');
  });

  it('ends at once when saving is cancelled while its link is fetched', async () => {
    await cancel('Save Content As…', 'Saving waiting.pdf');
  });
});
