import assert from 'node:assert/strict';
import {
  eventually,
  openPaymentsViews,
  pick,
  screenshot,
  type SharedWindow,
  waitForExtension,
} from '../support/editor';
import { fileRows, setScenario, uploadByMenu, writeFiles } from '../support/files';
import { extensionHosts } from '../../host/editor/processes.mts';
import { knownFiles } from '../support/registry';
import { useLocalSandbox } from './story';

/**
 * Kills the extension host.
 * @param opened gives the window, from the first hook on
 */
export function describeLosses(opened: () => SharedWindow): void {
  describe('an extension host that is killed in the middle of sixteen uploads', () => {
    it('loses none: each is there once, uploaded, unknown or not sent', async () => {
      const { editor, window } = opened();
      const { page } = window;
      // All rows have to be in sight at once.
      await page.setViewportSize({ width: 1280, height: 1600 });
      await useLocalSandbox(page);
      await setScenario(page, 'Slow');
      writeFiles(
        window,
        Array.from({ length: 16 }, (_, index) => `sixteen/sixteen-${index}.pdf`),
      );
      await uploadByMenu(page, 'sixteen');
      await pick(page, 'Upload 16 files');
      const before = await eventually(
        () => knownFiles(editor.dataDir),
        (files) =>
          files.filter(({ state }) => state === 'uploaded').length >= 4 &&
          files.filter(({ state }) => state === 'uploading').length === 4,
      );
      assert.equal(before.length, 16, 'the rows are there before the bytes leave');
      const [host, ...others] = extensionHosts(editor.dataDir);
      assert.ok(host !== undefined && others.length === 0, 'there is one extension host');
      process.kill(host, 'SIGKILL');
      await eventually(
        () => extensionHosts(editor.dataDir).includes(host),
        (alive) => !alive,
      );

      await page.reload();
      await waitForExtension(page);
      await openPaymentsViews(page);
      await fileRows(page, 'Outcome unknown').first().waitFor();
      await screenshot(page, 'after-kill');
      const after = knownFiles(editor.dataDir);
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
  });
}
