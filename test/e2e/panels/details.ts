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
  viewRow,
  webview,
  type EditorWindow,
  type SharedWindow,
} from '../support/editor';
import { uploadByMenu, writeFiles } from '../support/files';
import { focusInPanel, goToInPanel, goToRow, panelHasFocus, rowInFocus } from '../support/focus';

const INVOICE = 'invoice-2026-001.pdf';
const SCAN = 'scan-of-invoice.png';

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

/** The details panel. It is left open, with the preview of a PDF. */
export function describeDetails(opened: () => SharedWindow): void {
  describe('the details of a file', () => {
    let window: EditorWindow;
    let page: Page;
    const listener = startHttpServer((_, response) => {
      response.end();
    });

    const heading = (name: string) => webview(page).getByRole('heading', { name, level: 1 });
    const button = (name: string) => webview(page).getByRole('button', { name, exact: true });
    const text = (shown: string) => webview(page).getByText(shown);
    const body = () => webview(page).locator('body');
    const canvas = () => webview(page).locator('canvas');
    const goTo = (target: Locator, key?: string) => goToInPanel(page, target, key);
    const focusIsOn = (target: Locator) => focusInPanel(page, target).waitFor();
    /** A row of the details, by its label. */
    const row = (label: string) =>
      webview(page)
        .locator('.row')
        .filter({ has: webview(page).locator('dt', { hasText: new RegExp(`^\\s*${label}\\s*$`) }) });
    const preview = async (name: string): Promise<void> => {
      await clickRow(viewRow(page, 'Files', name), heading(name));
      await button('Show Preview').click();
    };

    before(async () => {
      ({ window } = opened());
      ({ page } = window);
      const { url } = await listener;
      const files = {
        [INVOICE]: readFileSync(`sample/${INVOICE}`),
        [SCAN]: readFileSync(`sample/${SCAN}`),
        'hostile.pdf': pdfs.hostile(url),
        'locked.pdf': pdfs.locked(),
        'damaged.pdf': pdfs.damaged(),
      };
      writeFiles(
        window,
        Object.entries(files).map(([name, bytes]) => [`documents/${name}`, Buffer.from(bytes)]),
      );
      await uploadByMenu(page, 'documents');
      await pick(page, 'Upload 5 files');
      await notification(page, 'Uploaded 5 files').waitFor();
      await openPaymentsViews(page);
    });

    after(async () => await (await listener).close());

    it('are opened from the row by keys, and show text and times', async () => {
      await goToRow(page, 'Files', INVOICE);
      await page.keyboard.press('Enter');
      await text('Fetched').first().waitFor();
      // As in the explorer: the arrow keys go on in the view, until it is asked for what is shown already.
      await rowInFocus(page, 'Files', INVOICE).waitFor();
      await page.keyboard.press('Enter');
      await panelHasFocus(page);
      await row('Purpose').getByText('payment_evidence').waitFor();
      await row('Link expiry')
        .getByText(/^Expires in \d+ minutes$/)
        .waitFor();
      assert.match(
        await row('Uploaded').innerText(),
        /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
        'the time as the service wrote it',
      );
      // Of the three, a screen reader says one.
      assert.doesNotMatch(await row('Uploaded').ariaSnapshot(), /20\d\d/);
    });

    it('copy the exact value by a button, which keeps the focus, and by the copy key', async () => {
      const id = (await row('File ID').locator('bdi.value').innerText()).trim();
      await goTo(button('Copy ID'));
      await page.keyboard.press('Enter');
      await focusIsOn(button('Copied'));
      assert.equal(await clipboard(page, /^\S+\.pdf$/), id);
      await focusIsOn(button('Copy ID'));
      await row('Type').locator('dt').click();
      await page.keyboard.press('ControlOrMeta+C');
      await clipboard(page, /^application\/pdf$/);
    });

    it('keep the focus on the button that fetches again, and lead to it from what tries again after a failure', async () => {
      await goTo(button('Refresh'), 'Shift+Tab');
      await webview(page)
        .getByText(/^Fetched \d+ \w+ ago/)
        .waitFor();
      await page.keyboard.press('Enter');
      await webview(page).locator('.freshness').getByText('Fetched now').waitFor();
      await focusIsOn(button('Refresh'));
      const announcement = webview(page).locator('.announcement').last();
      assert.equal((await announcement.textContent())?.trim(), 'Fetched now', 'a screen reader says it once');

      await runCommand(page, 'Payments API: Stop Local Sandbox');
      await goTo(button('Refresh'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await goTo(button('Retry'));
      await page.keyboard.press('Enter');
      await focusIsOn(button('Refresh'));
      await button('Start Local Sandbox').waitFor();
      await goTo(button('Start Local Sandbox'));
      await page.keyboard.press('Enter');
      await button('Retry').waitFor({ state: 'hidden' });
      await focusIsOn(button('Refresh'));
    });

    it('draw the first page of a PDF when asked, with the count of pages, and give it the focus', async () => {
      assert.equal(await canvas().count(), 0, 'nothing is shown unasked');
      await button('Show Preview').press('Enter');
      const drawn = webview(page).getByRole('img', { name: `First page of ${INVOICE}` });
      await drawn.waitFor();
      await text('Page 1 of 1').waitFor();
      const { white } = await colors(drawn.locator('canvas'));
      assert.ok(white > 0.5 && white < 0.995, `paper with something on it: ${white}`);
      await focusIsOn(webview(page).getByRole('region', { name: 'Preview' }));
      await page.keyboard.press('Tab');
      await focusIsOn(webview(page).locator('summary'));
    });

    it('show an image when asked', async () => {
      // Which it offers only after it has forgotten the preview of the file before.
      await preview(SCAN);
      const image = webview(page).getByRole('img', { name: `Preview of ${SCAN}` });
      await image.waitFor();
      const width = (element: { naturalWidth?: number }): number => element.naturalWidth ?? 0;
      await eventually(
        () => image.evaluate(width),
        (pixels) => pixels > 100,
      );
      assert.equal(await canvas().count(), 0);
    });

    it('say what is wrong with a PDF that cannot be shown', async () => {
      await preview('locked.pdf');
      await text('This PDF is locked with a password').waitFor();
      await preview('damaged.pdf');
      await text('This file is damaged and cannot be shown').waitFor();
    });

    it('draw what came by fax, run nothing of a hostile PDF, and ask nobody for anything', async () => {
      await preview('hostile.pdf');
      await text('Page 1 of 3').waitFor();
      assert.ok((await colors(canvas())).green > 0.9, 'the harmless rest is shown');
      assert.deepEqual((await listener).seen, []);
      assert.equal(await webview(page).locator('main a, main form, main input, main iframe').count(), 0);
    });

    it('show nothing of what somebody else posts into their frame', async () => {
      const errors: Error[] = [];
      const keep = (error: Error): void => void errors.push(error);
      page.on('pageerror', keep);
      await body().evaluate(postWithin, [FORGED, undefined, 'text', { type: 'init' }]);
      assert.ok(await heading('hostile.pdf').isVisible());
      assert.equal(await text('forged').count(), 0);
      page.off('pageerror', keep);
      assert.deepEqual(errors, []);
    });

    it('count the link down to its end and say what then, and keep the focus on the pin', async () => {
      const minute = 60_000;
      const started = Date.now();
      // In this frame alone: the clock that the browser library sets is that of every window, and stays.
      const setClock = (time: number) =>
        body().evaluate((_, now) => {
          Date.now = () => now;
        }, time);
      const expiry = row('Link expiry');
      await setClock(started + 50 * minute);
      await expiry.getByText(/^Expires in \d minutes$/).waitFor();
      await setClock(started + 62 * minute);
      await expiry.getByText(/^Expired \d minutes? ago$/).waitFor();
      await expiry.getByText('Open and Copy Link ask the service for a new one first.').waitFor();
      await button('Keep this panel open').press('Enter');
      await focusIsOn(button('This panel is kept open'));
    });
  });
}
