import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  actUntil,
  caretIsAt,
  chooseFromMenuOf,
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
  runCommand,
  type SharedWindow,
  viewRow,
} from '../support/editor';
import { setScenario, writeFiles } from '../support/files';

const DOCUMENT = 'Harbour Payments (made up)';

/** An API description, in a window that is high enough for the rows of its operations. */
export function describeDescribedApi(opened: () => SharedWindow): void {
  describe('an API description', () => {
    let window: EditorWindow;
    let page: Page;
    before(async () => {
      ({ window } = opened());
      ({ page } = window);
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
      const lines = readFileSync(join(window.workspace, 'openapi.yaml'), 'utf8').split('\n');
      await caretIsAt(
        page,
        lines.findIndex((text) => text.endsWith('operationId: getPayout')),
        60_000,
      );
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
      await page.keyboard.insertText(',\n"customerId": "cus_7"');
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
      await pressInNotification(page, `${DOCUMENT}: 0 added, 1 changed, 0 gone`, 'Show Requests');
      await pick(page, 'New');
      await caretIsAt(page, 3);
    });
  });
}
