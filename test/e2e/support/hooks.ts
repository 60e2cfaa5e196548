import { keepEvidence } from '../../host/evidence.mts';
import { screenshot } from '../../host/workbench.mts';
import { allEditors } from '../../host/window.mts';
import { closeSharedEditor } from './editor';

/** Around every test through the window: a failing one leaves a picture and the logs; the last ends the editor. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = `failed-${test
      .fullTitle()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 100)}`;
    for (const editor of allEditors()) {
      for (const [index, window] of [...editor.windows].entries()) {
        await screenshot(window.page, index === 0 ? name : `${name}-${index + 1}`);
        keepEvidence(name, editor.dataDir, window.console);
      }
    }
  },

  async afterAll(): Promise<void> {
    await closeSharedEditor();
  },
};
