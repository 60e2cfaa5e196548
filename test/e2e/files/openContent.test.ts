import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { chooseFromMenuOf, dialog, openPaymentsViews, sharedWindow } from '../support/editor';
import { fileRows } from '../support/files';
import { withStorage } from '../support/registry';

/** What signed links are made of; an address that is taken apart and put together again has some of it changed. */
const LINK =
  'https://content.invalid/files%2F7/content?Credential=AKIA%2F2026%2Feu&Signature=a%2Bb%2F%3D+c&n=%E2%82%AC%2520%23';

describe('opening the content of a file', () => {
  let page: Page;
  const name = 'signed-link.pdf';

  before(async () => {
    const { editor, window } = await sharedWindow();
    ({ page } = window);
    const details = { name, contentLink: { url: LINK, expiryDate: null } };
    await withStorage(editor.dataDir, ({ files }) => {
      files.keepDetails('local', { fileId: 'file_signed.pdf', details });
    });
    await openPaymentsViews(page);
  });

  it('asks first, and then for the signed link exactly as the service gave it', async () => {
    const row = fileRows(page, name);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await chooseFromMenuOf(row, 'Copy Content Link', async () => (await copied()) === LINK);

    const asked = page
      .context()
      .waitForEvent('request', (request) => request.url().startsWith('https://content.'));
    const popup = page.waitForEvent('popup');
    const question = dialog(page).getByText('content.invalid').first();
    await chooseFromMenuOf(row, 'Open Content', () => question.isVisible());
    await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
    assert.equal((await asked).url(), LINK);
    await (await popup).close();
  });
});
