import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Editor } from '../../host/editor/window.mts';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { startProxyServer, type ProxyServer } from '../../support/proxyServer';
import { testCertificates } from '../../support/tls';
import {
  actUntil,
  answer,
  dialog,
  freshEditor,
  notification,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runAndPick,
  runCommand,
  screenshot,
} from '../support/editor';
import { clearNotifications } from '../support/files';

const KEY = 'test_key_abcdefgh1234';
/** A host that there is not: only a proxy can lead there. */
const REMOTE = 'https://api.payments.test';

describe('a network between the editor and the service', () => {
  let folder: string;
  let proxy: ProxyServer;
  let editor: Editor;
  let page: Page;

  before(async () => {
    proxy = await startProxyServer({ authorization: 'Basic bWU6c2VjcmV0' });
    folder = mkdtempSync(join(tmpdir(), 'authority-'));
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, testCertificates().ca);
    editor = await freshEditor({ env: { NODE_EXTRA_CA_CERTS: authority } });
    ({ page } = await editor.openWindow({
      settings: { 'http.proxy': proxy.url, 'paymentsApi.requests.maxRetries': 0 },
    }));
  });
  after(async () => {
    await editor.close();
    await proxy.close();
    rmSync(folder, { recursive: true });
  });

  const settings = () => page.locator('.settings-editor');
  /** The setting that the editor's page of settings shows. */
  const setting = (name: string) => settings().getByText(name, { exact: true }).first();

  /** Waits for the page of settings to show that one, and leaves the page: it lies over all else. */
  const seeSetting = async (name: string): Promise<void> => {
    await setting(name).waitFor();
    await actUntil(
      async () => {
        // Anywhere else, the key hides the notifications.
        await settings().locator(':focus').first().waitFor({ state: 'attached', timeout: 5000 });
        await page.keyboard.press('Escape');
      },
      () => settings().waitFor({ state: 'hidden', timeout: 5000 }),
    );
  };

  /** Gives the Sandbox an address and a key. @param between steps that are left as they are */
  const setUp = async (address: string, between: readonly string[]): Promise<void> => {
    await runAndPick(page, 'Payments API: Set Up Environment…', 'Sandbox');
    await quickInput(page).filter({ hasText: '(1/4)' }).waitFor();
    await answer(page, address);
    for (const step of between) {
      await quickInput(page).filter({ hasText: step }).waitFor();
      await pressInQuickInput(page, 'Enter');
    }
    await quickInput(page)
      .filter({ hasText: `sent to ${address} only` })
      .getByPlaceholder('API key')
      .waitFor();
    await answer(page, KEY);
  };

  it('that blocks is reported in the wizard, which keeps what was typed and opens the setting that fixes it', async () => {
    await runAndPick(page, 'Payments API: Set Up Environment…', 'Sandbox');
    await quickInput(page).filter({ hasText: '(1/4)' }).waitFor();
    await answer(page, REMOTE);
    for (const step of ['(2/4)', '(3/4)']) {
      await quickInput(page).filter({ hasText: step }).waitFor();
      await pressInQuickInput(page, 'Enter');
    }
    await quickInput(page).filter({ hasText: '(4/4)' }).waitFor();
    await answer(page, KEY);
    await dialog(page).filter({ hasText: 'a proxy blocks the way' }).waitFor();
    await dialog(page)
      .filter({ hasText: /the proxy 127\.0\.0\.1:\d+ wants a password/ })
      .waitFor();
    await screenshot(page, 'wizard-proxy');
    await dialog(page).getByRole('button', { name: 'Save and Open Settings' }).click();
    await seeSetting('Proxy Authorization');
    await notification(page, 'is saved, but the test request failed').waitFor();
  });

  it('leads from a failed request to the setting', async () => {
    await clearNotifications(page);
    await runAndPick(page, 'Payments API: Switch Environment…', 'Sandbox');
    await runCommand(page, 'Payments API: Add File by ID…');
    await quickInput(page).filter({ hasText: 'The file id from the service' }).waitFor();
    await answer(page, 'file_1.pdf');
    await pressInNotification(page, 'wants a password', 'Open Settings');
    await seeSetting('Proxy Authorization');
  });

  // That it is not trusted by default, and the message, are tested with the transports.
  it('is reached by a certificate of a private authority once that is in NODE_EXTRA_CA_CERTS', async () => {
    await using service = await startHttpServer((_request, response) => {
      sendJson(response, 404, { success: false, code: 'invalid_request', message: 'No such file', data: {} });
    }, testCertificates().good);
    await setUp(service.url, ['(2/4)', '(3/4)', 'Enter another key']);
    await notification(page, 'Sandbox is set up. The test request succeeded.').waitFor();
    assert.equal(service.seen.length, 1);
    assert.equal(service.seen[0]?.headers.authorization, `ApiKey ${KEY}`);
  });
});
