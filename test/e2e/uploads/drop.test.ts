import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import {
  actUntil,
  clearNotifications,
  clipboard,
  dialog,
  type Editor,
  type EditorWindow,
  eventually,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  quickInput,
  runAndPick,
  runCommand,
  selectRows,
  sharedWindow,
} from '../support/editor';
import { fileRows, newPdf, setScenario } from '../support/files';
import { knownFiles } from '../support/registry';

let editor: Editor;
let window: EditorWindow;

type Texts = Readonly<Record<string, string>>;

/**
 * Drops files from the desktop: what a browser hands over is a list of `File`s, and the row that they fall on. A tree
 * that takes in new rows lets them fall on none.
 * @param effect what shows once they are taken
 * @param texts what is handed over beside files, by its type
 */
async function drop(target: Locator, effect: Locator, files: Texts, texts: Texts = {}): Promise<void> {
  const evaluate = (element: unknown, given: { readonly files: Texts; readonly texts: Texts }) => {
    const { DataTransfer, File, DragEvent } = globalThis as unknown as DragClasses;
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(given.files)) data.items.add(new File([content], name));
    for (const [type, text] of Object.entries(given.texts)) data.setData(type, text);
    for (const type of ['dragenter', 'dragover', 'drop']) {
      (element as EventTarget).dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }
  };
  await actUntil(
    () => target.evaluate(evaluate, { files, texts }),
    () => effect.waitFor({ timeout: 10_000 }),
  );
}

/** The classes of the page, which plain Node does not know. */
interface DragClasses {
  readonly DataTransfer: new () => {
    readonly items: { add(file: unknown): void };
    setData(type: string, text: string): void;
  };
  readonly File: new (parts: string[], name: string) => unknown;
  readonly DragEvent: new (type: string, init: object) => Event;
}

function pdfText(): string {
  return newPdf().toString('latin1');
}

describe('dropping files on the Files view', () => {
  before(async () => {
    ({ editor, window } = await sharedWindow());
    await openPaymentsViews(window.page);
  });

  after(async () => {
    await openPaymentsViews(window.page);
    await runCommand(window.page, 'Payments API: Group Files');
    await pick(window.page, 'No grouping');
  });

  it('takes the first ones where there are none yet: asks what they are for, checks and uploads them', async () => {
    const { page } = window;
    const empty = fileRows(page, 'No files yet. Drop some here');
    await drop(empty, quickInput(page), { 'dropped.pdf': pdfText(), 'note.pdf': 'only text' });
    await pick(page, 'Business entity documents');
    await quickInput(page).getByText('Cannot be uploaded (1)').waitFor();
    await pick(page, 'Upload 1 file');
    await notification(page, '1 uploaded, 1 not valid').waitFor();
    await fileRows(page, 'dropped.pdf').waitFor();
    const file = knownFiles(editor.dataDir).find(({ name }) => name === 'dropped.pdf');
    assert.equal(file?.purpose, 'business_entity_documents');
  });

  it('takes the purpose from the group that they fall on, and sends again what failed, although nobody can read it any more', async () => {
    const { page } = window;
    await clearNotifications(page);
    await runAndPick(page, 'Payments API: Group Files', 'Purpose');
    const group = fileRows(page, /^Business entity documents/);
    await group.waitFor();
    await setScenario(page, 'Flaky');
    const files = { 'a.pdf': pdfText(), 'b.pdf': pdfText() };
    await drop(group, notification(page, '1 uploaded, 1 failed'), files);
    await setScenario(page, 'Normal');
    await pressInNotification(page, '1 uploaded, 1 failed', 'Retry Upload…');
    await dialog(page)
      .getByText(/Upload [ab]\.pdf again\?/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Upload Again' }).click();
    const dropped = await eventually(
      () => knownFiles(editor.dataDir).filter(({ name }) => name === 'a.pdf' || name === 'b.pdf'),
      (files) => files.every(({ state }) => state === 'uploaded'),
    );
    const purpose = 'business_entity_documents';
    assert.deepEqual(
      dropped.map((file) => file.purpose),
      [purpose, purpose],
    );
  });

  it('copies the ids of all selected rows, one a line, with Ctrl+C', async () => {
    const { page } = window;
    await selectRows(fileRows(page, 'a.pdf'), fileRows(page, 'b.pdf'));
    await page.keyboard.press('Control+c');
    await clipboard(page, /^file_.+\.pdf\nfile_.+\.pdf$/);
  });

  it('takes what is dragged from the explorer', async () => {
    const { page } = window;
    await clearNotifications(page);
    const group = fileRows(page, /^Business entity documents/);
    const uploaded = notification(page, 'Uploaded invoice-2026-001.pdf');
    // As the explorer hands it over, whose rows and these are never in sight together.
    const uri = `vscode-remote://${new URL(page.url()).host}${window.workspace}/invoice-2026-001.pdf`;
    await drop(group, uploaded, {}, { 'text/uri-list': uri });
  });
});
