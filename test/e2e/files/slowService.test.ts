import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { sendJson } from '../../support/httpServer';
import {
  answer,
  chooseFromMenuOf,
  dialog,
  type EditorWindow,
  eventually,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  runAndPick,
  screenshot,
  statusBarItem,
} from '../support/editor';
import { fileRows, newPdf, writeFiles } from '../support/files';
import { withStorage } from '../support/registry';

describe('a service that neither answers nor takes in what it is sent', () => {
  let editor: Awaited<ReturnType<typeof freshEditor>>;
  let service: Server;
  let page: Page;
  let window: EditorWindow;
  /** Answers uploads, where a test wants that. */
  let answerUpload: ((response: ServerResponse) => void) | undefined;

  before(async () => {
    // It never reads a body: what the system holds of one is less than a whole file.
    service = createServer((request, response) => {
      // Only the test of the key is answered.
      if (request.url?.includes('/test-') === true)
        sendJson(response, 404, { success: false, code: '', message: 'No', data: {} });
      else if (request.method === 'POST' && answerUpload !== undefined) {
        request.resume();
        answerUpload(response);
      }
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const apiUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    editor = await freshEditor();
    const waiting = { fileId: 'file_1.pdf', details: { name: 'waiting.pdf' } };
    await withStorage(editor.dataDir, ({ files }) => files.keepDetails('sandbox', waiting), {
      sandbox: apiUrl,
    });
    window = await editor.openWindow({
      settings: {
        'paymentsApi.environments': { sandbox: { apiUrl } },
        // Longer than these tests have: only cancelling can end it.
        'paymentsApi.requests.timeoutSeconds': 600,
      },
    });
    ({ page } = window);
    writeFiles(window, [['large.pdf', newPdf(5_000_000)]]);
    await openPaymentsViews(page);
    await runAndPick(page, 'Payments API: Enter API Key…', 'Sandbox');
    await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(page, 'a-key-for-waiting-0042');
    await runAndPick(page, 'Payments API: Switch Environment', 'Sandbox');
    await statusBarItem(page, /^\W*Sandbox/).waitFor();
  });

  after(async () => {
    await editor.close();
    service.closeAllConnections();
    service.close();
  });

  /** Chooses something from the menu of the file, and cancels it while it waits. */
  async function cancel(entry: string, progress: string): Promise<void> {
    await chooseFromMenuOf(fileRows(page, 'waiting.pdf'), entry);
    if (entry.startsWith('Save')) {
      const path = quickInput(page).getByRole('textbox');
      await eventually(
        () => path.inputValue(),
        (value) => value.endsWith('waiting.pdf'),
      );
      await pressInQuickInput(page, 'Enter');
    }
    await notification(page, progress).waitFor();
    await pressInNotification(page, progress, 'Cancel');
    await notification(page, progress).waitFor({ state: 'hidden' });
  }

  it('does not hold up a refresh that is cancelled', async () => {
    await cancel('Refresh from Service', 'Refreshing a file');
  });

  it('does not hold up saving that is cancelled while the link is fetched', async () => {
    await cancel('Save Content As…', 'Saving waiting.pdf');
  });

  it('has an upload show in its row and in its message how far it is', async () => {
    await openExplorer(page);
    await rightClickInExplorer(page, 'large.pdf', 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await notification(page, /large\.pdf · .*[1-9].* of 5 MB/).waitFor();
    await openPaymentsViews(page);
    await fileRows(page, /^large\.pdf\s*Uploading, [1-9]\d?%/).waitFor();
    await screenshot(page, 'upload-progress');
  });

  it('certainly did not get an upload that is cancelled halfway', async () => {
    await pressInNotification(page, 'large.pdf', 'Cancel');
    await fileRows(page, /^large\.pdf\s*Cancelled/).waitFor();
  });

  it('is sent nothing while it asked to wait, unless a person wants that', async () => {
    let asked = 0;
    answerUpload = (response) => {
      asked += 1;
      sendJson(response, 503, {}, { 'retry-after': '300' });
    };
    writeFiles(window, ['small.pdf', 'other.pdf']);
    const upload = async (name: string) => {
      await openExplorer(page);
      await rightClickInExplorer(page, name, 'Upload to Payments API');
      await pick(page, 'Payment evidence');
    };
    await upload('small.pdf');
    await notification(page, 'small.pdf').filter({ hasText: 'asked to wait 5 minutes' }).waitFor();
    const question = dialog(page).filter({ hasText: 'Send to Sandbox although it asked to wait?' });
    await upload('other.pdf');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.equal(asked, 1);
    answerUpload = (response) => {
      asked += 1;
      sendJson(response, 200, { success: true, message: '', data: { id: 'file_other.pdf' } });
    };
    await upload('other.pdf');
    await question.getByRole('button', { name: 'Send Anyway' }).click();
    await notification(page, 'Uploaded other.pdf').waitFor();
    assert.equal(asked, 2);
  });
});
