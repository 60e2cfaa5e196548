import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import {
  answer,
  freshEditor,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  quickInput,
  rightClickInExplorer,
  runCommand,
  screenshot,
  searchAndPick,
  statusBarItem,
} from '../support/editor';
import { fileRows, newPdf, openExplorer, writeFiles } from '../support/files';

describe('an upload that a service takes in slowly', () => {
  const sockets = new Set<Socket>();
  let editor: Awaited<ReturnType<typeof freshEditor>>;
  let service: Server;
  let page: Page;

  before(async () => {
    // Reads nothing: what the system holds for it is less than a whole file.
    service = createServer({ pauseOnConnect: true }, (socket) => {
      // The first connection is the test of the key, which is answered.
      if (sockets.size === 0) {
        const body = '{"success":false,"code":"","message":"No","data":{}}';
        const head = `HTTP/1.1 404 Not Found\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
        socket.resume().end(head + body);
      }
      sockets.add(socket);
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const apiUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    editor = await freshEditor();
    const window = await editor.openWindow({
      settings: { 'paymentsApi.environments': { sandbox: { apiUrl } } },
    });
    ({ page } = window);
    writeFiles(window, [['large.pdf', newPdf(5_000_000)]]);
    await runCommand(page, 'Payments API: Enter API Key…');
    await searchAndPick(page, 'Sandbox');
    await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(page, 'a-key-for-slow-ones-0042');
    await runCommand(page, 'Payments API: Switch Environment');
    await pick(page, 'Sandbox');
    await statusBarItem(page, /^\W*Sandbox/).waitFor();
  });

  after(async () => {
    await editor.close();
    for (const socket of sockets) socket.destroy();
    service.close();
  });

  it('shows in its row and in its message how far it is', async () => {
    await openExplorer(page);
    await rightClickInExplorer(page, 'large.pdf', 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await notification(page, /large\.pdf · .*[1-9].* of 5 MB/).waitFor();
    await openPaymentsViews(page);
    await fileRows(page, /^large\.pdf\s*Uploading, [1-9]\d?%/).waitFor();
    await screenshot(page, 'upload-progress');
  });

  it('certainly did not arrive when it is cancelled halfway', async () => {
    await pressInNotification(page, 'large.pdf', 'Cancel');
    await fileRows(page, /^large\.pdf\s*Cancelled/).waitFor();
  });
});
