import { keepEvidence } from '../../host/evidence.mts';
import { screenshot } from '../../host/workbench.mts';
import { allEditors } from '../../host/window.mts';
import { closeSharedEditor } from './editor';

/** Around every test through the window: a failing one leaves a picture and the logs; the last ends the editor. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    // A test that will be tried again has no state yet.
    if (test === undefined || test.state === 'passed') return;
    const name = `failed-${test
      .fullTitle()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 100)}-${currentTry(test)}`;
    for (const editor of allEditors()) {
      for (const [index, window] of [...editor.windows].entries()) {
        await screenshot(window.page, index === 0 ? name : `${name}-${index + 1}`);
        keepEvidence(name, editor.dataDir, window.console);
        // What it left open must not be in the way of the next.
        await window.page.keyboard.press('Escape');
        await window.page.keyboard.press('Escape');
      }
    }
  },

  async afterAll(): Promise<void> {
    await closeSharedEditor();
  },
};

/** Which try of the test it was, from 1: the first one that failed tells most, and later ones must not hide it. */
function currentTry(test: Mocha.Test): number {
  // Mocha tells this to its reporters, but not in its types.
  return (test as Mocha.Test & { currentRetry(): number }).currentRetry() + 1;
}
