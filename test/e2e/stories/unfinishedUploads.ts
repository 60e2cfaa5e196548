import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Handler, sendJson, startHttpServer } from '../../support/httpServer';
import {
  actUntil,
  clearNotifications,
  clickRow,
  dialog,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  runCommand,
  type SharedWindow,
  webview,
} from '../support/editor';
import { fileRows, rowsUntil, uploadByMenu, writeFiles } from '../support/files';
import { useAccount, type EnvironmentSettings } from './story';

/** What the service does with an upload: it never answers it, asks to wait, or takes it. */
let manner: 'silent' | 'busy' | 'good' = 'silent';
/** Uploads that were answered. */
let answered = 0;

const service: Handler = ({ method }, response) => {
  if (method !== 'POST') {
    sendJson(response, 404, { success: false, code: '', message: 'No', data: {} });
  } else if (manner !== 'silent') {
    answered += 1;
    if (manner === 'busy') sendJson(response, 503, {}, { 'retry-after': '300' });
    else sendJson(response, 201, { success: true, message: '', data: { id: `file_${answered}.pdf` } });
  }
};

/** Uploads that do not end well. @returns the environment that they go to */
export async function describeUnfinishedUploads(opened: () => SharedWindow): Promise<EnvironmentSettings> {
  const starting = startHttpServer(service);
  describe('uploads that do not end well', () => {
    let page: Page;

    before(async () => {
      ({ page } = opened().window);
      await useAccount(page, 'Waiting', 'a-key-for-waiting-0042');
    });
    after(async () => (await starting).close());

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
      writeFiles(
        opened().window,
        [0, 1, 2, 3, 4, 5].map((index) => `many/slow-${index}.pdf`),
      );
      await upload('many');
      await pick(page, 'Upload 6 files');
      await openPaymentsViews(page);
      await rowsUntil(page, 'Sent, waiting for the answer', 4);
      // Text alone would match in any letter case.
      await rowsUntil(page, /Waiting/, 2);
      const progress = 'Uploading 6 files to Waiting: 0 of 6 done';
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

    it('keep the next ones back while the service asked to wait, unless a person wants them sent', async () => {
      manner = 'busy';
      writeFiles(opened().window, ['small.pdf', 'other.pdf']);
      await upload('small.pdf');
      await notification(page, 'small.pdf').filter({ hasText: 'asked to wait 5 minutes' }).waitFor();
      const before = answered;
      manner = 'good';
      await upload('other.pdf');
      await dialog(page).filter({ hasText: 'Send to Waiting although it asked to wait?' }).waitFor();
      assert.equal(answered, before);
      await dialog(page).getByRole('button', { name: 'Send Anyway' }).click();
      await notification(page, 'Uploaded other.pdf').waitFor();
      assert.equal(answered, before + 1);
    });
  });
  return { name: 'Waiting', type: 'sandbox', apiUrl: (await starting).url };
}
