import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { VERSION_1 } from '../unit/storage/database/version1';
import {
  eventually,
  freshEditor,
  notification,
  openPaymentsViews,
  pick,
  reloadWindow,
  rightClickInExplorer,
  screenshot,
  type EditorWindow,
} from './support/editor';
import { fileRows, openExplorer, rowsUntil } from './support/files';
import { extensionHosts } from './support/processes';
import { databaseFile, knownFiles, seedFiles } from './support/registry';

const NOT_REMEMBERED = 'Uploads still work, but this window will not remember them after it closes.';

describe('a database that is not as it should be', () => {
  let editor: Awaited<ReturnType<typeof freshEditor>>;
  let file: string;
  let other: DatabaseSync | undefined;

  before(async () => {
    editor = await freshEditor({ obeysFileModes: true });
    file = databaseFile(editor.dataDir);
  });

  // What a test leaves is taken away before the next one: until then a failure can be looked at.
  beforeEach(async () => {
    other?.close();
    other = undefined;
    for (const window of editor.windows) await window.close();
    await eventually(
      () => extensionHosts(editor.dataDir),
      (hosts) => hosts.length === 0,
    );
    rmSync(dirname(file), { recursive: true, force: true });
    mkdirSync(dirname(file), { recursive: true });
  });

  after(async () => {
    other?.close();
    await editor.close();
  });

  /** Makes a database as another program does. */
  function make(sql: string): DatabaseSync {
    const db = new DatabaseSync(file);
    db.exec(sql);
    chmodSync(file, 0o600);
    return db;
  }

  it('is set aside when it is damaged, and a new one remembers', async () => {
    const bytes = 'this is no database, and is long enough to be looked at '.repeat(100);
    writeFileSync(file, bytes);
    const window = await open();
    await told(window, 'damaged', [
      'was damaged and has been set aside as',
      'A new, empty one is in use; nothing was deleted',
      'Files can be added again by their id.',
    ]);
    await upload(window);
    assert.equal(knownFiles(editor.dataDir).length, 1);
    const [aside] = readdirSync(dirname(file)).filter((name) => /damaged-.*\.db$/.test(name));
    assert.equal(readFileSync(`${dirname(file)}/${aside ?? ''}`, 'utf8'), bytes);
  });

  it('is left alone when a newer version made it', async () => {
    make('PRAGMA journal_mode = WAL; PRAGMA user_version = 999; CREATE TABLE future (x)').close();
    const bytes = readFileSync(file);
    const window = await open();
    await told(window, 'newer', [
      'was made by a newer version of this extension, so it is left as it is.',
      NOT_REMEMBERED,
      'Update the extension to see the list again.',
    ]);
    await upload(window);
    assert.deepEqual(readFileSync(file), bytes);
  });

  it('of an older version is brought up to date with what it holds, without a word', async () => {
    make(`${VERSION_1}; PRAGMA user_version = 1;
      INSERT INTO files (environment, state, file_id, name, purpose, mime_type, created_at, sort_time, haystack)
      VALUES ('local', 'uploaded', 'file_old.pdf', 'old.pdf', 'payment_evidence', 'application/pdf', 1, 1, 'old.pdf')`).close();
    const { page } = await open();
    await rowsUntil(page, 'old.pdf', 1);
    await upload({ page });
    await rowsUntil(page, 'old.pdf', 1);
    assert.equal(await notification(page, 'The list of known files').count(), 0);
    const names = knownFiles(editor.dataDir).map(({ name }) => name);
    assert.deepEqual(names, ['invoice-2026-001.pdf', 'old.pdf']);
  });

  it('of an older version that cannot be brought up to date is left as it was', async () => {
    make('CREATE TABLE files (something TEXT)').close();
    const window = await open();
    await told(window, 'older-misfit', [
      'comes from an older version of this extension and could not be brought up to date.',
      'It was not changed.',
      NOT_REMEMBERED,
      'Move it elsewhere and reload the window to start a new one.',
    ]);
    await upload(window);
  });

  it('that cannot be written is shown, and what is uploaded then is forgotten at the end', async () => {
    seedFiles(editor.dataDir, ['before.pdf']);
    chmodSync(file, 0o400);
    const bytes = readFileSync(file);
    const window = await open();
    await told(window, 'read-only', [
      'cannot be written to. At most the latest files and requests are shown.',
      NOT_REMEMBERED,
      'Allow writing to that file and its folder, then reload the window.',
    ]);
    await rowsUntil(window.page, 'before.pdf', 1);
    await upload(window);
    assert.deepEqual(readFileSync(file), bytes);
    chmodSync(file, 0o600);
    await reload(window);
    await rowsUntil(window.page, 'before.pdf', 1);
    assert.equal(await fileRows(window.page, 'invoice-2026-001.pdf').count(), 0);
    await upload(window);
  });

  it('that another program keeps locked at the start is shown as it was', async () => {
    seedFiles(editor.dataDir, ['before.pdf']);
    other = make('BEGIN EXCLUSIVE');
    const window = await open();
    await told(window, 'locked', [
      'Another program keeps the list of known files and requests',
      'locked. At most the latest files and requests are shown.',
      NOT_REMEMBERED,
      'Close that program, then reload the window.',
    ]);
    await rowsUntil(window.page, 'before.pdf', 1);
    await upload(window);
  });

  it('that another program locks while an upload is made does not keep it from its end', async () => {
    seedFiles(editor.dataDir, ['before.pdf']);
    const window = await open();
    await rowsUntil(window.page, 'before.pdf', 1);
    other = make('BEGIN EXCLUSIVE');
    await upload(window);
    await told(window, 'locked-later', [
      'Another program keeps the list of known files and requests',
      NOT_REMEMBERED,
    ]);
    await rowsUntil(window.page, 'before.pdf', 1);
  });

  it('that cannot be opened at all does not keep uploads from working', async () => {
    mkdirSync(file);
    const window = await open();
    await told(window, 'unavailable', [
      'cannot be opened or read.',
      NOT_REMEMBERED,
      'Check that its disk and folder are there, then reload the window.',
    ]);
    await upload(window);
  });

  async function open(): Promise<EditorWindow> {
    const window = await editor.openWindow();
    await openPaymentsViews(window.page);
    return window;
  }
});

/** Waits for the one message that says what happened, what it means and what to do. */
async function told({ page }: EditorWindow, picture: string, parts: readonly string[]): Promise<void> {
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
