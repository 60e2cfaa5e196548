import { assertAccessibleInThemes } from '../support/axe';
import {
  answer,
  clearNotifications,
  clickRow,
  eventually,
  notification,
  openPaymentsViews,
  runCommand,
  sharedWindow,
  viewRow,
  webview,
  webviews,
} from '../support/editor';
import { uploadByMenu } from '../support/files';

const NAME = 'invoice-2026-001.pdf';

describe('the panels, for people with a screen reader, a keyboard or weak sight', () => {
  it('have no accessibility violation in any kind of theme: the details with a preview, and a table', async () => {
    const { page } = (await sharedWindow()).window;
    await uploadByMenu(page, NAME);
    await notification(page, `Uploaded ${NAME}`).waitFor();
    await clearNotifications(page);
    await openPaymentsViews(page);
    await clickRow(
      viewRow(page, 'Files', NAME),
      webview(page).getByRole('heading', { name: NAME, level: 1 }),
    );
    await webview(page).getByRole('button', { name: 'Show Preview', exact: true }).click();
    await webview(page).locator('canvas').waitFor();
    await runCommand(page, 'Payments API: Send Request');
    await answer(page, '/local-sandbox/samples?limit=2');
    await page.getByRole('tab', { name: /GET.*samples/ }).waitFor();
    await runCommand(page, 'Payments API: Open as Table');
    await webview(page).getByRole('grid').waitFor();
    await runCommand(page, 'View: Move Editor into Next Group');
    await webview(page).getByRole('grid').waitFor();
    await page.getByRole('tab', { name: NAME }).first().click();
    // A panel that is moved is loaded anew.
    const panels = await eventually(
      () => webviews(page),
      ({ length }) => length === 2,
    );
    await assertAccessibleInThemes(page, panels);
  });
});
