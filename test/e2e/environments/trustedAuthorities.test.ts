import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpServer, sendJson, startHttpServer } from '../../support/httpServer';
import { testCertificates } from '../../support/tls';
import {
  answer,
  dialog,
  freshEditor,
  notification,
  quickInput,
  runCommand,
  searchAndPick,
} from '../support/editor';

const KEY = 'test_key_abcdefgh1234';

describe('a service whose certificate is from a private authority', () => {
  let folder: string;
  let authority: string;
  let service: HttpServer;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authority-'));
    authority = join(folder, 'ca.pem');
    writeFileSync(authority, testCertificates().ca);
    service = await startHttpServer((_request, response) => {
      sendJson(response, 404, { success: false, code: 'invalid_request', message: 'No such file', data: {} });
    }, testCertificates().good);
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const setUp = async (env: NodeJS.ProcessEnv, expected: string): Promise<void> => {
    const editor = await freshEditor({ env });
    try {
      const settings = { 'paymentsApi.environments': { sandbox: { apiUrl: service.url } } };
      const { page } = await editor.openWindow({ settings });
      await runCommand(page, 'Payments API: Set Up Environment…');
      await searchAndPick(page, 'Sandbox');
      for (const step of ['(1/4)', '(2/4)', '(3/4)']) {
        await quickInput(page).filter({ hasText: step }).waitFor();
        await page.keyboard.press('Enter');
      }
      await quickInput(page).filter({ hasText: '(4/4)' }).waitFor();
      await answer(page, KEY);
      await notification(page, expected)
        .or(dialog(page).filter({ hasText: expected }))
        .waitFor();
    } finally {
      await editor.close();
    }
  };

  // That it is not trusted by itself, and what is said then, is tested with the transports.
  it('is trusted once the authority is in NODE_EXTRA_CA_CERTS', async () => {
    await setUp({ NODE_EXTRA_CA_CERTS: authority }, 'Sandbox is set up. The test request succeeded.');
    assert.equal(service.seen.length, 1);
    assert.equal(service.seen[0]?.headers.authorization, `ApiKey ${KEY}`);
  });
});
