import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { startHttpServer } from '../../support/httpServer';
import * as pdfs from '../../support/pdfs';
import { colors } from '../support/canvas';
import {
  clickRow,
  clipboard,
  eventually,
  notification,
  openPaymentsViews,
  pick,
  runCommand,
  sharedWindow,
  viewRow,
  webview,
  type EditorWindow,
} from '../support/editor';
import { setScenario, uploadByMenu, writeFiles } from '../support/files';
import { focusInPanel, goToInPanel, goToRow, panelHasFocus } from '../support/focus';

const INVOICE = 'invoice-2026-001.pdf';
const SCAN = 'scan-of-invoice.png';

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
  let window: EditorWindow;
  let page: Page;
  /** Lines of the console that other test files left. */
  let earlier: number;
  const listener = startHttpServer((_, response) => {
    response.end();
  });

  const goTo = (target: Locator, key?: string) => goToInPanel(page, target, key);
  const focusIsOn = (target: Locator) => focusInPanel(page, target).waitFor();

  before(async () => {
    ({ window } = await sharedWindow());
    ({ page } = window);
    earlier = window.console.length;
    const { url } = await listener;
    const files = {
      [INVOICE]: readFileSync(`sample/${INVOICE}`),
      [SCAN]: readFileSync(`sample/${SCAN}`),
      'three-pages.pdf': pdfs.threePages(),
      'hostile.pdf': pdfs.hostile(url),
      'fax.pdf': pdfs.fax(),
      'locked.pdf': pdfs.locked(),
      'damaged.pdf': pdfs.damaged(),
    };
    writeFiles(
      window,
      Object.entries(files).map(([name, bytes]) => [`documents/${name}`, Buffer.from(bytes)]),
    );
    await uploadByMenu(page, 'documents');
    await pick(page, 'Upload 7 files');
    await notification(page, 'Uploaded 7 files').waitFor();
  });

  after(async () => {
    await (await listener).close();
  });

  it('are opened from the row by keys, and show text, times and where the file came from', async () => {
    await openPaymentsViews(page);
    await goToRow(page, 'Files', INVOICE);
    await page.keyboard.press('Enter');
    await webview(page)
      .getByText(/^Fetched (now|\d+ \w+ ago)/)
      .first()
      .waitFor();
    await panelHasFocus(page);
    await row(page, 'Name').getByText('invoice-2026-001.pdf').waitFor();
    await row(page, 'Purpose').getByText('payment_evidence').waitFor();
    await row(page, 'File expiry').getByText('Does not expire').waitFor();
    await row(page, 'Link expiry')
      .getByText(/^Expires in \d+ minutes$/)
      .waitFor();
    assert.match(
      await row(page, 'Uploaded').innerText(),
      /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
      'the time as the service wrote it',
    );
    // Of the three, a screen reader says one.
    assert.doesNotMatch(await row(page, 'Uploaded').ariaSnapshot(), /20\d\d/);
    assert.match(await row(page, 'Local file').innerText(), /invoice-2026-001\.pdf/);
  });

  it('copy the exact value by a button, which keeps the focus, and by the copy key', async () => {
    const id = (await row(page, 'File ID').locator('bdi.value').innerText()).trim();
    await goTo(button(page, 'Copy ID'));
    await page.keyboard.press('Enter');
    await focusIsOn(button(page, 'Copied'));
    assert.equal(await clipboard(page, /^\S+\.pdf$/), id);
    await focusIsOn(button(page, 'Copy ID'));
    await row(page, 'Type').locator('dt').click();
    await page.keyboard.press('ControlOrMeta+C');
    await clipboard(page, /^application\/pdf$/);
  });

  it('keep the focus on the button that fetches again', async () => {
    await goTo(button(page, 'Refresh'));
    await webview(page)
      .getByText(/^Fetched \d+ \w+ ago/)
      .waitFor();
    await page.keyboard.press('Enter');
    await webview(page).locator('.freshness').getByText('Fetched now').waitFor();
    await focusIsOn(button(page, 'Refresh'));
    const announcement = webview(page).locator('.announcement').last();
    assert.equal((await announcement.textContent())?.trim(), 'Fetched now', 'a screen reader says it once');
  });

  it('draw the first page of a PDF when asked, with the count of pages, and give it the focus', async () => {
    assert.equal(await webview(page).locator('canvas').count(), 0, 'nothing is shown unasked');
    await goTo(button(page, 'Show Preview'));
    await page.keyboard.press('Enter');
    const drawn = webview(page).getByRole('img', { name: `First page of ${INVOICE}` });
    await drawn.waitFor();
    await webview(page).getByText('Page 1 of 1').waitFor();
    const { white } = await colors(drawn.locator('canvas'));
    assert.ok(white > 0.5 && white < 0.995, `paper with something on it: ${white}`);
    await focusIsOn(webview(page).getByRole('region', { name: 'Preview' }));
    await page.keyboard.press('Tab');
    await focusIsOn(webview(page).locator('summary'));
  });

  it('lead from what tries again after a failure to what refreshes, and stay on the pin', async () => {
    await setScenario(page, 'Malformed');
    await goTo(button(page, 'Refresh'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await button(page, 'Retry').waitFor();
    await setScenario(page, 'Normal');
    await goTo(button(page, 'Retry'));
    await page.keyboard.press('Enter');
    await button(page, 'Retry').waitFor({ state: 'hidden' });
    await focusIsOn(button(page, 'Refresh'));
    await runCommand(page, 'Payments API: Stop Local Sandbox');
    await goTo(button(page, 'Refresh'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await button(page, 'Retry').waitFor();
    await goTo(button(page, 'Start Local Sandbox'));
    await page.keyboard.press('Enter');
    await button(page, 'Retry').waitFor({ state: 'hidden' });
    await focusIsOn(button(page, 'Refresh'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await focusIsOn(button(page, 'This panel is kept open'));
  });

  it('draw another page, and forget the preview of the file before', async () => {
    await look(page, 'three-pages.pdf');
    await webview(page).locator('canvas').waitFor({ state: 'hidden' });
    await button(page, 'Show Preview').click();
    await webview(page).getByText('Page 1 of 3').waitFor();
    assert.ok((await colors(webview(page).locator('canvas'))).green > 0.95);
  });

  it('show an image when asked', async () => {
    await look(page, SCAN);
    await button(page, 'Show Preview').click();
    const image = webview(page).getByRole('img', { name: `Preview of ${SCAN}` });
    await image.waitFor();
    const width = (element: { naturalWidth?: number }): number => element.naturalWidth ?? 0;
    await eventually(
      () => image.evaluate(width),
      (pixels) => pixels > 100,
    );
  });

  it('say what is wrong with a PDF that cannot be shown', async () => {
    await look(page, 'locked.pdf');
    await button(page, 'Show Preview').click();
    await webview(page).getByText('This PDF is locked with a password').waitFor();
    await look(page, 'damaged.pdf');
    await button(page, 'Show Preview').click();
    await webview(page).getByText('This file is damaged and cannot be shown').waitFor();
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
    assert.deepEqual(
      window.console.slice(earlier).filter((line) => /content security policy|refused to/i.test(line)),
      [],
    );
  });

  it('show nothing of what somebody else posts into their frame', async () => {
    const errors: Error[] = [];
    const keep = (error: Error): void => void errors.push(error);
    page.on('pageerror', keep);
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
    page.off('pageerror', keep);
    assert.deepEqual(errors, []);
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
