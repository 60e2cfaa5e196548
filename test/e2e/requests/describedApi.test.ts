import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  actUntil,
  caretIsAt,
  chooseFromMenuOf,
  clearNotifications,
  clickRow,
  documentInFront,
  type EditorWindow,
  eventually,
  goToLine,
  notification,
  openFile,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runCommand,
  sharedWindow,
  viewRow,
} from '../support/editor';
import { setScenario, writeFiles } from '../support/files';

const DOCUMENT = 'Harbour Payments (made up)';

describe('an API description, in a window', () => {
  let window: EditorWindow;
  let page: Page;
  /** Where the operation is described, as the editor counts. */
  let line: number;
  before(async () => {
    ({ window } = await sharedWindow({ viewport: { width: 1280, height: 1200 } }));
    ({ page } = window);
    const lines = readFileSync(join(window.workspace, 'openapi.yaml'), 'utf8').split('\n');
    line = lines.findIndex((text) => text.endsWith('operationId: getPayout'));
    await openPaymentsViews(page, { withApi: true });
  });

  const row = (text: string | RegExp) => viewRow(page, 'API', text).first();
  const lens = (text: string) => page.locator('.codelens-decoration').getByText(text).first();
  /** A part of a document that is in sight, beside another one. */
  const shown = (text: string) => page.locator('.view-line').getByText(text).first();
  /** Presses a line of actions, which is drawn again when the document changes. */
  const press = (text: string, isDone: () => Promise<unknown>) =>
    actUntil(() => lens(text).click({ timeout: 5000 }), isDone);

  it('is offered, and its operations are written, sent, checked, and led to where an answer differs', async () => {
    await clickRow(row(/Use openapi\.yaml as API description/), row(DOCUMENT));
    await row(DOCUMENT).hover();
    // The view may be too low to show all of the document.
    const operation = row(/GET \/payouts\/\{payoutId\}.*Read a payout · never sent/);
    await actUntil(
      () => page.mouse.wheel(0, 100),
      () => operation.waitFor({ timeout: 2000 }),
    );
    await clickRow(operation, shown('# Read a payout'));
    await documentInFront(page, /# Read a payout[^]*GET \{\{apiUrl\}\}\/payouts\/\{\{payoutId\}\}/);
    await press('Send to Local Sandbox', () => shown('· as described').waitFor({ timeout: 5000 }));
    await row(/GET \/payouts\/\{payoutId\}.*200, /).waitFor();

    // In turn it answers with what is no JSON, and without a field that is required.
    await setScenario(page, 'Malformed');
    // The actions of an answer are shown while it has the focus.
    const sendAgain = (isDone: () => Promise<unknown>) =>
      actUntil(async () => {
        await shown('GET /v1/payouts/').click({ timeout: 5000 });
        await page.getByRole('button', { name: 'Send Again' }).first().click({ timeout: 5000 });
      }, isDone);
    await sendAgain(() => shown('differs from the description in').waitFor({ timeout: 5000 }));
    await sendAgain(() => page.locator('.squiggly-warning').first().waitFor({ timeout: 5000 }));
    await setScenario(page, 'Normal');
    await viewRow(page, 'Requests', /differs/)
      .first()
      .waitFor();
    await row(/GET \/payouts\/\{payoutId\}.*differs from its description/).waitFor();
    const description = page.getByRole('tab', { name: 'openapi.yaml' });
    await chooseFromMenuOf(row(/GET \/payouts\/\{payoutId\}/), 'Show in Description', () =>
      description.isVisible(),
    );
    await caretIsAt(page, line, 60_000);
  });

  it('is searched as one types, and is shown whole again', async () => {
    await runCommand(page, 'Payments API: Filter Operations…');
    const input = quickInput(page).getByRole('textbox');
    await input.fill('customer no-such');
    await page.getByText('Filter: “customer no-such” · No row matches the filter.').waitFor();
    await input.fill('customer notes');
    await row(/List the notes about a customer/).waitFor();
    await row(DOCUMENT).waitFor({ state: 'hidden' });
    await pressInQuickInput(page, 'Escape');
    await row(DOCUMENT).waitFor();
  });

  it('helps to write a request, which is sent and read back, and leads to it when it changes', async () => {
    const back =
      'GET {{apiUrl}}/payouts/{{made.response.body.$.payoutId}}\nAuthorization: ApiKey {{apiKey}}\n';
    writeFiles(window, [['work.http', `### New\n# @name made\n\n\n### Back\n${back}`]]);
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'work.http');
    await goToLine(page, 3);
    /** Types until an entry is offered first, and takes it. */
    const complete = async (typed: string, entry: string) => {
      await page.keyboard.type(typed);
      await page.locator('.suggest-widget .monaco-list-row.focused').getByText(entry).waitFor();
      await page.keyboard.press('Enter');
    };
    await complete('POST {{apiUrl}}/pay', 'payouts');
    await complete('\nAuth', 'ApiKey {{apiKey}}');
    await page.keyboard.type('\n\n{');
    await page.keyboard.press('Enter');
    await complete('"', 'amount');
    await page.keyboard.type('25,\n');
    await complete('"cu', 'currency');
    await complete('EU', 'EUR');
    await page.keyboard.press('End');
    await page.keyboard.type(',\n');
    await complete('"', 'customerId');
    await page.keyboard.type('cus_7');
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+S');
    await eventually(
      () => readFileSync(join(window.workspace, 'work.http'), 'utf8'),
      (text) => /"amount": 25,\s+"currency": "EUR",\s+"customerId": "cus_7"\s+\}/.test(text),
    );
    await press('Send All in File', () =>
      notification(page, 'Sent 2 requests to Local Sandbox.').waitFor({ timeout: 5000 }),
    );

    const document = join(window.workspace, 'openapi.yaml');
    const before = readFileSync(document, 'utf8');
    writeFileSync(document, before.replace('minimum: 1, description', 'minimum: 2, description'));
    const said = `${DOCUMENT}: 0 added, 1 changed, 0 gone`;
    await pressInNotification(page, said, 'Show Requests');
    await pick(page, 'New');
    await caretIsAt(page, 3);
    writeFileSync(document, before);
    // It would lie over what the next tests in this window press.
    await notification(page, said).waitFor();
    await clearNotifications(page);
    await openPaymentsViews(page, { withApi: true });
  });
});
