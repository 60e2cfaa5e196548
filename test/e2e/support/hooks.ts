import { keepEvidence } from '../../host/evidence.mts';
import { screenshot } from '../../host/workbench.mts';
import { allEditors } from '../../host/window.mts';
import { configureProperties, FIXED_SEED } from '../../support/properties';
import { takeServiceLog } from '../../support/serviceLog';
import { endEditors, spoilSharedWindow, takeBackEditors } from './pool';

configureProperties({ seed: FIXED_SEED });

/** Milliseconds for one test: far more than it takes, since a busy machine is no failure. */
export const timeout = 4 * 60_000;

/** Around every test file: a failing test leaves a picture and the logs; what the file did not close is closed. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    const service = takeServiceLog();
    // Where a hook before the test failed, the test has no state.
    if (test === undefined || test.state === 'passed') return;
    spoilSharedWindow();
    const name = `failed-${test
      .fullTitle()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 100)}`;
    for (const editor of allEditors()) {
      for (const [index, window] of [...editor.windows].entries()) {
        await screenshot(window.page, index === 0 ? name : `${name}-${index + 1}`);
        keepEvidence(name, editor.dataDir, { console: window.console, service });
        // What it left open must not be in the way of the next.
        await window.page.keyboard.press('Escape');
        await window.page.keyboard.press('Escape');
      }
    }
  },

  async afterAll(): Promise<void> {
    await takeBackEditors();
  },
};

/** Ends what the test files share. */
export const endLane = endEditors;
