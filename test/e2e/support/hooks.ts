import { keepEvidence } from '../../host/editor/evidence.mts';
import { screenshot } from '../../host/editor/workbench.mts';
import { configureProperties, FIXED_SEED } from '../../support/properties';
import { takeServiceLog } from '../../support/serviceLog';
import { endEditor, spoilSharedWindow } from './pool';

configureProperties({ seed: FIXED_SEED });

/** Around every test file: a failing test leaves a picture and the logs. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    const service = takeServiceLog();
    // Where a hook before the test failed, the test has no state.
    if (test === undefined || test.state === 'passed') return;
    await leaveEvidence(test.fullTitle(), service);
  },

  async afterAll(this: Mocha.Context): Promise<void> {
    // After a hook before all tests of a suite there is no test whose end would be noticed.
    const hook = failedHook(this.test?.parent);
    if (hook !== undefined) await leaveEvidence(hook, takeServiceLog());
  },
};

/** The title of the first suite with tests of which none has run. */
function failedHook(suite: Mocha.Suite | undefined): string | undefined {
  if (suite === undefined) return undefined;
  if (suite.tests.length > 0 && suite.tests.every(({ state }) => state === undefined))
    return suite.fullTitle();
  return suite.suites.map(failedHook).find((title) => title !== undefined);
}

/** Keeps a picture, the console, the logs and the service's log; the shared window is not used again. */
async function leaveEvidence(title: string, service: readonly string[]): Promise<void> {
  const name = `failed-${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}`;
  const { dataDir = '', windows = [] } = spoilSharedWindow() ?? {};
  for (const { page, console } of windows) {
    await screenshot(page, name);
    keepEvidence(name, dataDir, { console, service });
    // What it left open must not be in the way of the next.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
}

/** Ends what the test files share. */
export const endShared = endEditor;
