import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  actUntil,
  clearNotifications,
  clipboard,
  type EditorWindow,
  notification,
  openPaymentsViews,
  pick,
  quickInput,
  runAndPick,
  openMenuOf,
  selectRows,
  type SharedWindow,
} from '../support/editor';
import { fileRows, newPdf } from '../support/files';
import { knownFiles } from '../support/registry';

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

/** Files that fall on the Files view. */
export function describeDrop(opened: () => SharedWindow): void {
  describe('dropping files on the Files view', () => {
    let window: EditorWindow;
    let page: Page;
    let dataDir: string;

    before(async () => {
      const { editor } = opened();
      ({ window } = opened());
      ({ page } = window);
      ({ dataDir } = editor);
      await openPaymentsViews(page);
    });

    after(() => runAndPick(page, 'Payments API: Group Files', 'No grouping'));

    const purposeOf = (dropped: string) => knownFiles(dataDir).find(({ name }) => name === dropped)?.purpose;

    it('takes the first ones where there are none yet: asks what they are for, checks and uploads them', async () => {
      const empty = fileRows(page, 'No files yet. Drop some here');
      const files = { 'dropped.pdf': newPdf().toString('latin1'), 'note.pdf': 'only text' };
      await drop(empty, quickInput(page), files);
      await pick(page, 'Business entity documents');
      await quickInput(page).getByText('Cannot be uploaded (1)').waitFor();
      await pick(page, 'Upload 1 file');
      await notification(page, '1 uploaded, 1 not valid').waitFor();
      await fileRows(page, 'dropped.pdf').waitFor();
      assert.equal(purposeOf('dropped.pdf'), 'business_entity_documents');
    });

    it('takes what is dragged from the explorer, with the purpose of the group that it falls on', async () => {
      await clearNotifications(page);
      await runAndPick(page, 'Payments API: Group Files', 'Purpose');
      const group = fileRows(page, /^Business entity documents/);
      await group.waitFor();
      const name = 'invoice-2026-001.pdf';
      // As the explorer hands it over, whose rows and these are never in sight together.
      const uri = `vscode-remote://${new URL(page.url()).host}${window.workspace}/${name}`;
      await drop(group, notification(page, `Uploaded ${name}`), {}, { 'text/uri-list': uri });
      assert.equal(purposeOf(name), 'business_entity_documents');
    });

    it('copies the ids of all selected rows, one a line, with Ctrl+C', async () => {
      await selectRows(fileRows(page, 'dropped.pdf'), fileRows(page, 'invoice-2026-001.pdf'));
      await page.keyboard.press('Control+c');
      await clipboard(page, /^file_.+\.pdf\nfile_.+\.pdf$/);
      // While several rows are selected, the menu of each is that of several.
      await page.keyboard.press('Escape');
    });

    it('gives several rows their menu also where one of them, a group, has none', async () => {
      const dropped = fileRows(page, 'dropped.pdf');
      await selectRows(dropped, fileRows(page, /^Business entity documents/));
      await openMenuOf(dropped, 'Remove from List');
      for (let closed = 0; closed < 2; closed += 1) await page.keyboard.press('Escape');
    });
  });
}
