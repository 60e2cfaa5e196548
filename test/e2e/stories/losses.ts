import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  actUntil,
  clickRow,
  documentInFront,
  eventually,
  notification,
  openPaymentsViews,
  pick,
  reloadWindow,
  runAndPick,
  runCommand,
  type SharedWindow,
  viewRow,
  webview,
  until,
} from '../support/editor';
import { fileRows, setScenario, uploadByMenu, writeFiles } from '../support/files';
import { knownFiles } from '../support/registry';
import { useLocalSandbox } from './story';

/**
 * Kills the extension host, and reloads its window: that takes 25 seconds of a processor, so one serves for everything
 * that has to outlive it.
 * @param opened gives the window, from the first hook on
 */
export function describeLosses(opened: () => SharedWindow): void {
  describe('an extension host that is killed in the middle of sixteen uploads, and a window that was reloaded', () => {
    let page: Page;
    const requestTab = (): Locator => page.getByRole('tab', { name: /^POST .* · 201/ });
    const sixteen = () =>
      knownFiles(opened().editor.dataDir).filter(({ name }) => name.startsWith('sixteen-'));

    /** Opens what has to be there after the reload. */
    const openThings = async (): Promise<void> => {
      await runCommand(page, 'View: Close All Editors');
      writeFiles(opened().window, ['company/x.pdf', 'company/y.pdf']);
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
    };

    before(async () => {
      ({ page } = opened().window);
      await openPaymentsViews(page);
      await useLocalSandbox(page);
      await openThings();
    });

    it('loses none: each is there once, uploaded, unknown or not sent', async () => {
      const { window } = opened();
      await setScenario(page, 'Slow');
      writeFiles(
        window,
        Array.from({ length: 16 }, (_, index) => `sixteen/sixteen-${index}.pdf`),
      );
      await uploadByMenu(page, 'sixteen');
      await pick(page, 'Upload 16 files');
      const before = await eventually(
        sixteen,
        (files) =>
          files.filter(({ state }) => state === 'uploaded').length >= 4 &&
          files.filter(({ state }) => state === 'uploading').length === 4,
      );
      assert.equal(before.length, 16, 'the rows are there before the bytes leave');
      await runCommand(page, 'Driver: Kill the Extension Host');
      await until(() => window.console.some((line) => line.includes('terminated unexpectedly')));

      await reloadWindow(page);
      await openPaymentsViews(page);
      await fileRows(page, 'Outcome unknown').first().waitFor();
      const after = sixteen();
      assert.deepEqual(after.map(({ name }) => name).sort(), before.map(({ name }) => name).sort());
      const states = new Set(after.map(({ state }) => state));
      assert.deepEqual([...states].sort(), ['not-sent', 'unknown', 'uploaded']);
      const pending = before.filter(({ state }) => state === 'pending').map(({ name }) => name);
      for (const { name, state } of after)
        assert.ok(
          state !== 'not-sent' || pending.includes(name),
          `${name} was under way, so its outcome is unknown`,
        );
      const uploaded = before.filter(({ state }) => state === 'uploaded').map(({ fileId }) => fileId);
      for (const id of uploaded)
        assert.ok(
          after.some(({ fileId }) => fileId === id),
          'a finished record stays',
        );
    });

    it('has an open request with its actions, the raw JSON of a file, and the files grouped as before', async () => {
      await fileRows(page, /Today|Yesterday/)
        .first()
        .waitFor();
      await requestTab().click();
      await page.getByRole('button', { name: 'Edit Request' }).first().waitFor();
      await documentInFront(page, /201 Created/);
      await page
        .getByRole('tab', { name: /^file_.*\.json/ })
        .first()
        .click();
      await documentInFront(page, /"contentLink": \{/);
    });
  });
}
