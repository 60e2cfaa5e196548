import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { sendJson } from '../../support/httpServer';
import {
  actUntil,
  clearNotifications,
  clickRow,
  dialog,
  type EditorWindow,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  runCommand,
  webview,
} from '../support/editor';
import { fileRows, newPdf, rowsUntil, uploadByMenu, writeFiles } from '../support/files';
import { useAccount, type Story } from './story';

/** What the service does with an upload: it never reads it, never answers it, asks to wait, or takes it. */
type Manner = 'deaf' | 'silent' | 'busy' | 'good';

/** Uploads that do not end well. */
export function unfinishedUploads(): Story {
  let service: Server;
  let manner: Manner = 'silent';
  /** Uploads that were answered. */
  let answered = 0;

  const takeUpload = (response: ServerResponse): void => {
    if (manner === 'silent') return;
    answered += 1;
    if (manner === 'busy') sendJson(response, 503, {}, { 'retry-after': '300' });
    else sendJson(response, 201, { success: true, message: '', data: { id: `file_${answered}.pdf` } });
  };

  const begin: Story['begin'] = async () => {
    service = createServer((request, response) => {
      // Of a body that nobody reads, the system holds less than a whole file.
      if (request.method === 'POST' && manner === 'deaf') return;
      request.resume();
      if (request.method === 'POST') takeUpload(response);
      else sendJson(response, 404, { success: false, code: '', message: 'No', data: {} });
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    return { sandbox: { apiUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}` } };
  };

  const end = (): Promise<void> => {
    service.closeAllConnections();
    service.close();
    return Promise.resolve();
  };

  const tell: Story['tell'] = (opened) => {
    describe('uploads that do not end well', () => {
      let window: EditorWindow;
      let page: Page;

      before(async () => {
        ({ window } = opened());
        ({ page } = window);
        await openPaymentsViews(page);
        await useAccount(page, 'Sandbox', 'a-key-for-waiting-0042');
      });

      const upload = async (name: string): Promise<void> => {
        await clearNotifications(page);
        await uploadByMenu(page, name);
      };

      /** Opens the details of the upload of unknown outcome by a click on its row, and asks there for what can be done. */
      const retry = async (): Promise<void> => {
        const button = webview(page).getByRole('button', { name: 'Retry' });
        await clickRow(fileRows(page, /^slow-0\.pdf.*Outcome unknown/), button);
        await actUntil(
          async () => {
            // The dialog lies over the button.
            if (await dialog(page).isHidden()) await button.click({ timeout: 5000 });
          },
          () => dialog(page).waitFor({ timeout: 10_000 }),
        );
      };

      it('stop what waits at once and what is under way down to the socket, and name what may have arrived', async () => {
        manner = 'silent';
        writeFiles(
          window,
          [0, 1, 2, 3, 4, 5].map((index) => `many/slow-${index}.pdf`),
        );
        await upload('many');
        await pick(page, 'Upload 6 files');
        await openPaymentsViews(page);
        await rowsUntil(page, 'Sent, waiting for the answer', 4);
        // Text alone would match in any letter case.
        await rowsUntil(page, /Waiting/, 2);
        const progress = 'Uploading 6 files to Sandbox: 0 of 6 done';
        await notification(page, progress).filter({ hasText: 'slow-0.pdf' }).waitFor();
        await pressInNotification(page, progress, 'Cancel');
        await notification(
          page,
          /4 with unknown outcome, 2 cancelled\. May have arrived: .*slow-0\.pdf/,
        ).waitFor();
        await rowsUntil(page, 'Cancelled', 2);
        await rowsUntil(page, 'Outcome unknown', 4);
        // They were not forgotten: somebody cancelled them.
        await runCommand(page, 'Payments API: Resume Uploads');
        await notification(page, 'No upload waits to be sent. To send one that was cancelled').waitFor();
      });

      it('are repeated only after the reason was read why they may have arrived', async () => {
        await openPaymentsViews(page);
        await retry();
        await dialog(page).getByText('Upload slow-0.pdf again?').waitFor();
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
        await rowsUntil(page, 'Outcome unknown', 4);
        assert.equal(answered, 0);
        manner = 'good';
        await retry();
        await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
        await notification(page, 'Uploaded slow-0.pdf').waitFor();
        await rowsUntil(page, 'Outcome unknown', 3);
        await rowsUntil(page, 'slow-0.pdf', 1);
      });

      it('show how far they are, and certainly did not arrive where they are cancelled halfway', async () => {
        manner = 'deaf';
        writeFiles(window, [['large.pdf', newPdf(5_000_000)]]);
        await upload('large.pdf');
        await notification(page, /large\.pdf · .*[1-9].* of 5 MB/).waitFor();
        await openPaymentsViews(page);
        await fileRows(page, /^large\.pdf\s*Uploading, [1-9]\d?%/).waitFor();
        await pressInNotification(page, 'large.pdf', 'Cancel');
        await fileRows(page, /^large\.pdf\s*Cancelled/).waitFor();
      });

      it('keep the next ones back while the service asked to wait, unless a person wants them sent', async () => {
        manner = 'busy';
        writeFiles(window, ['small.pdf', 'other.pdf']);
        await upload('small.pdf');
        await notification(page, 'small.pdf').filter({ hasText: 'asked to wait 5 minutes' }).waitFor();
        const before = answered;
        manner = 'good';
        const question = dialog(page).filter({ hasText: 'Send to Sandbox although it asked to wait?' });
        await upload('other.pdf');
        await question.waitFor();
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'hidden' });
        assert.equal(answered, before);
        await upload('other.pdf');
        await question.getByRole('button', { name: 'Send Anyway' }).click();
        await notification(page, 'Uploaded other.pdf').waitFor();
        assert.equal(answered, before + 1);
      });
    });
  };

  return { begin, tell, end };
}
