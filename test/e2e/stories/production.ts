import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { FILE_DATA, ok } from '../../support/apiClient';
import {
  type Handler,
  type HttpServer,
  type SeenRequest,
  sendJson,
  startHttpServer,
} from '../../support/httpServer';
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
  type SharedWindow,
} from '../support/editor';
import { fileRows, rowsUntil, writeFiles } from '../support/files';
import { useAccount, useLocalSandbox, type EnvironmentSettings } from './story';

const KEY = 'live_key_abcdefgh9012';
const HTTP = `POST {{apiUrl}}/one

{}

###
# @prompt who Who is it for?
PUT {{apiUrl}}/two?for={{who}}

###
# @prompt who Who is it for?
GET {{apiUrl}}/three?for={{who}}
`;

/** Holds uploads back while it is there. */
let gate: PromiseWithResolvers<void> | undefined;

/** A service that knows one key. */
const service: Handler = async ({ method, path, headers }, response, index) => {
  if (headers.authorization !== `ApiKey ${KEY}`) {
    sendJson(response, 401, { success: false, code: 'unauthorized', message: 'Who are you?', data: {} });
    return;
  }
  if (method === 'POST') await gate?.promise;
  const id = path.endsWith('/upload')
    ? `file_live${index}.pdf`
    : decodeURIComponent(path.split('/').at(-1) ?? '');
  sendJson(response, 200, ok({ ...FILE_DATA, id, name: 'live.pdf' }));
};

/** What is sent to production, and the questions before it. @returns the environment */
export async function describeProduction(opened: () => SharedWindow): Promise<EnvironmentSettings> {
  const starting = startHttpServer(service);
  describe('production', () => {
    let page: Page;
    let live: HttpServer;

    before(async () => {
      live = await starting;
      writeFiles(opened().window, ['live-1.pdf', 'live-2.pdf', ['live.http', HTTP]]);
      ({ page } = opened().window);
      await useAccount(page, 'Live', KEY);
    });
    after(async () => {
      gate?.resolve();
      await live.close();
    });

    const writes = (): readonly SeenRequest[] => live.seen.filter(({ method }) => method !== 'GET');

    /** Waits for a question that begins so, with all of these parts in it. */
    const isAsked = async (title: string, ...parts: readonly string[]): Promise<void> => {
      await dialog(page)
        .filter({ hasText: `PRODUCTION (Live): ${title}` })
        .waitFor();
      const text = await dialog(page).innerText();
      for (const part of parts) assert.ok(text.includes(part), `${part} is not in: ${text}`);
    };

    it('is named in the status bar and in every view', async () => {
      await statusBarItem(page, /^\W*PRODUCTION \(Live\)/).waitFor();
      await openPaymentsViews(page);
      for (const view of ['Files', 'Requests', 'Environments']) {
        await page
          .locator('.pane-header')
          .filter({ hasText: view })
          .filter({ hasText: 'PRODUCTION (Live)' })
          .waitFor();
      }
      // The active environment is unfolded.
      await viewRow(page, 'Environments', 'set ····9012').waitFor();
      // The view selects what came last once it is drawn. The editor would open the view again for that.
      const selected = page.getByRole('treeitem', { selected: true });
      await viewRow(page, 'Requests', 'GET connection test').and(selected).waitFor();
    });

    it('gets an upload that was agreed to, once, and stays with it while another environment is chosen', async () => {
      const uploadTwo = async (): Promise<void> => {
        await openExplorer(page, 'live-1.pdf', 'live-2.pdf');
        await selectRows(explorerRow(page, 'live-1.pdf'), explorerRow(page, 'live-2.pdf'));
        await rightClickInExplorer(page, 'live-2.pdf', 'Upload to Payments API');
        await quickInput(page).filter({ hasText: 'Upload 2 files to PRODUCTION (Live)' }).waitFor();
        await pick(page, 'Payment evidence');
        await isAsked('upload 2 files?', 'live-1.pdf', 'live-2.pdf', `${live.url}/v1`, 'ending in 9012');
      };
      await uploadTwo();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      assert.deepEqual(writes(), []);

      gate = Promise.withResolvers();
      await uploadTwo();
      await dialog(page).getByRole('button', { name: 'Upload to Production' }).click();
      await notification(page, 'Uploading 2 files to PRODUCTION (Live)').waitFor();
      await useLocalSandbox(page);
      // It still says where it goes to.
      await notification(page, 'Uploading 2 files to PRODUCTION (Live)').waitFor();
      gate.resolve();
      await notification(page, 'Uploaded 2 files to PRODUCTION (Live)').waitFor();
      assert.equal(writes().length, 2);
      // The view of the environment that is shown now has none of it.
      await openPaymentsViews(page);
      await viewRow(page, 'Environments', /^Local Sandbox\s*active/).waitFor();
      await rowsUntil(page, 'live-1.pdf', 0);
      await runAndPick(page, 'Payments API: Switch Environment…', 'Live');
      await fileRows(page, 'live-1.pdf').waitFor();
      await fileRows(page, 'live-2.pdf').waitFor();
    });

    it('asks once for all writes of an .http file, and for the values that it wants', async () => {
      const before = writes().length;
      await openFile(page, 'live.http');
      await page.locator('.codelens-decoration').getByText('Send All in File').waitFor();
      await runCommand(page, 'Payments API: Send All Requests in File');
      // What is shown is what will be sent, so the values come first.
      await quickInput(page).filter({ hasText: 'Who is it for?' }).waitFor();
      await answer(page, 'a colleague');
      const api = `${live.url}/v1`;
      await isAsked(
        'send 2 writes?',
        ...[`POST ${api}/one`, `PUT ${api}/two?for=a%20colleague`, 'SHA-256', 'ending in 9012'],
      );
      await dialog(page).getByRole('button', { name: 'Send to Production' }).click();
      await notification(page, 'Sent 3 requests to PRODUCTION (Live)').waitFor();
      const sent = writes().slice(before);
      assert.deepEqual(
        sent.map(({ method, path }) => `${method} ${path}`),
        ['POST /v1/one', 'PUT /v1/two?for=a%20colleague'],
      );
    });
  });
  return { name: 'Live', type: 'production', apiUrl: (await starting).url };
}
