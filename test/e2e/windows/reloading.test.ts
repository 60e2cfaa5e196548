import type { Locator, Page } from 'playwright-core';
import {
  actUntil,
  clickRow,
  documentInFront,
  notification,
  openPaymentsViews,
  pick,
  reloadWindow,
  runAndPick,
  runCommand,
  sharedWindow,
  viewRow,
  webview,
} from '../support/editor';
import { fileRows, uploadByMenu, writeFiles } from '../support/files';

/** A reload takes ten seconds of a processor, so one serves for everything that has to outlive it. */
describe('a window that was reloaded', () => {
  let page: Page;

  before(async () => {
    const { window } = await sharedWindow();
    ({ page } = window);
    writeFiles(window, ['company/x.pdf', 'company/y.pdf']);
    await uploadByMenu(page, 'company', 'Business entity documents');
    await pick(page, 'Upload ');
    await notification(page, /2 uploaded|Uploaded 2/).waitFor();
    await openPaymentsViews(page);
    await clickRow(fileRows(page, 'x.pdf'));
    // What is shown before is drawn once more when the record has come.
    await webview(page)
      .getByText(/^Fetched (now|\d+ \w+ ago)/)
      .first()
      .waitFor();
    await webview(page).locator('summary').click();
    await webview(page).getByRole('button', { name: 'Open Raw JSON', exact: true }).click();
    await documentInFront(page, /"contentLink": \{/);
    // Else the next document takes its tab.
    await runCommand(page, 'View: Keep Editor');
    await runAndPick(page, 'Payments API: Group Files', 'Day');
    await fileRows(page, /Today|Yesterday/)
      .first()
      .waitFor();
    await actUntil(
      () => viewRow(page, 'Requests', 'POST').first().dblclick({ timeout: 5000 }),
      () => requestTab().waitFor({ timeout: 5000 }),
    );
    await documentInFront(page, /201 Created/);
    await reloadWindow(page);
  });

  after(async () => {
    await openPaymentsViews(page);
    await runAndPick(page, 'Payments API: Group Files', 'No grouping');
  });

  const requestTab = (): Locator => page.getByRole('tab', { name: /^POST .* · 201/ });

  it('shows an open request and its actions', async () => {
    await requestTab().click();
    await page.getByRole('button', { name: 'Edit Request' }).first().waitFor();
    await documentInFront(page, /201 Created/);
  });

  it('shows the raw JSON of a file', async () => {
    await page
      .getByRole('tab', { name: /^file_.*\.json/ })
      .first()
      .click();
    await documentInFront(page, /"contentLink": \{/);
  });

  it('groups the files as before', async () => {
    await openPaymentsViews(page);
    await fileRows(page, /Today|Yesterday/)
      .first()
      .waitFor();
  });
});
