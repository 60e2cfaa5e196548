import {
  chooseFromMenuOf,
  clipboard,
  type Editor,
  type EditorWindow,
  eventually,
  sharedWindow,
  notification,
  openPaymentsViews,
  pressInNotification,
  selectRows,
} from '../support/editor';
import { fileRows, rowsUntil } from '../support/files';
import { seedFiles } from '../support/registry';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let editor: Editor;
let window: EditorWindow;

/** How many rows the view has, those out of sight included. */
async function rowCount(): Promise<number> {
  return Number(await fileRows(window.page).first().getAttribute('aria-setsize'));
}

/** Selects the rows of these files and no others. */
async function select(name: string, ...others: readonly string[]): Promise<void> {
  const [first, ...rest] = [name, ...others].map((each) => fileRows(window.page, each));
  if (first !== undefined) await selectRows(first, ...rest);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `invoice-${String(index).padStart(3, '0')}.pdf`);
}

describe('the Files view', () => {
  before(async () => {
    ({ editor, window } = await sharedWindow({ viewport: { width: 1280, height: 1500 } }));
    // Files that this service never had.
    await seedFiles(editor.dataDir, numbered(250));
    await seedFiles(editor.dataDir, ['charter.pdf', 'register.pdf'], 'business_entity_documents');
    await seedFiles(editor.dataDir, ['account.docx'], 'payment_evidence', WORD);
    await openPaymentsViews(window.page);
    await eventually(rowCount, (count) => count === 101);
  });

  it('shows a hundred, and a hundred more when asked', async () => {
    const { page } = window;
    for (const expected of [201, 253]) {
      await fileRows(page, 'invoice')
        .first()
        .click({ modifiers: ['Control'] });
      await page.keyboard.press('End');
      await fileRows(page, 'Load more').waitFor();
      await page.keyboard.press('Enter');
      await eventually(rowCount, (count) => count === expected);
    }
    await page.keyboard.press('End');
    await rowsUntil(page, 'Load more', 0);
    await page.keyboard.press('Home');
  });

  it('copies the ids of all selected rows, one a line, with Ctrl+C', async () => {
    const { page } = window;
    await select('register.pdf', 'invoice-000.pdf');
    await page.keyboard.press('Control+c');
    await clipboard(page, /^file_seed.+\.pdf\nfile_seed.+\.pdf$/);
  });

  it('takes the selected files out, and puts them back with Undo', async () => {
    const { page } = window;
    await select('register.pdf', 'invoice-000.pdf');
    const undo = notification(
      page,
      /Removed from the Files view: .*(register\.pdf.*invoice-000|invoice-000\.pdf.*register)\.pdf/,
    );
    await chooseFromMenuOf(fileRows(page, 'register.pdf'), 'Remove from List', () => undo.isVisible());
    await rowsUntil(page, /register\.pdf|invoice-000\.pdf/, 0);
    await pressInNotification(page, 'Removed from the Files view', 'Undo');
    await rowsUntil(page, /register\.pdf|invoice-000\.pdf/, 2);
  });
});
