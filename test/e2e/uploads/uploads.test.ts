import assert from 'node:assert/strict';
import {
  clipboard,
  type Editor,
  type EditorWindow,
  eventually,
  explorerRow,
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
} from '../support/editor';
import { clearNotifications, fileRows, logged, newPdf, writeFiles } from '../support/files';

const UPLOAD = 'Upload to Payments API';
let editor: Editor;
let window: EditorWindow;

/** Selects files of the explorer's top folder together, and chooses to upload them. */
async function uploadTogether(...names: string[]): Promise<void> {
  const { page } = window;
  await openExplorer(window.page, ...names);
  const [first, ...others] = names.map((name) => explorerRow(page, name));
  assert.ok(first);
  await selectRows(first, ...others);
  await rightClickInExplorer(page, names.at(-1) ?? '', UPLOAD);
}

/** Uploads one new file, to count requests after: whatever was sent before it is in the log then. */
async function uploadsLogged(): Promise<number> {
  const { page } = window;
  const name = `fence-${crypto.randomUUID()}.pdf`;
  const earlier = logged(editor.dataDir, 'POST').length;
  writeFiles(window, [name]);
  await openExplorer(window.page);
  await rightClickInExplorer(page, name, UPLOAD);
  await pick(page, 'Payment evidence');
  await notification(page, `Uploaded ${name}`).waitFor();
  const lines = await eventually(
    () => logged(editor.dataDir, 'POST'),
    (found) => found.length > earlier,
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
      /is not a PNG, JPEG, PDF or Word \(\.docx\) file\. It looks like/,
      /Same content, .*: file_/,
    ])
      await summary.getByText(reason).waitFor();
    await screenshot(page, 'summary');
    await pick(page, 'Upload 3 files');
    await pressInNotification(page, '3 uploaded, 1 already uploaded, 1 not valid', 'Copy IDs');
    await clipboard(page, /^file_\S+(\nfile_\S+){3}$/);
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
});
