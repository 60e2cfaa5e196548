import assert from 'node:assert/strict';
import type { Editor } from '../../host/editor/window.mts';
import {
  actUntil,
  type EditorWindow,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  quickInput,
  rightClickInExplorer,
  sharedWindow,
  viewRow,
  webview,
} from '../support/editor';
import { clearNotifications, writeFiles } from '../support/files';
import { extensionHosts } from '../../host/editor/processes.mts';

// What the editor paints first is what the view showed before it was hidden. It asks for the rows of now at the same
// time, and until they are there, the rows of before take clicks.

describe('a view that comes back into sight', () => {
  let editor: Editor;
  let window: EditorWindow;

  before(async () => {
    ({ editor, window } = await sharedWindow());
    await upload('first.pdf');
  });

  it('opens the file that was clicked in its rows of before', async () => {
    await clickBeforeRowsAnswer('Files', 'first.pdf');
    await webview(window.page).getByText('first.pdf').first().waitFor();
    assert.equal(await notification(window.page, 'not found').count(), 0);
  });

  async function upload(name: string): Promise<void> {
    const { page } = window;
    writeFiles(window, [name]);
    await openExplorer(page);
    await rightClickInExplorer(page, name, 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await quickInput(page).waitFor({ state: 'hidden' });
    await notification(page, `Uploaded ${name}`).waitFor();
    await clearNotifications(page);
  }

  /** Hides the views, shows them again, and clicks a row while the extension cannot answer yet. */
  async function clickBeforeRowsAnswer(view: string, text: string | RegExp): Promise<void> {
    const { page } = window;
    const row = viewRow(page, view, text).last();
    const [host] = extensionHosts(editor.dataDir);
    assert.ok(host !== undefined);
    // Stopped while it hands over rows, there are none to click: then all of it is done once more.
    await actUntil(
      async () => {
        await openPaymentsViews(page);
        await row.waitFor();
        // Each of these refreshes the hidden rows, which the editor ignores for now.
        await upload(`${crypto.randomUUID()}.pdf`);
        await upload(`${crypto.randomUUID()}.pdf`);
        process.kill(host, 'SIGSTOP');
        await openPaymentsViews(page);
      },
      async () => {
        await row.click({ timeout: 5000 });
        await row.and(page.locator('.selected')).waitFor({ timeout: 5000 });
        process.kill(host, 'SIGCONT');
      },
      () => Promise.resolve(process.kill(host, 'SIGCONT')),
    );
  }
});
