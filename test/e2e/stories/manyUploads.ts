import assert from 'node:assert/strict';
import {
  type Editor,
  eventually,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  rightClickInExplorer,
} from '../support/editor';
import { clearNotifications, fileRows, uploadFolder, writeFiles } from '../support/files';
import { knownFiles } from '../support/registry';

/**
 * Two windows that upload folders at the same time, each of so many files.
 * @param timeoutMs for all of the uploads
 * @param seenWithinMs after which the other window shows an upload
 */
export function describeManyUploads(count: number, timeoutMs: number, seenWithinMs: number): void {
  describe(`two windows that upload ${count} files each at the same time`, () => {
    let editor: Editor;

    before(async () => {
      editor = await freshEditor();
    });

    after(async () => {
      await editor.close();
    });

    it('end with a row for each, and each window shows what the other does', async function () {
      this.timeout(timeoutMs + 60_000);
      const one = await editor.openWindow();
      const two = await editor.openWindow();
      const starts = [await uploadFolder(one, 'left', count), await uploadFolder(two, 'right', count)];
      for (const send of starts) await send();
      const files = await eventually(
        () => knownFiles(editor.dataDir),
        (all) => all.filter(({ state }) => state === 'uploaded').length === 2 * count,
        timeoutMs,
      );
      assert.equal(files.length, 2 * count);
      assert.equal(new Set(files.map(({ fileId }) => fileId)).size, 2 * count);

      for (const [from, to, name] of [
        [one, two, 'from-one.pdf'],
        [two, one, 'from-two.pdf'],
      ] as const) {
        await to.page.bringToFront();
        await openPaymentsViews(to.page);
        await from.page.bringToFront();
        writeFiles(from, [name]);
        await openExplorer(from.page);
        await clearNotifications(from.page);
        await rightClickInExplorer(from.page, name, 'Upload to Payments API');
        await pick(from.page, 'Payment evidence');
        await notification(from.page, `Uploaded ${name}`).waitFor();
        await to.page.bringToFront();
        await fileRows(to.page, name).waitFor({ timeout: seenWithinMs });
      }
    });
  });
}
