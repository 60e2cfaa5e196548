import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Editor } from '../../host/editor/window.mts';
import { FILE_DATA } from '../../support/apiClient';
import { type HttpServer, sendJson, startHttpServer } from '../../support/httpServer';
import {
  clearNotifications,
  clickRow,
  type EditorWindow,
  eventually,
  notification,
  openPaymentsViews,
  pick,
  quickInput,
  runCommand,
  webview,
} from '../support/editor';
import { uploadByMenu } from '../support/files';
import { globalStorage } from '../support/registry';
import { useAccount, type Story } from './story';

const KEY = 'test_key_never_written_anywhere_7391';
/** The key as a service may echo it. */
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64'),
  Buffer.from(`ApiKey ${KEY}`).toString('base64'),
];

/** A service that echoes the key and writes messages to be clicked. */
export function privacy(): Story {
  let service: HttpServer;
  /** Whether the service refuses what is sent to it. */
  let refusing = false;

  const begin: Story['begin'] = async () => {
    service = await startHttpServer(({ method, headers }, response, index) => {
      const echo = `${headers.authorization ?? ''} ${FORMS.join(' ')}`;
      const hostile =
        '[press me](command:workbench.action.toggleSidebarVisibility) $(bug) <img src=x onerror=alert(1)>';
      const headersToo = { 'x-echo': echo.replaceAll(' ', '-'), 'x-request-id': `req-${index}` };
      if (method === 'POST' && refusing) {
        sendJson(
          response,
          400,
          {
            success: false,
            code: hostile,
            message: `${hostile} ${echo}`,
            data: [{ code: echo, fieldName: hostile, message: echo }],
          },
          headersToo,
        );
        return;
      }
      const data = {
        ...FILE_DATA,
        name: `invoice ${hostile} ${KEY}.pdf`,
        contentLink: { url: `${service.url}/v1/files/file_1.pdf/content?key=${KEY}`, expiryDate: null },
        echo,
      };
      sendJson(response, 200, { success: true, message: echo, data }, headersToo);
    });
    return { echo: { name: 'Echo', type: 'sandbox', apiUrl: service.url } };
  };

  const tell: Story['tell'] = (opened) => {
    describe('a service that echoes the key and writes messages to be clicked', () => {
      let editor: Editor;
      let window: EditorWindow;

      before(async () => {
        ({ editor, window } = opened());
        await window.page.setViewportSize({ width: 1280, height: 1200 });
      });

      it('is given its key and worked with, and everything about it is logged', async () => {
        const { page } = window;
        await useAccount(page, 'Echo', KEY);
        // Everything that can be written down is.
        await runCommand(page, 'Developer: Set Log Level');
        await quickInput(page).getByRole('textbox').fill('Payments API');
        await pick(page, 'Payments API');
        await quickInput(page).getByText('Trace').first().click();
        await quickInput(page).waitFor({ state: 'hidden' });
      });

      it('has its refusal shown as text', async () => {
        const { page } = window;
        refusing = true;
        await uploadByMenu(page, 'invoice-2026-001.pdf');
        const refused = notification(page, 'press me');
        await refused.waitFor();
        assert.equal(
          await refused.locator('.notification-list-item-message a').count(),
          0,
          'no link in the message',
        );
        assert.ok(!(await refused.innerText()).includes(KEY));
        await clearNotifications(page);
      });

      it('has what it says of a file shown as text', async () => {
        const { page } = window;
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
        assert.ok(service.seen.length >= 3);
        for (const { headers } of service.seen) assert.equal(headers.authorization, `ApiKey ${KEY}`);
        const files = await eventually(
          () =>
            globSync('**/*', { cwd: editor.dataDir })
              .map((name) => join(editor.dataDir, name))
              .filter(isReadableFile),
          (found) =>
            found.some(
              (file) => file.startsWith(globalStorage(editor.dataDir)) && file.includes('payments-api.db'),
            ),
        );
        assert.ok(
          files.some((file) => file.endsWith('Payments API.log')),
          'the log is among them',
        );
        const holding = files.filter((file) => {
          const bytes = readFileSync(file);
          return FORMS.some((form) => bytes.includes(form) || bytes.includes(Buffer.from(form, 'utf16le')));
        });
        assert.deepEqual(holding, []);
      });
    });
  };

  return { begin, tell, end: () => service.close() };
}

/** Sockets cannot be read, and what is temporary may be gone. */
function isReadableFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
