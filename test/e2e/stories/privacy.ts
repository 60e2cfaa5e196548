import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { FILE_DATA } from '../../support/apiClient';
import { type Handler, sendJson, startHttpServer } from '../../support/httpServer';
import {
  clearNotifications,
  clickRow,
  notification,
  openPaymentsViews,
  pick,
  quickInput,
  runCommand,
  type SharedWindow,
  webview,
} from '../support/editor';
import { uploadByMenu } from '../support/files';
import { useAccount, type EnvironmentSettings } from './story';

const KEY = 'test_key_never_written_anywhere_7391';
/** The key as a service may echo it. */
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64'),
  Buffer.from(`ApiKey ${KEY}`).toString('base64'),
];
const HOSTILE =
  '[press me](command:workbench.action.toggleSidebarVisibility) $(bug) <img src=x onerror=alert(1)>';

/** Whether the service refuses what is sent to it. */
let refusing = true;

const service: Handler = ({ method, headers }, response, index) => {
  const echo = `${headers.authorization ?? ''} ${FORMS.join(' ')}`;
  const headersToo = { 'x-echo': echo.replaceAll(' ', '-'), 'x-request-id': `req-${index}` };
  if (method === 'POST' && refusing) {
    const data = [{ code: echo, fieldName: HOSTILE, message: echo }];
    const body = { success: false, code: HOSTILE, message: `${HOSTILE} ${echo}`, data };
    sendJson(response, 400, body, headersToo);
    return;
  }
  const data = {
    ...FILE_DATA,
    name: `invoice ${HOSTILE} ${KEY}.pdf`,
    contentLink: { url: `http://${headers.host}/v1/files/file_1.pdf/content?key=${KEY}`, expiryDate: null },
    echo,
  };
  sendJson(response, 200, { success: true, message: echo, data }, headersToo);
};

/** A service that echoes the key and writes messages to be clicked. @returns its environment */
export async function describePrivacy(opened: () => SharedWindow): Promise<EnvironmentSettings> {
  const starting = startHttpServer(service);
  describe('a service that echoes the key and writes messages to be clicked', () => {
    let page: Page;

    before(async () => {
      ({ page } = opened().window);
      await useAccount(page, 'Echo', KEY);
      // Everything that can be written down is.
      await runCommand(page, 'Developer: Set Log Level');
      await quickInput(page).getByRole('textbox').fill('Payments API');
      await pick(page, 'Payments API');
      await quickInput(page).getByText('Trace').first().click();
      await quickInput(page).waitFor({ state: 'hidden' });
    });
    after(async () => (await starting).close());

    it('has its refusal shown as text', async () => {
      await uploadByMenu(page, 'invoice-2026-001.pdf');
      const refused = notification(page, 'press me');
      await refused.waitFor();
      assert.equal(await refused.locator('.notification-list-item-message a').count(), 0, 'no link');
      assert.ok(!(await refused.innerText()).includes(KEY));
      await clearNotifications(page);
    });

    it('has what it says of a file shown as text', async () => {
      refusing = false;
      await uploadByMenu(page, 'invoice-2026-001.pdf');
      await notification(page, 'Uploaded invoice-2026-001.pdf').waitFor();
      await openPaymentsViews(page);
      await clickRow(page.getByRole('treeitem', { name: ', uploaded, ' }).first());
      await webview(page).getByText('file_1.pdf').first().waitFor();
      assert.ok(!(await webview(page).locator('body').innerText()).includes(KEY), 'not in the panel');
      assert.equal(await webview(page).locator('img[src="x"]').count(), 0);
    });

    it('got the key, and no file of the editor holds it in any form', async () => {
      const { seen } = await starting;
      assert.ok(seen.length >= 3);
      for (const { headers } of seen) assert.equal(headers.authorization, `ApiKey ${KEY}`);
      const { dataDir } = opened().editor;
      const files = globSync('**/*', { cwd: dataDir })
        .map((name) => join(dataDir, name))
        .filter(isReadableFile);
      for (const name of ['Payments API.log', 'payments-api.db'])
        assert.ok(
          files.some((file) => file.endsWith(name)),
          `${name} is among them`,
        );
      const holding = files.filter((file) => {
        const bytes = readFileSync(file);
        return FORMS.some((form) => bytes.includes(form) || bytes.includes(Buffer.from(form, 'utf16le')));
      });
      assert.deepEqual(holding, []);
    });
  });
  return { name: 'Echo', type: 'sandbox', apiUrl: (await starting).url };
}

/** Sockets cannot be read, and what is temporary may be gone. */
function isReadableFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
