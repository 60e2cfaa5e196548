import assert from 'node:assert/strict';
import {
  actUntil,
  answer,
  clickRow,
  clipboard,
  dialog,
  type EditorWindow,
  eventually,
  explorerRow,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  rightClickInExplorer,
  screenshot,
  selectRows,
  sharedWindow,
  webview,
} from '../support/editor';
import {
  clearNotifications,
  fileRows,
  logged,
  newPdf,
  rowsUntil,
  setScenario,
  writeFiles,
} from '../support/files';

type Editor = Awaited<ReturnType<typeof freshEditor>>;

const UPLOAD = 'Upload to Payments API';
let editor: Editor;
let window: EditorWindow;

/** Selects files of the explorer's top folder together, and chooses to upload them. */
async function uploadTogether(...names: string[]): Promise<void> {
  const { page } = window;
  await openExplorer(window.page);
  const [first, ...others] = names.map((name) => explorerRow(page, name));
  assert.ok(first);
  await selectRows(first, ...others);
  await rightClickInExplorer(page, names.at(-1) ?? '', UPLOAD);
}

/** Opens the details of the upload of unknown outcome by a click on its row, and asks there for what can be done. */
async function checkOrRetry(page: EditorWindow['page']): Promise<void> {
  await clickRow(fileRows(page, 'Outcome unknown'));
  const button = webview(page).getByRole('button', { name: 'Check or Retry…' });
  await actUntil(
    () => button.click({ timeout: 5000 }),
    () => dialog(page).waitFor({ timeout: 3000 }),
  );
}

/** Uploads one new file, to count requests after: whatever was sent before it is in the log then. */
async function uploadsLogged(): Promise<number> {
  const { page } = window;
  const name = `fence-${crypto.randomUUID()}.pdf`;
  writeFiles(window, [name]);
  await openExplorer(window.page);
  await rightClickInExplorer(page, name, UPLOAD);
  await pick(page, 'Payment evidence');
  await notification(page, `Uploaded ${name}`).waitFor();
  const lines = await eventually(
    () => logged(editor.dataDir, 'POST'),
    (found) => found.length > 0,
  );
  return lines.length;
}

describe('uploading many files through the window', () => {
  before(async () => {
    ({ editor, window } = await sharedWindow());
  });

  it('shows one summary before the first byte: ready, with a warning, refused and uploaded before', async () => {
    const { page } = window;
    const known = newPdf();
    writeFiles(window, [
      ['known.pdf', known],
      ['known-again.pdf', known],
      'fresh.pdf',
      'warned.png',
      ['refused.pdf', 'only text'],
      ['just-over.pdf', newPdf(5_000_001)],
    ]);
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'known.pdf', UPLOAD);
    await pick(page, 'Payment evidence');
    await notification(page, 'Uploaded known.pdf').waitFor();
    await clearNotifications(page);

    await uploadTogether('fresh.pdf', 'warned.png', 'just-over.pdf', 'refused.pdf', 'known-again.pdf');
    await pick(page, 'Payment evidence');
    const summary = quickInput(page);
    await summary.getByText('Upload 3 files', { exact: true }).waitFor();
    await summary.getByText('Upload all 4, including duplicates', { exact: true }).waitFor();
    for (const text of ['Cannot be uploaded (1)', 'Uploaded before (1)', 'Ready (3)'])
      await summary.getByText(text).waitFor();
    for (const reason of [
      'but its content is a PDF document',
      'has 5,000,001 bytes. The service takes 5 MB and does not say',
      /Looks like .*; needs PNG, JPEG, PDF or Word/,
      /Same content, .*: file_/,
    ])
      await summary.getByText(reason).waitFor();
    await screenshot(page, 'summary');
    await pick(page, 'Upload 3 files');
    const closing = notification(page, '3 uploaded, 1 already uploaded, 1 not valid');
    await closing.waitFor();
    await closing.getByRole('button', { name: 'Copy IDs' }).click();
    const ids = await clipboard(page, /\n/);
    assert.equal(ids.split('\n').length, 4);
  });

  it('walks a folder and says what it left out', async () => {
    const { page } = window;
    await page.keyboard.press('Escape');
    await clearNotifications(page);
    writeFiles(window, ['box/a.pdf', 'box/inner/b.pdf', ['box/readme.txt', 'no'], ['box/.hidden.pdf', 'x']]);
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'box', UPLOAD);
    await pick(page, 'Payment evidence');
    const summary = quickInput(page);
    await summary.getByText('Left out (2)').waitFor();
    await summary.getByText('Left out because it is hidden').waitFor();
    await summary.getByText('Left out because its name does not end in').waitFor();
    await pick(page, 'Upload 2 files');
    await notification(page, 'Uploaded 2 files to Local Sandbox').waitFor();
  });

  it('shows what it left out of a folder that holds nothing to send', async () => {
    const { page } = window;
    await clearNotifications(page);
    writeFiles(window, [
      ['texts/readme.txt', 'no'],
      ['texts/.hidden.pdf', 'x'],
    ]);
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'texts', UPLOAD);
    await pressInNotification(page, 'No file to upload', 'Show What Was Left Out (2)');
    await quickInput(page).getByText('texts/readme.txt').waitFor();
    await quickInput(page).getByText('Left out because it is hidden').waitFor();
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await clearNotifications(page);
  });

  it('sends nothing when any question is answered with Escape', async () => {
    const { page } = window;
    writeFiles(window, ['never/one.pdf', ['never/two.txt', 'x']]);
    const before = await uploadsLogged();
    await clearNotifications(page);
    await rightClickInExplorer(page, 'never', UPLOAD);
    await quickInput(page)
      .getByText('Choose a purpose')
      .or(quickInput(page).getByPlaceholder('Choose a purpose'))
      .first()
      .waitFor();
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await rightClickInExplorer(page, 'never', UPLOAD);
    await pick(page, 'Payment evidence');
    await quickInput(page).getByText('Left out (1)').waitFor();
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await notification(page, '').count(), 0, 'no message about what the user did');
    assert.equal(await uploadsLogged(), before + 1);
    await openPaymentsViews(page);
    assert.equal(await fileRows(page, 'one.pdf').count(), 0);
  });

  it('remembers the purpose for each folder', async () => {
    const { page } = window;
    writeFiles(window, ['company/x.pdf', 'company/y.pdf', 'invoices/z.pdf']);
    await openExplorer(window.page);
    for (const [folder, purpose] of [
      ['company', 'Business entity documents'],
      ['invoices', 'Payment evidence'],
    ] as const) {
      await rightClickInExplorer(page, folder, UPLOAD);
      await pick(page, purpose);
      await pick(page, 'Upload ');
      await notification(page, /uploaded|Uploaded/)
        .first()
        .waitFor();
      await clearNotifications(page);
    }
    await explorerRow(page, 'company').click();
    await rightClickInExplorer(page, 'x.pdf', UPLOAD);
    await quickInput(page)
      .getByRole('option', { name: /^Business entity documents.*used last/ })
      .waitFor();
    const first = await quickInput(page).getByRole('option').first().getAttribute('aria-label');
    assert.match(first ?? '', /^Business entity documents/);
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
  });
});

describe('uploads that do not end well', () => {
  before(async () => {
    editor = await freshEditor();
    // Settings count from the start of a window.
    window = await editor.openWindow({ settings: { 'paymentsApi.uploads.concurrency': 1 } });
  });

  after(async () => {
    await setScenario(window.page, 'Normal');
    await editor.close();
  });

  it('repeats exactly those that failed, in their own rows', async () => {
    const { page } = window;
    writeFiles(window, ['four/1.pdf', 'four/2.pdf', 'four/3.pdf', 'four/4.pdf']);
    await setScenario(page, 'Flaky');
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'four', UPLOAD);
    await pick(page, 'Payment evidence');
    await pick(page, 'Upload 4 files');
    await notification(page, '2 uploaded, 2 failed').waitFor();
    await openPaymentsViews(page);
    await rowsUntil(page, 'Failed', 2);
    await screenshot(page, 'failed-rows');
    await setScenario(page, 'Normal');
    const posts = logged(editor.dataDir, 'POST').length;
    // A status of 500 does not tell whether the file arrived, so nothing is repeated without a question.
    await pressInNotification(page, '2 failed', 'Check or Retry…');
    await dialog(page).getByText('Upload these 2 files again?').waitFor();
    assert.equal(logged(editor.dataDir, 'POST').length, posts, 'nothing is sent before the answer');
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    await rowsUntil(page, 'Failed', 0);
    await rowsUntil(page, /^[1-4]\.pdf/, 4);
    await eventually(
      () => logged(editor.dataDir, 'POST').length,
      (count) => count === posts + 2,
    );
  });

  it('stops what waits at once and what is under way down to the socket, and names what may have arrived', async () => {
    const { page } = window;
    await clearNotifications(page);
    const names = Array.from({ length: 6 }, (_, index) => `slow-${index}.pdf`);
    writeFiles(
      window,
      names.map((name) => `many/${name}`),
    );
    await setScenario(page, 'Slow');
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'many', UPLOAD);
    await pick(page, 'Payment evidence');
    await pick(page, 'Upload 6 files');
    await openPaymentsViews(page);
    await fileRows(page, 'Sent, waiting for the answer').first().waitFor();
    await fileRows(page, 'Waiting').first().waitFor();
    await notification(
      page,
      /Uploading 6 files to Local Sandbox: 0 of 6 done · .+ of .+ · slow-0\.pdf/,
    ).waitFor();
    await screenshot(page, 'uploading');
    await pressInNotification(page, 'Uploading 6 files to Local Sandbox', 'Cancel');
    await notification(
      page,
      /1 with unknown outcome, 5 cancelled\. May have arrived: slow-0\.pdf\./,
    ).waitFor();
    // Its outcome would be known if this had waited for the answer.
    await rowsUntil(page, 'Cancelled', 5);
    await rowsUntil(page, 'Outcome unknown', 1);
    await screenshot(page, 'cancelled-rows');
  });

  it('repeats an upload of unknown outcome only after its reason was read, and can settle it with an id', async () => {
    const { page } = window;
    await setScenario(page, 'Normal');
    await checkOrRetry(page);
    await dialog(page).getByText('Upload slow-0.pdf again?').waitFor();
    await screenshot(page, 'unknown');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await rowsUntil(page, 'Outcome unknown', 1);
    await checkOrRetry(page);
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    await notification(page, 'Uploaded slow-0.pdf').waitFor();
    await rowsUntil(page, 'Outcome unknown', 0);
    await rowsUntil(page, 'slow-0.pdf', 1);

    const known = await (async () => {
      await pressInNotification(page, 'Uploaded slow-0.pdf', 'Copy ID');
      return clipboard(page, /^file_\S+$/);
    })();
    await clearNotifications(page);
    writeFiles(window, ['unknown.pdf']);
    await setScenario(page, 'Slow');
    await openExplorer(window.page);
    await rightClickInExplorer(page, 'unknown.pdf', UPLOAD);
    await pick(page, 'Payment evidence');
    await openPaymentsViews(page);
    await fileRows(page, 'Sent, waiting for the answer').waitFor();
    await pressInNotification(page, 'Uploading to Local Sandbox', 'Cancel');
    await rowsUntil(page, 'Outcome unknown', 1);
    await setScenario(page, 'Normal');
    await checkOrRetry(page);
    await dialog(page).getByRole('button', { name: 'It’s There' }).click();
    await answer(page, known);
    await rowsUntil(page, 'Outcome unknown', 0);
    await rowsUntil(page, 'unknown.pdf', 0);
  });
});
