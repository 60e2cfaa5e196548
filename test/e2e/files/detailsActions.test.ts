import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
  actUntil,
  clipboard,
  documentInFront,
  type EditorWindow,
  eventually,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  sharedWindow,
  viewRow,
  webview,
} from '../support/editor';

const NAME = 'invoice-2026-001.pdf';

describe('what can be done from the details of a file', () => {
  let window: EditorWindow;
  let page: Page;

  before(async () => {
    ({ window } = await sharedWindow());
    page = window.page;
    await openExplorer(page);
    await rightClickInExplorer(page, NAME, 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await notification(page, `Uploaded ${NAME}`).waitFor();
  });

  /** Each action is tried from the panel as it is when it was just come back to. */
  beforeEach(async () => {
    await openPaymentsViews(page);
    // Said to a screen reader as well.
    const fetched = webview(page)
      .getByText(/^Fetched (now|\d+ \w+ ago)/)
      .first();
    await actUntil(
      () => viewRow(page, 'Files', NAME).click({ timeout: 5000 }),
      () => fetched.waitFor({ timeout: 10_000 }),
    );
  });

  function button(name: string): Locator {
    return webview(page).getByRole('button', { name, exact: true });
  }

  async function isReadOnly(): Promise<void> {
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.type('x');
    await page.getByText('cannot be edited.').first().waitFor();
  }

  it('its content is saved, byte for byte', async () => {
    await button('Save As…').click();
    const path = quickInput(page).getByRole('textbox');
    await eventually(
      () => path.inputValue(),
      (value) => value.endsWith(NAME),
    );
    const target = join(window.workspace, 'saved.pdf');
    await path.fill(target);
    await pressInQuickInput(page, 'Enter');
    await notification(page, `Saved ${NAME}`).waitFor();
    assert.deepEqual(readFileSync(target), readFileSync(join(window.workspace, NAME)));
  });

  it('its link is copied', async () => {
    await button('Copy Link').click();
    await clipboard(page, /^http:\/\/127\.0\.0\.1:\d+\/v1\/files\/file_.+\/content\?/);
  });

  it('the request that brought it is shown', async () => {
    await button('Show Request').click();
    await documentInFront(page, /^\/\/ 200 OK .* GET \/v1\/files\/file_/);
    await isReadOnly();
  });

  it('the request that uploaded it is shown', async () => {
    await button('Show Upload Request').click();
    await documentInFront(page, /^\/\/ 201 Created .* POST \/v1\/files\/upload/);
    await isReadOnly();
  });

  it('its raw JSON is a document that cannot be changed', async () => {
    await webview(page).locator('summary').click();
    await button('Open Raw JSON').click();
    await documentInFront(page, /^\{\s+"success": true,[^]+"contentLink": \{/);
    await isReadOnly();
  });

  it('the local file is opened', async () => {
    await button('Open Local File').click();
    await documentInFront(page, /^%PDF/);
  });
});
