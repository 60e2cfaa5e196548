import assert from 'node:assert/strict';
import {
  chooseFromMenuOf,
  clickRow,
  dialog,
  eventually,
  freshEditor,
  notification,
  openPaymentsViews,
  pick,
  quickInput,
  rightClickInExplorer,
  screenshot,
  waitForExtension,
  type EditorWindow,
} from './support/editor';
import { clearNotifications, fileRows, openExplorer, setScenario, writeFiles } from './support/files';
import { extensionHosts } from '../host/processes.mts';
import { knownFiles } from './support/registry';

type Editor = Awaited<ReturnType<typeof freshEditor>>;

/** Prepares to upload a folder of new files, up to the last question. @returns what answers that */
async function uploadFolder(
  window: EditorWindow,
  folder: string,
  count: number,
): Promise<() => Promise<void>> {
  const { page } = window;
  await page.bringToFront();
  writeFiles(
    window,
    Array.from({ length: count }, (_, index) => `${folder}/${folder}-${index}.pdf`),
  );
  await openExplorer(page);
  await rightClickInExplorer(page, folder, 'Upload to Payments API');
  await pick(page, 'Payment evidence');
  await quickInput(page).getByText(`Upload ${count} files`).waitFor();
  return async () => {
    await page.bringToFront();
    await pick(page, `Upload ${count} files`);
  };
}

describe('an extension host that is killed in the middle of forty uploads', () => {
  let editor: Editor;
  let window: EditorWindow;

  before(async () => {
    editor = await freshEditor();
    window = await editor.openWindow();
  });

  after(async () => {
    await editor.close();
  });

  it('loses none: each stands once, uploaded or unknown', async () => {
    const { page } = window;
    await setScenario(page, 'Slow');
    const send = await uploadFolder(window, 'forty', 40);
    await send();
    const before = await eventually(
      () => knownFiles(editor.dataDir),
      (files) =>
        files.filter(({ state }) => state === 'uploaded').length >= 4 &&
        files.some(({ state }) => state === 'uploading'),
      30_000,
    );
    assert.equal(before.length, 40, 'the rows are there before the bytes leave');
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
    assert.deepEqual([...states].sort(), ['unknown', 'uploaded']);
    const uploaded = before.filter(({ state }) => state === 'uploaded').map(({ fileId }) => fileId);
    for (const id of uploaded)
      assert.ok(
        after.some(({ fileId }) => fileId === id),
        'a finished record stays',
      );
  });

  it('each has a check or retry of its own, and all together have one as well', async () => {
    const { page } = window;
    await setScenario(page, 'Normal');
    const count = knownFiles(editor.dataDir).filter(({ state }) => state === 'unknown').length;
    await clickRow(fileRows(page, 'Outcome unknown').first());
    await dialog(page)
      .getByText('The window closed')
      .or(dialog(page).getByText('still waiting'))
      .first()
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    await eventually(
      () => knownFiles(editor.dataDir).filter(({ state }) => state === 'unknown').length,
      (left) => left === count - 1,
    );
    // The view is settled once the row stands among the uploaded ones.
    await fileRows(page, 'forty-39.pdf').getByText('Payment evidence').waitFor();
    const doubtful = fileRows(page, 'Outcome unknown');
    await doubtful.nth(0).click({ modifiers: ['Control'] });
    await doubtful.nth(2).click({ modifiers: ['Shift'] });
    await chooseFromMenuOf(doubtful.nth(1), 'Check or Retry Upload…');
    await dialog(page).getByText('Upload these 3 files again?').waitFor();
    await screenshot(page, 'doubts');
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    const files = await eventually(
      () => knownFiles(editor.dataDir),
      (all) => all.filter(({ state }) => state === 'unknown').length === count - 4,
    );
    assert.equal(new Set(files.map(({ name }) => name)).size, 40);
    assert.equal(files.length, 40);
  });
});

describe('two windows that upload two hundred files each at the same time', () => {
  let editor: Editor;

  before(async () => {
    editor = await freshEditor();
  });

  after(async () => {
    await editor.close();
  });

  it('end with four hundred rows, and each shows what the other does within two seconds', async function () {
    this.timeout(120_000);
    const one = await editor.openWindow();
    const two = await editor.openWindow();
    const starts = [await uploadFolder(one, 'left', 200), await uploadFolder(two, 'right', 200)];
    for (const send of starts) await send();
    const files = await eventually(
      () => knownFiles(editor.dataDir),
      (all) => all.filter(({ state }) => state === 'uploaded').length === 400,
      60_000,
    );
    assert.equal(files.length, 400);
    assert.equal(new Set(files.map(({ fileId }) => fileId)).size, 400);

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
      await fileRows(to.page, name).waitFor({ timeout: 2000 });
    }
  });
});
