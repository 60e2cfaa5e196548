import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { FILE_DATA, ok } from '../../support/apiClient';
import { type HttpServer, type SeenRequest, sendJson, startHttpServer } from '../../support/httpServer';
import {
  answer,
  dialog,
  explorerRow,
  notification,
  openExplorer,
  openFile,
  openPaymentsViews,
  pick,
  quickInput,
  rightClickInExplorer,
  runAndPick,
  runCommand,
  selectRows,
  statusBarItem,
  viewRow,
  type EditorWindow,
} from '../support/editor';
import { fileRows, rowsUntil, writeFiles } from '../support/files';
import { useAccount, useLocalSandbox, type Story } from './story';

const KEY = 'live_key_abcdefgh5678';
const UPLOAD = 'Upload to Payments API';
const HTTP = `POST {{apiUrl}}/one

{}

###
# @prompt who Who is it for?
PUT {{apiUrl}}/two?for={{who}}

###
# @prompt who Who is it for?
GET {{apiUrl}}/three?for={{who}}
`;

/** What is sent to production, and the questions before it. */
export function production(): Story {
  let live: HttpServer;
  /** Holds uploads back while it is there. */
  let gate: PromiseWithResolvers<void> | undefined;

  const begin: Story['begin'] = async () => {
    live = await startHttpServer(async ({ method, path, headers }, response, index) => {
      if (headers.authorization !== `ApiKey ${KEY}`) {
        sendJson(response, 401, { success: false, code: 'unauthorized', message: 'Who are you?', data: {} });
        return;
      }
      if (method === 'POST') await gate?.promise;
      const id = path.endsWith('/upload')
        ? `file_live${index}.pdf`
        : decodeURIComponent(path.split('/').at(-1) ?? '');
      sendJson(response, 200, ok({ ...FILE_DATA, id, name: 'live.pdf' }));
    });
    return { production: { apiUrl: live.url, dashboardUrl: 'https://dashboard.invalid/live' } };
  };

  const end = async (): Promise<void> => {
    gate?.resolve();
    await live.close();
  };

  const tell: Story['tell'] = (opened) => {
    describe('production', () => {
      let window: EditorWindow;
      let page: Page;

      before(async () => {
        ({ window } = opened());
        ({ page } = window);
        await page.setViewportSize({ width: 1280, height: 1600 });
        writeFiles(window, ['live-1.pdf', 'live-2.pdf', 'live-3.pdf', 'live-4.pdf']);
        await useAccount(page, 'Production', KEY);
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
        // The view selects what came last once it is drawn. The editor would open the view again for that.
        const selected = page.getByRole('treeitem', { selected: true });
        await viewRow(page, 'Requests', 'GET connection test').and(selected).waitFor();
      });

      it('asks before an upload, naming what, how many, where and which account, and takes Escape for a no', async () => {
        await uploadTwo();
        const text = await dialog(page).innerText();
        for (const part of [
          'upload 2 files?',
          'live-1.pdf',
          'live-2.pdf',
          `${live.url}/v1`,
          'ending in 5678',
        ]) {
          assert.ok(text.includes(part), `${part} is not in: ${text}`);
        }
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'hidden' });
        assert.deepEqual(writes(), []);
      });

      it('gets what was agreed to, once, and stays with it while another environment is chosen', async () => {
        gate = Promise.withResolvers();
        await uploadTwo();
        await dialog(page).getByRole('button', { name: 'Upload to Production' }).click();
        await notification(page, 'Uploading 2 files to PRODUCTION (Production)').waitFor();
        await useLocalSandbox(page);
        // It still says where it goes to.
        await notification(page, 'Uploading 2 files to PRODUCTION (Production)').waitFor();
        gate.resolve();
        await notification(page, 'Uploaded 2 files to PRODUCTION (Production)').waitFor();
        assert.equal(writes().length, 2);
        // The view of the environment that is shown now has none of it.
        await openPaymentsViews(page);
        await viewRow(page, 'Environments', /^Local Sandbox\s*active/).waitFor();
        await rowsUntil(page, 'live-1.pdf', 0);
        await runAndPick(page, 'Payments API: Switch Environment…', 'Production');
        await fileRows(page, 'live-1.pdf').waitFor();
        await fileRows(page, 'live-2.pdf').waitFor();
      });

      it('asks once for all writes of an .http file, and for the values that it wants', async () => {
        const before = writes().length;
        writeFiles(window, [['live.http', HTTP]]);
        await openFile(page, 'live.http');
        await page.locator('.codelens-decoration').getByText('Send All in File').waitFor();
        const sendAll = async () => {
          await runCommand(page, 'Payments API: Send All Requests in File');
          // What is shown is what will be sent, so the values come first.
          await quickInput(page).filter({ hasText: 'Who is it for?' }).waitFor();
          await answer(page, 'a colleague');
          await dialog(page).filter({ hasText: 'send 2 writes?' }).waitFor();
        };
        await sendAll();
        const text = await dialog(page).innerText();
        const api = `${live.url}/v1`;
        for (const part of [
          `POST ${api}/one`,
          `PUT ${api}/two?for=a%20colleague`,
          'SHA-256',
          'ending in 5678',
        ]) {
          assert.ok(text.includes(part), `${part} is not in: ${text}`);
        }
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'hidden' });
        assert.equal(writes().length, before);

        await sendAll();
        await dialog(page).getByRole('button', { name: 'Send to Production' }).click();
        await notification(page, 'Sent 3 requests to PRODUCTION (Production)').waitFor();
        assert.deepEqual(
          writes()
            .slice(before)
            .map(({ method, path }) => `${method} ${path}`),
          ['POST /v1/one', 'PUT /v1/two?for=a%20colleague'],
        );
      });
    });
  };

  return { begin, tell, end };
}
