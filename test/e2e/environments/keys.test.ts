import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Editor } from '../../host/editor/window.mts';
import { type HttpServer, sendJson, startHttpServer } from '../../support/httpServer';
import {
  actUntil,
  answer,
  chooseFromMenuOf,
  dialog,
  expandRow,
  freshEditor,
  notification,
  openPaymentsViews,
  pressInNotification,
  quickInput,
  reloadWindow,
  runAndPick,
  screenshot,
  searchAndPick,
  statusBarItem,
  viewRow,
} from '../support/editor';

const KEY = 'test_key_abcdefgh1234';
const NEXT_KEY = 'test_key_abcdefgh5678';

describe('keys, in the windows of one editor', () => {
  let service: HttpServer;
  let editor: Editor;
  let first: Page;
  let second: Page;
  /** What the editor encrypts secrets with. */
  let encryptedWith = 7;

  const options = () => ({
    settings: { 'paymentsApi.environments': { sandbox: { apiUrl: service.url } } },
    viewport: { width: 1280, height: 1400 },
  });

  before(async () => {
    service = await startHttpServer(({ headers }, response) => {
      const known = headers.authorization === `ApiKey ${NEXT_KEY}`;
      const message = known ? 'There is no such file' : 'The key is not known';
      sendJson(response, known ? 404 : 401, { success: false, code: '', message, data: {} });
    });
    editor = await freshEditor();
    ({ page: first } = await editor.openWindow(options()));
    // What a page keeps of its secrets is encrypted with a key of the server's front, which is not there in tests.
    await first
      .context()
      .route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, encryptedWith) }));
    await openPaymentsViews(first);
    await row(first, /^Sandbox\s*no API key yet/).waitFor();
  });
  after(async () => {
    await editor.close();
    await service.close();
  });

  // A window that is not in front hardly moves.
  beforeEach(() => first.bringToFront());

  const row = (page: Page, text: string | RegExp) => viewRow(page, 'Environments', text).first();

  /** Waits for the last digits of the key. */
  const showsKey = async (page: Page, digits: string): Promise<void> => {
    // Only the active environment is expanded at first.
    await expandRow(row(page, /^Sandbox/));
    await row(page, `set ····${digits}`).waitFor();
  };

  const enterKey = async (page: Page, key: string): Promise<void> => {
    await runAndPick(page, 'Payments API: Enter API Key…', 'Sandbox');
    await quickInput(page).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(page, key);
    if (key !== NEXT_KEY) await dialog(page).getByRole('button', { name: 'Save Anyway' }).click();
  };

  /** In this editor a page reads its secrets when it is opened; elsewhere windows tell each other. */
  const reload = async (page: Page): Promise<void> => {
    await page.bringToFront();
    await reloadWindow(page);
    await openPaymentsViews(page);
  };

  it('are kept, and read by a window that is opened later', async () => {
    await enterKey(first, KEY);
    await showsKey(first, '1234');
    ({ page: second } = await editor.openWindow(options()));
    await openPaymentsViews(second);
    await showsKey(second, '1234');
  });

  it('lead from a 401 to the key of that very environment, whichever is active', async () => {
    await statusBarItem(first, 'Local Sandbox').waitFor();
    await chooseFromMenuOf(row(first, /^Sandbox/), 'Top Up Sandbox Balance…', () =>
      quickInput(first).isVisible(),
    );
    await searchAndPick(first, 'EUR');
    await quickInput(first).filter({ hasText: 'How much EUR?' }).waitFor();
    await answer(first, '5');
    await notification(
      first,
      'The key is not known. Check the API key of the environment "Sandbox"',
    ).waitFor();
    await screenshot(first, 'keys-401');
    await pressInNotification(first, 'The key is not known', 'Enter API Key');
    await quickInput(first).filter({ hasText: 'API key of Sandbox' }).waitFor();
    await answer(first, NEXT_KEY);
    await showsKey(first, '5678');
    const topUp = service.seen.findLast(({ method }) => method === 'POST');
    assert.equal(topUp?.headers.authorization, `ApiKey ${KEY}`);
  });

  it('are said to be lost when the editor cannot decrypt them any more, and entered again from there', async () => {
    await enterKey(first, KEY);
    await showsKey(first, '1234');
    encryptedWith = 8;
    await reload(first);
    await row(first, /^Sandbox\s*API key lost/).waitFor();
    await expandRow(row(first, /^Sandbox/));
    await row(first, 'none (lost by the editor)').waitFor();
    await screenshot(first, 'keys-lost');
    await actUntil(
      () => row(first, 'Enter API Key…').click(),
      () => quickInput(first).filter({ hasText: 'API key of Sandbox' }).waitFor({ timeout: 5000 }),
    );
    await answer(first, NEXT_KEY);
    await row(first, 'Switch to ').waitFor();
    await row(first, 'set ····5678').waitFor();
  });
});
