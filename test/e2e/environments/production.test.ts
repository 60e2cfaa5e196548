import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Editor, EditorWindow } from '../../host/editor/window.mts';
import { type HttpServer, type SeenRequest, sendJson, startHttpServer } from '../../support/httpServer';
import {
  answer,
  chooseFromMenu,
  clickRow,
  dialog,
  explorerRow,
  freshEditor,
  notification,
  openExplorer,
  openFile,
  openMenuOf,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  runAndPick,
  runCommand,
  screenshot,
  selectRows,
  statusBarItem,
  viewRow,
  webview,
} from '../support/editor';
import { clearNotifications, fileRows, rowsUntil, writeFiles } from '../support/files';

const KEY = 'live_key_abcdefgh5678';
const UPLOAD = 'Upload to Payments API';
const HTTP = `POST {{apiUrl}}/one

{}

###
# @prompt who Who is it for?
PUT {{apiUrl}}/two?for={{who}}

###
GET {{apiUrl}}/three
`;

describe('production, through the window', () => {
  let live: HttpServer;
  let editor: Editor;
  let window: EditorWindow;
  let page: Page;
  /** Holds uploads back while it is there. */
  let gate: PromiseWithResolvers<void> | undefined;

  before(async () => {
    live = await startHttpServer(async ({ method, path, headers }, response, index) => {
      if (headers.authorization !== `ApiKey ${KEY}`) {
        sendJson(response, 401, { success: false, code: 'unauthorized', message: 'Who are you?', data: {} });
        return;
      }
      if (method === 'POST') await gate?.promise;
      const record = {
        id: path.endsWith('/upload')
          ? `file_live${index}.pdf`
          : decodeURIComponent(path.split('/').at(-1) ?? ''),
        purpose: 'payment_evidence',
        name: 'live.pdf',
        mimeType: 'application/pdf',
        uploadedAt: '2026-01-02T03:04:05.000Z',
        contentLink: { url: `${live.url}/v1/files/x/content`, expiryDate: null },
        expiryDate: null,
      };
      sendJson(response, 200, { success: true, message: 'Done', data: record });
    });
    editor = await freshEditor();
    window = await editor.openWindow({
      settings: {
        'paymentsApi.environments': {
          production: { apiUrl: live.url, dashboardUrl: 'https://dashboard.invalid/live' },
        },
      },
      viewport: { width: 1280, height: 1600 },
    });
    ({ page } = window);
    writeFiles(window, ['live-1.pdf', 'live-2.pdf', 'live-3.pdf', 'live-4.pdf']);
    await runAndPick(page, 'Payments API: Enter API Key…', 'Production');
    await quickInput(page).filter({ hasText: 'API key of PRODUCTION (Production)' }).waitFor();
    await answer(page, KEY);
    await runAndPick(page, 'Payments API: Switch Environment…', 'Production');
  });
  after(async () => {
    gate?.resolve();
    await editor.close();
    await live.close();
  });

  const writes = (): readonly SeenRequest[] => live.seen.filter(({ method }) => method !== 'GET');

  /** Chooses two files to upload, up to the question that only production asks. */
  const uploadTwo = async (one = 'live-1.pdf', other = 'live-2.pdf'): Promise<void> => {
    await openExplorer(page, one, other);
    await selectRows(explorerRow(page, one), explorerRow(page, other));
    await rightClickInExplorer(page, other, UPLOAD);
    await quickInput(page).filter({ hasText: 'Upload 2 files to PRODUCTION (Production)' }).waitFor();
    await pick(page, 'Payment evidence');
    await dialog(page).filter({ hasText: 'PRODUCTION (Production): upload 2 files?' }).waitFor();
  };

  it('is named in the status bar and in every view', async () => {
    await statusBarItem(page, 'PRODUCTION: Production').waitFor();
    await openPaymentsViews(page);
    for (const view of ['Files', 'Requests', 'Environments']) {
      await page
        .locator('.pane-header')
        .filter({ hasText: view })
        .filter({ hasText: 'PRODUCTION (Production)' })
        .waitFor();
    }
    // The active environment is unfolded.
    await viewRow(page, 'Environments', 'set ····5678').waitFor();
  });

  it('asks before an upload, naming what, how many, where and which account, and takes Escape for a no', async () => {
    await uploadTwo();
    const text = await dialog(page).innerText();
    for (const part of ['upload 2 files?', 'live-1.pdf', 'live-2.pdf', `${live.url}/v1`, 'ending in 5678']) {
      assert.ok(text.includes(part), `${part} is not in: ${text}`);
    }
    await screenshot(page, 'production-modal');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    assert.deepEqual(writes(), []);
  });

  it('gets what was agreed to, once, and stays with it while another environment is chosen', async () => {
    gate = Promise.withResolvers();
    await uploadTwo();
    await dialog(page).getByRole('button', { name: 'Upload to Production' }).click();
    await notification(page, 'Uploading 2 files to PRODUCTION (Production)').waitFor();
    await runAndPick(page, 'Payments API: Switch Environment…', 'Local Sandbox');
    await statusBarItem(page, 'Local Sandbox').waitFor();
    // It still says where it goes to.
    await notification(page, 'Uploading 2 files to PRODUCTION (Production)').waitFor();
    gate.resolve();
    await notification(page, 'Uploaded 2 files to PRODUCTION (Production)').waitFor();
    await screenshot(page, 'production-after-switch');
    assert.equal(writes().length, 2);
    // The view of the environment that is shown now has none of it.
    await openPaymentsViews(page);
    await viewRow(page, 'Environments', /^Local Sandbox\s*active/).waitFor();
    await rowsUntil(page, 'live-1.pdf', 0);
    await runAndPick(page, 'Payments API: Switch Environment…', 'Production');
    await fileRows(page, 'live-1.pdf').waitFor();
    await fileRows(page, 'live-2.pdf').waitFor();
  });

  it('is named in the panel of a file, and reads are not asked about', async () => {
    const before = writes().length;
    // Its row takes the name that the service knows it by as soon as its record was fetched.
    await clickRow(fileRows(page, /^live(-1)?\.pdf/));
    await webview(page).getByText('PRODUCTION (Production). This is a live file.').waitFor();
    await page.getByRole('tab', { name: /PRODUCTION \(Production\)/ }).waitFor();
    await webview(page).getByText('payment_evidence').first().waitFor();
    assert.ok(await dialog(page).isHidden());
    assert.equal(writes().length, before);
  });

  it('asks once for all writes of an .http file, and for the values that it wants', async () => {
    const before = writes().length;
    writeFiles(window, [['live.http', HTTP]]);
    await openFile(page, 'live.http');
    await page.locator('.codelens-decoration').getByText('Send All in File').waitFor();
    const sendAll = async () => {
      await runCommand(page, 'Payments API: Send All Requests in File');
      await dialog(page).filter({ hasText: 'send all requests of this file, 2 of them writes?' }).waitFor();
    };
    await sendAll();
    const text = await dialog(page).innerText();
    for (const part of ['POST {{apiUrl}}/one', 'PUT {{apiUrl}}/two', `${live.url}/v1`, 'ending in 5678']) {
      assert.ok(text.includes(part), `${part} is not in: ${text}`);
    }
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    assert.equal(writes().length, before);

    await sendAll();
    await dialog(page).getByRole('button', { name: 'Send to Production' }).click();
    await quickInput(page).filter({ hasText: 'Who is it for?' }).waitFor();
    await answer(page, 'a colleague');
    await notification(page, 'Sent 3 requests to PRODUCTION (Production)').waitFor();
    assert.deepEqual(
      writes()
        .slice(before)
        .map(({ method, path }) => `${method} ${path}`),
      ['POST /v1/one', 'PUT /v1/two?for=a%20colleague'],
    );
  });

  it('is named when something goes wrong there', async () => {
    await clearNotifications(page);
    await runCommand(page, 'Payments API: Remove API Key…');
    await dialog(page).filter({ hasText: 'Remove the API key of PRODUCTION (Production)?' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Remove Key' }).click();
    await runCommand(page, 'Payments API: Enter API Key…');
    await quickInput(page).filter({ hasText: 'API key of PRODUCTION (Production)' }).waitFor();
    await answer(page, 'live_key_that_is_wrong');
    await dialog(page).getByRole('button', { name: 'Save Anyway' }).click();
    await openExplorer(page);
    await rightClickInExplorer(page, 'live-3.pdf', UPLOAD);
    await pick(page, 'Payment evidence');
    await dialog(page).getByRole('button', { name: 'Upload to Production' }).click();
    await notification(page, /PRODUCTION \(Production\): .*Who are you/).waitFor();
    await clearNotifications(page);
    await runCommand(page, 'Payments API: Add File by ID…');
    await quickInput(page).filter({ hasText: 'File of PRODUCTION (Production)' }).waitFor();
    await answer(page, 'file_live9.pdf');
    await notification(page, /PRODUCTION \(Production\): .*Who are you/).waitFor();
  });

  it('is asked for its key after a request and after a batch that it refused', async () => {
    await pressInNotification(page, 'Who are you', 'Enter API Key');
    await quickInput(page).filter({ hasText: 'API key of PRODUCTION (Production)' }).waitFor();
    await pressInQuickInput(page, 'Escape');
    await clearNotifications(page);
    await uploadTwo('live-3.pdf', 'live-4.pdf');
    await dialog(page).getByRole('button', { name: 'Upload to Production' }).click();
    await pressInNotification(page, 'PRODUCTION (Production): 2 failed', 'Enter API Key');
    await quickInput(page).filter({ hasText: 'API key of PRODUCTION (Production)' }).waitFor();
    await answer(page, KEY);
  });

  it('has its dashboard opened outside, and no top-up in its menu', async () => {
    await openPaymentsViews(page);
    await openMenuOf(viewRow(page, 'Environments', /^PRODUCTION/), 'Open Dashboard');
    assert.equal(await page.getByRole('menuitem', { name: /Top Up/ }).count(), 0);
    await chooseFromMenu(page, 'Open Dashboard');
    await dialog(page).getByText('dashboard.invalid').first().waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });
});
