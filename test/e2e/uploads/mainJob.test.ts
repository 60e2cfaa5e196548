import assert from 'node:assert/strict';
import {
  actUntil,
  answer,
  asked,
  clipboard,
  type Editor,
  type EditorWindow,
  eventually,
  explorerRow,
  notification,
  pick,
  pressInNotification,
  quickInput,
  rightClickInExplorer,
  runCommand,
  searchAndPick,
  sharedWindow,
  typeCommand,
  visibleText,
} from '../support/editor';
import { logged } from '../support/files';
import { chooseInMenu, goDownTo } from '../support/focus';

describe('the main job through the window', () => {
  let editor: Editor;
  let window: EditorWindow;
  /** Lines of the log of earlier writes. */
  let earlier: number;

  before(async () => {
    ({ editor, window } = await sharedWindow());
    earlier = logged(editor.dataDir, 'POST').length;
  });

  it('by mouse: a right click, a purpose, and the id is on the clipboard', async () => {
    const { page } = window;
    await rightClickInExplorer(page, 'invoice-2026-001.pdf', 'Upload to Payments API');
    await quickInput(page).getByText('Supporting documentation for payments').waitFor();
    await pick(page, 'Payment evidence');
    await pressInNotification(page, 'Uploaded invoice-2026-001.pdf', 'Copy ID');
    const id = await clipboard(page, /^file_/);
    assert.match(id, /^file_[\w-]+\.pdf$/);
  });

  it('tops up the sandbox with a way back and checks as one types, and names the request', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Top Up Sandbox Balance');
    await searchAndPick(page, 'JPY');
    await asked(page, 'How much JPY?');
    await quickInput(page).getByRole('button', { name: 'Back' }).click();
    await asked(page, '(1/2)');
    await searchAndPick(page, 'EUR');
    await asked(page, 'How much EUR?');
    await page.keyboard.type('-5');
    await asked(page, 'must be above 0');
    await answer(page, '1,234.50');
    await notification(page, 'Added €1,234.50 to Local Sandbox').waitFor();
    await notification(page, /Request id/i).waitFor();
  });

  it('has one line for each exchange in the output channel, with its request id, and no envelope yet', async () => {
    const { page } = window;
    await runCommand(page, 'Payments API: Show Log');
    const panel = page.locator('.panel .monaco-editor').first();
    const text = await eventually(
      // The panel breaks long lines.
      async () => (await visibleText(panel)).replaceAll('\n', ''),
      (lines) => lines.includes('top-up'),
    );
    assert.match(text, /POST {2}\/v1\/balances\/sandbox\/top-up {2}20\d {2}[^/]*request id req_/);
    assert.equal(
      logged(editor.dataDir, 'POST').length,
      earlier + 2,
      'one line for the upload, one for the top-up',
    );
    assert.ok(!text.includes('"success"'), 'envelopes wait for the debug level');
  });

  it('by keyboard alone: the same with nothing but keys', async () => {
    const { page } = window;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const goToFile = async (): Promise<void> => {
      const focused = page.locator('.explorer-folders-view .monaco-list:focus-within').first();
      // In the explorer, this key goes back to the editor.
      await actUntil(
        () => press('Control+Shift+E'),
        () => focused.waitFor({ timeout: 3000 }),
      );
      // The list finds what is typed.
      await press('Home');
      const isInFocus = (row: { classList: { contains(name: string): boolean } }) =>
        row.classList.contains('focused');
      await goDownTo(page, () => explorerRow(page, 'receipt-2026-03-14.jpg').evaluate(isInFocus));
    };
    await goToFile();
    // A menu closes when something takes the focus away from it.
    await actUntil(
      () => chooseInMenu(page, 'Upload to Payments API'),
      () => Promise.resolve(),
      goToFile,
    );
    await quickInput(page).getByText('used last').waitFor();
    await quickInput(page).locator(':focus').waitFor();
    await press('Enter');
    await notification(page, 'Uploaded receipt-2026-03-14.jpg').waitFor();
    await typeCommand(page, 'Notifications: Focus Notification Toast');
    const copy = notification(page, 'Uploaded receipt-2026-03-14.jpg').getByRole('button', {
      name: 'Copy ID',
    });
    await eventually(
      async () => {
        await press('Tab');
        return copy.evaluate(
          (button) =>
            button ===
            (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement,
        );
      },
      (focused) => focused,
    );
    await press('Enter');
    await clipboard(page, /^file_.*\.jpe?g$/);
  });
});
