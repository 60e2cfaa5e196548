import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  documentInFront,
  editorHasFocus,
  answer,
  clipboard,
  notification,
  quickInput,
  runCommand,
  sharedWindow,
  statusBarItem,
  typeCommand,
  typeIntoCommand,
  type SharedWindow,
} from '../support/editor';
import { describeDescribedApi } from './describedApi';
import { describeTesting } from './testing';

/** What begins with a request, in one window. */
describe('requests through the window', () => {
  let shared: SharedWindow;
  before(async () => {
    // High enough for the rows of the API view.
    shared = await sharedWindow({ viewport: { width: 1280, height: 1200 } });
  });

  const opened = (): SharedWindow => shared;

  describeTesting(opened);

  describe('that are typed or written', () => {
    let page: Page;
    before(() => {
      ({ page } = shared.window);
    });

    it('lead from a failure to its support report on the clipboard, with the keyboard alone', async () => {
      const path = '/files/no-such-file';
      await typeIntoCommand(page, 'Payments API: Send Request', /^Choose a request/, path);
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'GET no-such-file · 404' }).waitFor();
      const shown = await documentInFront(page, /404 Not Found[^]*req_[\w-]+/);
      const requestId = /req_[\w-]+/.exec(shown)?.[0] ?? 'none';
      // The document says it, so no message does.
      assert.equal(await notification(page, /refused/).count(), 0);
      await typeCommand(page, 'Payments API: Copy Support Report');
      const text = await clipboard(page, /Support report/);
      assert.ok(text.includes(requestId), text);
      await page.getByRole('tab', { name: /Support report/ }).waitFor();
      await documentInFront(page, /Request id: +req_/);
    });

    it('are filled in, and sent from the editor by a key', async () => {
      await runCommand(page, 'Payments API: Send Request');
      await quickInput(page).getByText('Send a request to Local Sandbox').waitFor();
      await answer(page, 'Top up a sandbox balance');
      // The amount is selected: what is typed replaces it.
      await editorHasFocus(page);
      await statusBarItem(page, 'selected').waitFor();
      await page.keyboard.type('7');
      await page.locator('.view-line').getByText('"amount": 7,').first().waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('tab', { name: 'POST top-up · 200' }).waitFor();
    });
  });

  // Last: what it adds stays.
  describeDescribedApi(opened);
});
