import assert from 'node:assert/strict';
import {
  clearNotifications,
  clipboard,
  type EditorWindow,
  explorerRow,
  notification,
  openExplorer,
  pick,
  pressInNotification,
  quickInput,
  rightClickInExplorer,
  selectRows,
  sharedWindow,
} from '../support/editor';
import { newPdf, uploadByMenu, writeFiles } from '../support/files';

const UPLOAD = 'Upload to Payments API';
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

describe('uploading many files through the window', () => {
  before(async () => {
    ({ window } = await sharedWindow());
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
    await uploadByMenu(page, 'known.pdf');
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
    await pick(page, 'Upload 3 files');
    await pressInNotification(page, '3 uploaded, 1 already uploaded, 1 not valid', 'Copy IDs');
    await clipboard(page, /^file_\S+(\nfile_\S+){3}$/);
  });
});
