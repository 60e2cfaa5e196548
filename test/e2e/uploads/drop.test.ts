import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import {
  actUntil,
  clearNotifications,
  dialog,
  type Editor,
  type EditorWindow,
  eventually,
  explorerRow,
  notification,
  openExplorer,
  openPaymentsViews,
  pick,
  pressInNotification,
  quickInput,
  runAndPick,
  runCommand,
  sharedWindow,
} from '../support/editor';
import { fileRows, newPdf, setScenario } from '../support/files';
import { knownFiles } from '../support/registry';

let editor: Editor;
let window: EditorWindow;

/**
 * Drops files from the desktop: what a browser hands over is a list of `File`s, and the row that they fall on. A tree
 * that takes in new rows lets them fall on none.
 * @param effect what shows once they are taken
 */
async function dropFromDesktop(
  target: Locator,
  files: Readonly<Record<string, string>>,
  effect: Locator,
): Promise<void> {
  await actUntil(
    () => drop(target, files),
    () => effect.waitFor({ timeout: 10_000 }),
  );
}

async function drop(target: Locator, files: Readonly<Record<string, string>>): Promise<void> {
  await target.evaluate((element, given) => {
    const { DataTransfer, File, DragEvent } = globalThis as unknown as DragClasses;
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(given)) data.items.add(new File([content], name));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      (element as unknown as EventTarget).dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }
  }, files);
}

/** The classes of the page, which plain Node does not know. */
interface DragClasses {
  readonly DataTransfer: new () => { readonly items: { add(file: unknown): void } };
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
    await dropFromDesktop(empty, { 'dropped.pdf': pdfText(), 'note.pdf': 'only text' }, quickInput(page));
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
    await dropFromDesktop(group, files, notification(page, '1 uploaded, 1 failed'));
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

  it('takes what is dragged from the explorer', async () => {
    const { page } = window;
    await clearNotifications(page);
    // The explorer and the view have to be in sight together: the view moves below the explorer's.
    await openExplorer(page);
    const source = explorerRow(page, 'invoice-2026-001.pdf');
    const tab = page.getByRole('tab', { name: 'Payments API' });
    const tabBox = await tab.boundingBox();
    assert.ok(tabBox);
    // The explorer may still move its rows: what is held must be this one.
    const isHeld = source.and(page.locator(':hover'));
    await eventually(
      async () => {
        await source.hover({ position: { x: 20, y: 8 } });
        await page.mouse.down();
        const isIt = await isHeld.isVisible();
        if (!isIt) await page.mouse.up();
        return isIt;
      },
      (isIt) => isIt,
    );
    const box = await source.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 30, box.y + 20, { steps: 5 });
    // Held over the icon, a drag opens the views.
    await page.mouse.move(tabBox.x + tabBox.width / 2, tabBox.y + tabBox.height / 2, { steps: 10 });
    const group = fileRows(page, /^Business entity documents/);
    await eventually(
      async () => {
        await page.mouse.move(tabBox.x + tabBox.width / 2 + Math.random() * 4, tabBox.y + tabBox.height / 2);
        return group.isVisible();
      },
      (visible) => visible,
    );
    // The rows still move while the view is laid out: let go only once the editor marks the row as the target.
    await eventually(
      async () => {
        const target = await group.boundingBox();
        if (target) {
          await page.mouse.move(target.x + 40 + Math.random() * 4, target.y + target.height / 2, {
            steps: 5,
          });
        }
        return (await group.getAttribute('class')) ?? '';
      },
      (classes) => classes.split(' ').includes('drop-target'),
    );
    await page.mouse.up();
    await notification(page, 'Uploaded invoice-2026-001.pdf').waitFor();
  });
});
