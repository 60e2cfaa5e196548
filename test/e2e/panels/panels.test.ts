import assert from 'node:assert/strict';
import { assertAccessibleInThemes } from '../support/axe';
import { eventually, runCommand, sharedWindow, webviews, type SharedWindow } from '../support/editor';
import { describeDetails } from './details';
import { describeTable } from './table';

/** Both panels one after the other, and then side by side. */
describe('the panels', () => {
  let shared: SharedWindow;
  /** Lines of the console that other test files left. */
  let earlier: number;

  before(async () => {
    shared = await sharedWindow();
    earlier = shared.window.console.length;
  });

  const opened = (): SharedWindow => shared;
  describeDetails(opened);
  describeTable(opened);

  describe('side by side', () => {
    it('have no accessibility violation in any kind of theme: the details with a preview, and a table', async () => {
      const { page } = shared.window;
      await runCommand(page, 'View: Move Editor into Next Group');
      await page.getByRole('tab', { name: 'hostile.pdf' }).click();
      const panels = await eventually(
        () => webviews(page),
        ({ length }) => length === 2,
      );
      const [details = assert.fail()] = panels;
      // A panel that was hidden is loaded anew, without the preview.
      await details.getByRole('button', { name: 'Show Preview' }).click();
      await details.locator('canvas').waitFor();
      // The row under the pointer has another background.
      await assertAccessibleInThemes(page, panels, details.getByText('Upload started'));
    });

    it('log no error of the policies of their pages, or of the grid', () => {
      const { console } = shared.window;
      const errors = /content security policy|refused to|AG Grid/i;
      assert.deepEqual(
        console.slice(earlier).filter((line) => errors.test(line)),
        [],
      );
    });
  });
});
