// Makes the pictures of the README and of the walkthrough anew, with the packaged extension in a real window:
//
//   node test/host/pictures.mts [files|api|checks|requests]    leaves them in artifacts/, as readme-*.png
//
// They are 1280 × 800 pixels. For media/ and docs/, with the packages pngquant and webp of Debian:
//
//   pngquant --nofs 64 --ext .png --force FILE.png && cwebp -z 9 -lossless FILE.png -o FILE.webp
import type { Page } from 'playwright-core';
import { chooseFromMenu, chooseFromMenuOf, menuItem, openMenuOf } from './editor/menus.mts';
import { clearNotifications, notification } from './editor/notifications.mts';
import { answer, pick, quickInput, runAndPick, runCommand, searchAndPick } from './editor/quickInput.mts';
import { explorerRow, openPaymentsViews, screenshot, viewRow, webview } from './editor/workbench.mts';
import { withEditor } from './withEditor.mts';

const UPLOAD = 'Upload to Payments API';
const FILE = 'invoice-2026-001.pdf';

async function picture(page: Page, name: string): Promise<void> {
  // Nothing is under the mouse; a menu and a hover stay open only there.
  if (name !== 'upload' && name !== 'api') {
    await page.mouse.move(640, 795);
    await page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
  }
  await page.getByText('Activating Extensions').waitFor({ state: 'hidden' });
  console.log(await screenshot(page, `readme-${name}`));
}

/** Sends a request that reads, and waits for its answer. @param tab what its tab is called */
async function read(page: Page, path: string, tab: string): Promise<void> {
  await runCommand(page, 'Payments API: Send Request');
  await quickInput(page).getByText('Send a request to').first().waitFor();
  await answer(page, `GET ${path}`);
  await page.getByRole('tab', { name: tab }).waitFor();
}

async function topUp(page: Page, amount: string): Promise<void> {
  await runCommand(page, 'Payments API: Top Up Sandbox Balance');
  await searchAndPick(page, 'EUR');
  await quickInput(page).getByText('How much EUR').waitFor();
  await answer(page, amount);
  await notification(page, 'Request id').waitFor();
}

async function files(page: Page): Promise<void> {
  await openMenuOf(explorerRow(page, FILE), UPLOAD);
  await menuItem(page, UPLOAD).hover();
  await picture(page, 'upload');
  await chooseFromMenu(page, UPLOAD);
  await pick(page, 'Payment evidence');
  await notification(page, `Uploaded ${FILE}`).waitFor();
  await clearNotifications(page);
  await openPaymentsViews(page);
  await viewRow(page, 'Files', FILE).click();
  await webview(page).getByText('file_').first().waitFor();
  await picture(page, 'details');
  await topUp(page, '250');
  await viewRow(page, 'Requests', 'top-up').waitFor();
  await picture(page, 'top-up');
  await clearNotifications(page);
  await runCommand(page, 'Payments API: Switch Environment');
  await quickInput(page)
    .getByRole('option', { name: /^Production/ })
    .waitFor();
  await picture(page, 'environments');
  await page.keyboard.press('Escape');
  await runCommand(page, 'View: Close All Editors');
  await page
    .getByRole('tab', { name: /^Explorer/ })
    .first()
    .click();
  await explorerRow(page, 'requests.http').dblclick();
  await page.locator('.codelens-decoration').getByText('Send to Local Sandbox').first().waitFor();
  await picture(page, 'http');
}

/** An operation of the sample description, whose answer lacks a field. */
async function api(page: Page): Promise<void> {
  await openPaymentsViews(page, { withApi: true });
  for (const name of ['Files', 'Requests', 'Environments']) {
    await page.locator('.pane-header', { hasText: name }).first().click();
  }
  await viewRow(page, 'API', 'Use openapi.yaml').first().click();
  await viewRow(page, 'API', 'GET /payouts/{payoutId}').waitFor();
  await runAndPick(page, 'Payments API: Set Local Sandbox Scenario', /Malformed/);
  await read(page, '/payouts/po_1001', 'GET po_1001 · 200');
  await page.getByRole('button', { name: 'Send Again' }).first().click();
  await page.locator('.squiggly-warning').first().waitFor();
  await runAndPick(page, 'Payments API: Set Local Sandbox Scenario', /Normal/);
  await clearNotifications(page);
  await page.locator('.monaco-editor .view-line').first().click();
  await runCommand(page, 'Show or Focus Hover');
  await page.locator('.monaco-hover:visible').getByText('This is missing').waitFor();
  await picture(page, 'api');
  const added = viewRow(page, 'API', 'Harbour').first();
  await chooseFromMenuOf(added, 'Remove API Description…', () => added.isHidden());
}

/** A file of checks in the Testing view, with one that is not met. */
async function checks(page: Page): Promise<void> {
  await explorerRow(page, 'checks.http').dblclick();
  await page.locator('.codelens-decoration').getByText('Send to Local Sandbox').first().waitFor();
  await runAndPick(page, 'Payments API: Set Local Sandbox Scenario', /Malformed/);
  await clearNotifications(page);
  await runCommand(page, 'View: Show Testing');
  await page.getByRole('treeitem', { name: 'checks.http' }).first().waitFor();
  await runCommand(page, 'Test: Run All Tests');
  await page
    .getByRole('treeitem', { name: /^checks\.http \(Failed\)/ })
    .first()
    .waitFor();
  await runAndPick(page, 'Payments API: Set Local Sandbox Scenario', /Normal/);
  await clearNotifications(page);
  await picture(page, 'checks');
}

async function requests(page: Page): Promise<void> {
  await openPaymentsViews(page);
  const balances = '/local-sandbox/balances';
  await read(page, balances, 'GET balances · 200');
  await topUp(page, '250');
  await clearNotifications(page);
  // The next answer has a tab of the same name.
  await runCommand(page, 'View: Close All Editors');
  await read(page, balances, 'GET balances · 200');
  await runCommand(page, 'Payments API: Compare with Previous Answer');
  await notification(page, /changed|added/).waitFor();
  await page.locator('.monaco-diff-editor .char-insert, .monaco-diff-editor .line-insert').first().waitFor();
  await picture(page, 'compare');
  await clearNotifications(page);
  await runCommand(page, 'View: Close All Editors');
  await read(page, '/local-sandbox/samples?limit=10', 'GET samples · 200');
  await page.locator('.view-line').getByText('sample_025').waitFor();
  await viewRow(page, 'Requests', 'GET samples').waitFor();
  await picture(page, 'requests');
  await runCommand(page, 'Payments API: Open as Table');
  await webview(page).getByRole('grid').waitFor();
  await webview(page).getByRole('columnheader', { name: 'amount' }).click();
  await webview(page).locator('[role=columnheader][aria-sort=ascending]').waitFor();
  await picture(page, 'table');
}

const [, , only] = process.argv;
await withEditor('pictures-failed', async (editor) => {
  for (const [theme, show] of [
    ['Dark Modern', files],
    ['Dark Modern', api],
    ['Light Modern', requests],
    // Last: its top-up may have been carried out, so that the next one would be asked about.
    ['Light Modern', checks],
  ] as const) {
    if (only !== undefined && only !== show.name) continue;
    const window = await editor.openWindow({ colorTheme: theme });
    await show(window.page);
    await window.close();
  }
});
process.exit(0);
