import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { actUntil, documentInFront, runCommand, type SharedWindow } from '../support/editor';

const FILE = 'a-check.http';
const text = (status: number) => `### A file that is not there
GET {{filesUrl}}/v1/files/file_unknown

?? status == 404

### A page of samples
GET {{apiUrl}}/local-sandbox/samples?limit=2

?? status == ${status}
?? body success == true
`;

/** Request files with expectations, in the Testing view. */
export function describeTesting(opened: () => SharedWindow): void {
  describe('the Testing view', () => {
    let page: Page;
    let file: string;
    before(() => {
      const { window } = opened();
      ({ page } = window);
      file = join(window.workspace, FILE);
      writeFileSync(file, text(201));
    });

    const row = (name: string | RegExp) => page.getByRole('treeitem', { name });

    it('leads from a failure to the exchange, and to green', async () => {
      // Nobody has looked at the tests before.
      await runCommand(page, 'Test: Run All Tests');
      await runCommand(page, 'View: Show Testing');
      // The sample passes as it is, with its errors that are expected.
      await row(/^checks\.http \(Passed\)/).waitFor();
      await row(/^a-check\.http \(Failed\)/).waitFor();
      await runCommand(page, 'Test Results: Focus on Test Results View');
      await row(/status == 201: Not met\. Seen: 200/)
        .first()
        .waitFor();
      const link = page.getByRole('link', { name: 'Show the request and its answer' });
      await actUntil(
        () => row('Show the request and its answer').first().click(),
        () => link.first().waitFor({ timeout: 5000 }),
      );
      await actUntil(
        () => link.first().click({ timeout: 5000 }),
        () => page.getByRole('tab', { name: /samples · 200/ }).waitFor({ timeout: 5000 }),
      );
      await documentInFront(page, /1 of 2 expectations met/);
      writeFileSync(file, text(200));
      // The editor may not have read the file again yet.
      await actUntil(
        () => runCommand(page, 'Test: Rerun Failed Tests'),
        () => row(/^a-check\.http \(Passed\)/).waitFor({ timeout: 5000 }),
      );
    });
  });
}
