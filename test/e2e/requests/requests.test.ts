import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  documentInFront,
  editorHasFocus,
  answer,
  asked,
  clipboard,
  notification,
  openPaymentsViews,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runCommand,
  sharedWindow,
  statusBarItem,
  typeCommand,
  typeIntoCommand,
} from '../support/editor';

describe('requests through the window', () => {
  let page: Page;
  before(async () => {
    const { window } = await sharedWindow();
    ({ page } = window);
    await openPaymentsViews(page);
  });

  it('leads from a failure to its support report on the clipboard, with the keyboard alone', async () => {
    await sendByKeyboard(page, '/files/no-such-file');
    await page.getByRole('tab', { name: 'GET no-such-file · 404' }).waitFor();
    const shown = await documentInFront(page, /404 Not Found[^]*req_[\w-]+/);
    const requestId = /req_[\w-]+/.exec(shown)?.[0] ?? 'none';
    // The document says it, so no message does.
    assert.equal(await notification(page, /refused/).count(), 0);
    await typeCommand(page, 'Payments API: Copy Support Report');
    const text = await clipboard(page, /Support report/);
    assert.ok(text.includes(requestId), text);
    assert.match(text, /GET \/v1\/files\/no-such-file/);
    assert.match(text, /404/);
    assert.match(text, /Local Sandbox/);
    await page.getByRole('tab', { name: /Support report/ }).waitFor();
    await documentInFront(page, /Request id: +req_/);
  });

  it('writes a request in an editor that checks it, and sends it from there', async () => {
    await runCommand(page, 'Payments API: Send Request');
    await quickInput(page).getByText('Send a request to Local Sandbox').waitFor();
    await answer(page, 'Top up a sandbox balance');
    await page.locator('.codelens-decoration').getByText('Send to Local Sandbox').waitFor();
    await page.getByText('"EUR"').waitFor();
    // The amount is selected: what is typed replaces it.
    await editorHasFocus(page);
    await statusBarItem(page, 'selected').waitFor();
    await page.keyboard.type('7');
    await page.locator('.view-line').getByText('"amount": 7,').waitFor();
    const write = async (body: string) => {
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(`POST /balances/sandbox/top-up\n\n${body}`);
    };
    await write('{"amount":1,"currency":"EURO"}');
    await page.locator('.squiggly-error').first().waitFor();
    await write('{"amount":12.50,"currency":"EUR"}');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: 'POST top-up · 200' }).waitFor();
    // What was sent is below the answer.
    await page.getByText('12.50').first().waitFor();
  });

  it('says what it would send as one types', async () => {
    await runCommand(page, 'Payments API: Send Request');
    await asked(page, 'Send a request to Local Sandbox');
    const input = quickInput(page).getByRole('textbox');
    await input.fill('local-sandbox/samples?limit=500');
    const first = quickInput(page).getByRole('option').first();
    await first.getByText('Send Anyway: GET /local-sandbox/samples?limit=500 to Local Sandbox').waitFor();
    await input.fill('https://elsewhere.example/v1/things');
    await first.getByText('https://elsewhere.example is not an address of Local Sandbox').waitFor();
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
  });

  it('finds a request by its id, and offers the form of a report for one that is not known', async () => {
    await runCommand(page, 'Payments API: Find Request by ID');
    await quickInput(page).getByText('Find Request by ID').waitFor();
    await answer(page, 'req_made_elsewhere');
    const message = 'No request in the history has the id req_made_elsewhere';
    // A way on, not a failure that stays.
    await notification(page, message).locator('.codicon-info').waitFor();
    await pressInNotification(page, message, 'Support Report');
    assert.match(await clipboard(page, /req_made_elsewhere/), /Please add what you know/);
  });
});

/** Sends a GET by typing its path, from the command palette on without the mouse. */
async function sendByKeyboard(page: Page, path: string): Promise<void> {
  await typeIntoCommand(page, 'Payments API: Send Request', /^Choose a request/, path);
  await page.keyboard.press('Enter');
}
