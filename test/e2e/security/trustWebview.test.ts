import assert from 'node:assert/strict';
import type { EditorWindow } from '../support/editor';
import {
  openExplorer,
  openPaymentsViews,
  pick,
  pressInNotification,
  rightClickInExplorer,
  sharedWindow,
  webview,
} from '../support/editor';
import { writeFiles } from '../support/files';

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

describe('the details panel and messages that are not ours', () => {
  let window: EditorWindow;

  before(async () => {
    ({ window } = await sharedWindow());
    writeFiles(window, ['genuine.pdf']);
  });

  it('shows nothing of what somebody else posts into its frame', async () => {
    const { page } = window;
    await openExplorer(page);
    await rightClickInExplorer(page, 'genuine.pdf', 'Upload to Payments API');
    await pick(page, 'Payment evidence');
    await pressInNotification(page, 'Uploaded genuine.pdf', 'Show Details');
    await openPaymentsViews(page);
    const title = webview(page).getByText('genuine.pdf').first();
    await title.waitFor();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await webview(page)
      .locator('body')
      .evaluate(postWithin, [FORGED, undefined, 'text', { type: 'init' }]);
    assert.ok(await title.isVisible());
    assert.equal(
      await webview(page)
        .getByText(/forged/i)
        .count(),
      0,
    );
    assert.deepEqual(errors, []);
  });
});
