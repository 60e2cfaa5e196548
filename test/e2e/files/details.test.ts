import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { removeFolder, temporaryFolder } from '../../host/cleanup.mts';
import { startHttpServer } from '../../support/httpServer';
import * as pdfs from '../../support/pdfs';
import { assertAccessibleInThemes } from '../support/axe';
import { colors } from '../support/canvas';
import {
  actUntil,
  clickRow,
  clipboard,
  eventually,
  explorerRow,
  freshEditor,
  notification,
  openExplorer,
  openPaymentsViews,
  rightClickInExplorer,
  viewRow,
  webview,
} from '../support/editor';
import type { EditorWindow } from '../support/editor';

type Editor = Awaited<ReturnType<typeof freshEditor>>;

const SETTINGS = { 'paymentsApi.defaultPurpose': 'payment_evidence' };

/** What the window said of its policies being broken. */
function violations({ console }: EditorWindow): string[] {
  return console.filter((line) => /content security policy|refused to/i.test(line));
}

/** Uploads every file in the explorer at once. */
async function uploadAll(page: Page, first: string): Promise<void> {
  await openExplorer(page, first);
  // With the key that selects without opening.
  const rows = page.locator('.explorer-folders-view [role=treeitem]');
  await actUntil(
    async () => {
      await explorerRow(page, first).click({ modifiers: ['ControlOrMeta'], timeout: 5000 });
      await page.keyboard.press('ControlOrMeta+A');
    },
    () => rows.and(page.locator(':not(.selected)')).first().waitFor({ state: 'detached', timeout: 3000 }),
  );
  await rightClickInExplorer(page, first, 'Upload to Payments API');
}

/** Looks at a file by a click on its row in the Files view. */
async function look(page: Page, name: string): Promise<void> {
  await openPaymentsViews(page);
  await clickRow(viewRow(page, 'Files', name), heading(page, name));
}

function heading(page: Page, name: string): Locator {
  return webview(page).getByRole('heading', { name, level: 1 });
}

/** A row of the details, by its label. */
function row(page: Page, label: string): Locator {
  return webview(page)
    .locator('.row')
    .filter({ has: webview(page).locator('dt', { hasText: new RegExp(`^\\s*${label}\\s*$`) }) });
}

function button(page: Page, name: string): Locator {
  return webview(page).getByRole('button', { name, exact: true });
}

/** A message as the editor sends it, but from somebody else. */
const FORGED = {
  type: 'view',
  view: {
    showing: 99,
    target: { environment: 'production', fileId: 'file_forged.pdf' },
    pinned: false,
    state: 'known',
    environment: { name: 'Forged', title: 'FORGED', type: 'production' },
    title: 'Forged by somebody else',
    subtitle: '',
    icon: 'file',
    sections: [],
    actions: [],
    preview: false,
  },
};

/** What is used of a browser's window, since these tests know no browser. */
interface Frame {
  postMessage(message: unknown, target: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Posts messages into the frame from within, and waits until they have been handed out. */
function postWithin(_element: unknown, messages: readonly unknown[]): Promise<void> {
  const frame = globalThis as unknown as Frame;
  return new Promise((resolve) => {
    frame.addEventListener('message', ({ data }) => {
      if (data === 'last') resolve();
    });
    for (const message of [...messages, 'last']) frame.postMessage(message, '*');
  });
}

describe('the details of a file, through the window', () => {
  let editor: Editor;
  let window: EditorWindow;
  let page: Page;
  const workspace = join(temporaryFolder('details'), 'documents');
  const listener = startHttpServer((_, response) => {
    response.end();
  });

  before(async () => {
    mkdirSync(workspace);
    for (const name of ['invoice-2026-001.pdf', 'scan-of-invoice.png'])
      cpSync(join('sample', name), join(workspace, name));
    const { url } = await listener;
    const made = {
      'three-pages.pdf': pdfs.threePages(),
      'hostile.pdf': pdfs.hostile(url),
      'fax.pdf': pdfs.fax(),
      'locked.pdf': pdfs.locked(),
      'damaged.pdf': pdfs.damaged(),
    };
    for (const [name, bytes] of Object.entries(made)) writeFileSync(join(workspace, name), bytes);
    editor = await freshEditor();
    window = await editor.openWindow({ workspace, settings: SETTINGS });
    page = window.page;
  });

  after(async () => {
    await editor.close();
    await (await listener).close();
    removeFolder(join(workspace, '..'));
  });

  it('show every field of the record, and where the file came from', async () => {
    await uploadAll(page, 'invoice-2026-001.pdf');
    await notification(page, 'Uploaded 7 files').waitFor();
    await look(page, 'invoice-2026-001.pdf');
    await row(page, 'Name').getByText('invoice-2026-001.pdf').waitFor();
    await row(page, 'Purpose').getByText('payment_evidence').waitFor();
    await row(page, 'Type').getByText('application/pdf').waitFor();
    await row(page, 'File expiry').getByText('Does not expire').waitFor();
    await row(page, 'Link expiry')
      .getByText(/^Expires in \d+ minutes$/)
      .waitFor();
    await row(page, 'Size').getByText('27,453 bytes').waitFor();
    assert.match(
      await row(page, 'Uploaded').innerText(),
      /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
      'the time as the service wrote it',
    );
    // Of the three, a screen reader says one.
    assert.doesNotMatch(await row(page, 'Uploaded').ariaSnapshot(), /20\d\d/);
    assert.match(await row(page, 'Local file').innerText(), /invoice-2026-001\.pdf/);
    assert.match(await row(page, 'Upload request ID').innerText(), /\S{8}/);
    assert.match(await row(page, 'File ID').innerText(), /\.pdf/);
  });

  it('copy the exact value by a button, and by the copy key', async () => {
    const id = (await row(page, 'File ID').locator('bdi.value').innerText()).trim();
    await button(page, 'Copy File ID').click();
    await button(page, 'Copied').waitFor();
    assert.equal(await clipboard(page, /^\S+\.pdf$/), id);
    await row(page, 'Type').locator('dt').click();
    await page.keyboard.press('ControlOrMeta+C');
    await clipboard(page, /^application\/pdf$/);
  });

  it('draw the first page of a PDF when asked, with the count of pages', async () => {
    assert.equal(await webview(page).locator('canvas').count(), 0, 'nothing is shown unasked');
    await button(page, 'Show Preview').click();
    const drawn = webview(page).getByRole('img', { name: 'First page of invoice-2026-001.pdf' });
    await drawn.waitFor();
    await webview(page).getByText('Page 1 of 1').waitFor();
    const { white } = await colors(drawn.locator('canvas'));
    assert.ok(white > 0.5 && white < 0.995, `paper with something on it: ${white}`);
  });

  it('draw another page, and forget the preview of the file before', async () => {
    await look(page, 'three-pages.pdf');
    await webview(page).locator('canvas').waitFor({ state: 'hidden' });
    await button(page, 'Show Preview').click();
    await webview(page).getByText('Page 1 of 3').waitFor();
    assert.ok((await colors(webview(page).locator('canvas'))).green > 0.95);
  });

  it('show an image when asked', async () => {
    await look(page, 'scan-of-invoice.png');
    await button(page, 'Show Preview').click();
    const image = webview(page).getByRole('img', { name: 'Preview of scan-of-invoice.png' });
    await image.waitFor();
    const width = (element: { naturalWidth?: number }): number => element.naturalWidth ?? 0;
    assert.ok(
      (await eventually(
        () => image.evaluate(width),
        (pixels) => pixels > 0,
      )) > 100,
    );
  });

  it('say what is wrong with a PDF that cannot be shown', async () => {
    await look(page, 'locked.pdf');
    await button(page, 'Show Preview').click();
    await webview(page).getByText('This PDF is locked with a password').waitFor();
    await look(page, 'damaged.pdf');
    await button(page, 'Show Preview').click();
    await webview(page).getByText('This PDF is damaged and cannot be shown').waitFor();
  });

  it('run nothing of a hostile PDF, and ask nobody for anything', async () => {
    await look(page, 'hostile.pdf');
    await button(page, 'Show Preview').click();
    await webview(page).locator('canvas').waitFor();
    assert.ok((await colors(webview(page).locator('canvas'))).green > 0.9, 'the harmless rest is shown');
    assert.deepEqual((await listener).seen, []);
    assert.equal(await webview(page).locator('main a, main form, main input, main iframe').count(), 0);
  });

  it('break none of the policies of the page', () => {
    assert.deepEqual(violations(window), []);
  });

  it('say what was fetched to a screen reader, once', async () => {
    const announcement = webview(page).locator('.announcement').last();
    assert.equal((await announcement.textContent())?.trim(), 'Fetched now');
  });

  it('are accessible in dark, light and high contrast, with the background that they have there', async () => {
    await assertAccessibleInThemes(page);
  });

  it('show nothing of what somebody else posts into their frame', async () => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await webview(page)
      .locator('body')
      .evaluate(postWithin, [FORGED, undefined, 'text', { type: 'init' }]);
    assert.ok(await heading(page, 'hostile.pdf').isVisible());
    assert.equal(
      await webview(page)
        .getByText(/forged/i)
        .count(),
      0,
    );
    assert.deepEqual(errors, []);
  });

  it('let the page connect to nowhere', async () => {
    const { url, seen } = await listener;
    const answer = await webview(page)
      .locator('body')
      .evaluate((_, address) => fetch(address, { mode: 'no-cors' }).then(String, String), `${url}/leak`);
    assert.match(answer, /TypeError/);
    assert.deepEqual(seen, []);
  });

  it('count the link down to its end, and say what then', async () => {
    const minute = 60_000;
    const started = Date.now();
    // In this frame alone: the clock that the browser library sets is that of every window, and stays.
    const setClock = (time: number) =>
      webview(page)
        .locator('body')
        .evaluate((_, now) => {
          Date.now = () => now;
        }, time);
    const expiry = row(page, 'Link expiry');
    await setClock(started + 50 * minute);
    await expiry.getByText(/^Expires in \d minutes$/).waitFor();
    await setClock(started + 62 * minute);
    await expiry.getByText(/^Expired \d minutes? ago$/).waitFor();
    await expiry.getByText('Open and Copy Link ask the service for a new one first.').waitFor();
  });
});
