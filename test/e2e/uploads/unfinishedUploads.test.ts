import assert from 'node:assert/strict';
import {
  actUntil,
  answer,
  clickRow,
  clipboard,
  dialog,
  type Editor,
  type EditorWindow,
  eventually,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  pressInNotification,
  rightClickInExplorer,
  runCommand,
  screenshot,
  webview,
} from '../support/editor';
import { clearNotifications, fileRows, logged, rowsUntil, setScenario, writeFiles } from '../support/files';

const UPLOAD = 'Upload to Payments API';
let editor: Editor;
let window: EditorWindow;
/** The file whose upload was cancelled while its answer was waited for. */
let unknown = '';

/** Opens the details of the upload of unknown outcome by a click on its row, and asks there for what can be done. */
async function retry(page: EditorWindow['page']): Promise<void> {
  await clickRow(fileRows(page, 'Outcome unknown'));
  const button = webview(page).getByRole('button', { name: 'Retry…' });
  await actUntil(
    async () => {
      // The dialog lies over the button.
      if (await dialog(page).isHidden()) await button.click({ timeout: 5000 });
    },
    () => dialog(page).waitFor({ timeout: 10_000 }),
  );
}

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
    await pressInNotification(page, '2 failed', 'Retry…');
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
    // Each takes three seconds: on a slow computer some are uploaded before that.
    await notification(
      page,
      /Uploading 6 files to Local Sandbox: \d of 6 done · .+ of .+ · slow-\d\.pdf/,
    ).waitFor();
    await pressInNotification(page, 'Uploading 6 files to Local Sandbox', 'Cancel');
    const ended = notification(
      page,
      /1 with unknown outcome, \d cancelled\. May have arrived: slow-\d\.pdf\./,
    );
    const text = await ended.innerText();
    [unknown = ''] = /slow-\d\.pdf/.exec(text) ?? [];
    const numberOf = (what: RegExp) => Number(what.exec(text)?.[1] ?? 0);
    const cancelled = numberOf(/(\d) cancelled/);
    assert.equal(numberOf(/(\d) uploaded/) + 1 + cancelled, 6);
    assert.equal(unknown, `slow-${5 - cancelled}.pdf`);
    // Its outcome would be known if this had waited for the answer.
    await rowsUntil(page, 'Cancelled', cancelled);
    await rowsUntil(page, 'Outcome unknown', 1);
    await screenshot(page, 'cancelled-rows');
    // They were not forgotten: somebody cancelled them.
    await runCommand(page, 'Payments API: Resume Uploads');
    await notification(page, 'No upload waits to be sent. To send one that was cancelled').waitFor();
  });

  it('repeats an upload of unknown outcome only after its reason was read, and can settle it with an id', async () => {
    const { page } = window;
    await setScenario(page, 'Normal');
    await retry(page);
    await dialog(page).getByText(`Upload ${unknown} again?`).waitFor();
    await screenshot(page, 'unknown');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await rowsUntil(page, 'Outcome unknown', 1);
    await retry(page);
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    await notification(page, `Uploaded ${unknown}`).waitFor();
    await rowsUntil(page, 'Outcome unknown', 0);
    await rowsUntil(page, unknown, 1);

    const known = await (async () => {
      await pressInNotification(page, `Uploaded ${unknown}`, 'Copy ID');
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
    await retry(page);
    await dialog(page).getByRole('button', { name: 'It’s There' }).click();
    await answer(page, known);
    await rowsUntil(page, 'Outcome unknown', 0);
    await rowsUntil(page, 'unknown.pdf', 0);
  });
});
