import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Editor } from '../../host/editor/window.mts';
import { isTestCall } from '../../../src/services/testCalls';
import { type HttpServer, sendJson, startHttpServer } from '../../support/httpServer';
import {
  actUntil,
  answer,
  chooseFromMenuOf,
  dialog,
  eventually,
  freshEditor,
  notification,
  openFile,
  openPaymentsViews,
  quickInput,
  runAndPick,
  statusBarItem,
  viewRow,
} from '../support/editor';

const FILE = 'pay.payments-request.json';

describe('a request file, in a window whose environments change', () => {
  let service: HttpServer;
  let editor: Editor;
  let page: Page;

  /** The settings with the sandbox at that path of the service. */
  const settings = (path: string) => ({
    'workbench.colorTheme': 'Dark Modern',
    'paymentsApi.environments': { sandbox: { apiUrl: `${service.url}${path}` } },
  });
  const sent = () =>
    service.seen.filter(({ path }) => !isTestCall(path)).map(({ method, path }) => `${method} ${path}`);
  const sendLine = (text: string) => page.locator('.codelens-decoration').getByText(text);

  before(async () => {
    service = await startHttpServer(({ path }, response) => {
      const success = !isTestCall(path);
      sendJson(response, success ? 200 : 404, { success, code: '', message: 'Done', data: {} });
    });
    editor = await freshEditor();
    const window = await editor.openWindow({
      settings: settings('/a'),
      viewport: { width: 1280, height: 2000 },
    });
    ({ page } = window);
    // What a page keeps of its secrets is encrypted with a key of the server's front, which is not there in tests.
    await page.context().route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
    const request = { method: 'POST', path: '/payments', body: { amount: 1 } };
    writeFileSync(join(window.workspace, FILE), JSON.stringify(request));
  });
  after(async () => {
    await editor.close();
    await service.close();
  });

  it('says where it goes, also after a switch, and goes there', async () => {
    await openFile(page, FILE);
    await sendLine('Send to Local Sandbox').waitFor();
    await openPaymentsViews(page);
    await runAndPick(page, 'Payments API: Enter API Key…', 'Sandbox');
    await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(page, 'test_key_abcdefgh1234');
    await quickInput(page).waitFor({ state: 'hidden' });
    for (const name of ['Sandbox', 'Local Sandbox', 'Sandbox']) {
      await runAndPick(page, 'Payments API: Switch Environment', name);
      await statusBarItem(page, new RegExp(`^\\s*${name}\\s*$`)).waitFor();
      await sendLine(`Send to ${name}`).waitFor();
    }
    // The line is drawn again after the switch, and the one before it takes no click then.
    await actUntil(
      async () => {
        if (sent().length === 0) await sendLine('Send to Sandbox').click({ timeout: 5000 });
      },
      () => eventually(sent, (requests) => requests.length > 0, 10_000),
    );
    assert.deepEqual(sent(), ['POST /a/v1/payments']);
  });

  it('is not repeated at another service that its environment was moved to while it was asked about', async () => {
    await openPaymentsViews(page);
    // The environment that was switched to is unfolded.
    await viewRow(page, 'Environments', `${service.url}/a/v1`).first().waitFor();
    const question = dialog(page).getByText(/to Sandbox again\?/);
    await chooseFromMenuOf(viewRow(page, 'Requests', 'payments').first(), 'Send Again', () =>
      question.isVisible(),
    );
    // The settings are those of the whole editor: a window that is opened with others changes this one's.
    const other = await editor.openWindow({ settings: settings('/b') });
    await openPaymentsViews(other.page);
    await page.bringToFront();
    await viewRow(page, 'Environments', `${service.url}/b/v1`).first().waitFor();
    await dialog(page).getByRole('button', { name: 'Send Again' }).click();
    await notification(page, /was sent to .*\/a\/v1/).waitFor();
    assert.deepEqual(sent(), ['POST /a/v1/payments']);
  });
});
