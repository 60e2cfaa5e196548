import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type Editor,
  type EditorWindow,
  eventually,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  reloadWindow,
  rightClickInExplorer,
  screenshot,
} from '../support/editor';
import { fileRows, rowsUntil } from '../support/files';
import { databaseFile, knownFiles, seedFiles } from '../support/registry';

// Other problems of a database, and their messages, are tested with the storage. Only a window shows
// that the message comes with its button, and what a reload finds.

describe('a database that is not as it should be', () => {
  let editor: Editor;
  let file: string;
  let other: DatabaseSync | undefined;

  before(async () => {
    editor = await freshEditor();
    file = databaseFile(editor.dataDir);
  });

  // Not after each: what a failed test leaves is looked at then.
  beforeEach(() => editor.clean());

  afterEach(() => {
    other?.close();
    other = undefined;
  });

  after(async () => {
    await editor.close();
  });

  it('is set aside when it is damaged, and a new one remembers', async () => {
    const bytes = 'this is no database, and is long enough to be looked at '.repeat(100);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    const window = await open();
    await expectMessage(window, 'damaged', [
      'was damaged and has been set aside as',
      'A new, empty one is in use; nothing was deleted',
      'Files can be added again by their id.',
    ]);
    await upload(window);
    assert.equal(knownFiles(editor.dataDir).length, 1);
    const [aside] = readdirSync(dirname(file)).filter((name) => /damaged-.*\.db$/.test(name));
    assert.equal(readFileSync(`${dirname(file)}/${aside ?? ''}`, 'utf8'), bytes);
  });

  it('that another program keeps locked is shown as it was, and gets what is uploaded then once it can be used', async () => {
    await seedFiles(editor.dataDir, ['before.pdf']);
    other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const window = await open();
    await expectMessage(window, 'locked', [
      'Another program keeps the list of known files and requests',
      'locked. At most the latest files and requests are shown.',
      'Uploads still work. Close that program: this window then uses the list again, and adds what was done meanwhile.',
    ]);
    await rowsUntil(window.page, 'before.pdf', 1);
    await upload(window);
    other.close();
    other = undefined;
    await eventually(
      () => knownFiles(editor.dataDir).length,
      (count) => count === 2,
    );
    await reload(window);
    await rowsUntil(window.page, 'before.pdf', 1);
    await rowsUntil(window.page, 'invoice-2026-001.pdf', 1);
  });

  async function open(): Promise<EditorWindow> {
    const window = await editor.openWindow();
    await openPaymentsViews(window.page);
    return window;
  }
});

/** Waits for the one message that says what happened, what it means and what to do. */
async function expectMessage(
  { page }: EditorWindow,
  picture: string,
  parts: readonly string[],
): Promise<void> {
  let message = notification(page, 'list of known files and requests');
  for (const part of parts) message = message.filter({ hasText: part });
  await message.waitFor();
  const advice = parts.join(' ').includes('reload the window');
  if (advice) await message.getByRole('button', { name: 'Reload Window' }).waitFor();
  await screenshot(page, `database-${picture}`);
}

/**
 * Uploads by right click, and sees the settled row. Not the closing message: the editor drops that when another
 * came just before, as these do.
 */
async function upload({ page }: Pick<EditorWindow, 'page'>): Promise<void> {
  await openExplorer(page);
  await rightClickInExplorer(page, 'invoice-2026-001.pdf', 'Upload to Payments API');
  await pick(page, 'Payment evidence');
  await openPaymentsViews(page);
  await fileRows(page, 'invoice-2026-001.pdf').getByText('Payment evidence').waitFor();
}

async function reload({ page }: EditorWindow): Promise<void> {
  await reloadWindow(page);
  await openPaymentsViews(page);
}
