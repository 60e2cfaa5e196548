import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { root } from '../../host/paths.mts';
import { DescriptionList } from '../../../src/services/descriptions/descriptionList';
import { buildDriver } from '../support/driver';
import {
  actUntil,
  clearNotifications,
  clipboard,
  dialog,
  type Editor,
  type EditorWindow,
  freshEditor,
  notification,
  openExplorer,
  openFile,
  openPaymentsViews,
  pressInNotification,
  rightClickInExplorer,
  runCommand,
  type SharedWindow,
  statusBarItem,
  trustWorkspace,
  viewRow,
} from '../support/editor';
import { fileRows, logged, uploadByMenu, writeFiles } from '../support/files';
import { globalStorage } from '../support/registry';
import { describeTrustedAgents, describeUntrustedAgents } from '../stories/agents';
import { settingUp } from '../stories/settingUp';

/** What somebody else's repository may bring along. */
const HTTP_FILE = 'chosen.http';
const HTTP = 'POST {{apiUrl}}/chosen-by-a-stranger\n\n{}\n\n###\nGET https://stranger.example/things\n';

describe('a workspace that is not trusted', () => {
  let editor: Editor;
  let window: EditorWindow;
  let page: Page;
  const environments = settingUp();

  before(async () => {
    const settings = await environments.begin();
    editor = await freshEditor({ workspaceTrust: true, companions: [await buildDriver()] });
    // It was added elsewhere: the user's documents are those of every workspace.
    const description = pathToFileURL(join(root, 'sample/openapi.yaml')).toString();
    await new DescriptionList(join(globalStorage(editor.dataDir), 'api-descriptions')).add(description);
    window = await editor.openWindow({
      colorTheme: 'Light Modern',
      // Else the editor has no tools.
      settings: { ...settings, 'chat.disableAIFeatures': false },
    });
    ({ page } = window);
    await dialog(page).getByRole('button', { name: 'No, I don' }).click();
    await statusBarItem(page, 'Restricted Mode').waitFor();
    writeFiles(window, [[HTTP_FILE, HTTP], 'agent.pdf']);
    // Both move the explorer's rows, and a click would land on another.
    await page.getByText('Restricted Mode is intended for safe code browsing').waitFor();
    await openExplorer(page, HTTP_FILE);
  });
  after(async () => {
    await editor.close();
    await environments.end();
  });

  const opened = (): SharedWindow => ({ editor, window });

  it('can be browsed: the views show what is known', async () => {
    await openPaymentsViews(page);
    await viewRow(page, 'Environments', 'Local Sandbox').first().waitFor();
    await viewRow(page, 'Files', 'This workspace is not trusted').waitFor();
    await viewRow(page, 'Files', 'Manage Workspace Trust…').waitFor();
  });

  it('has no API description read, offered or added', async () => {
    await openPaymentsViews(page, { withApi: true });
    await viewRow(page, 'API', 'Add an API description…').waitFor();
    assert.equal(await viewRow(page, 'API', /Harbour|openapi/).count(), 0);
    await rightClickInExplorer(page, 'openapi.yaml', 'Use as API Description…');
    await notification(page, 'API descriptions are only used in trusted workspaces').waitFor();
    await clearNotifications(page);
  });

  it('uploads nothing of it: a message says why, and where trust is given', async () => {
    await rightClickInExplorer(page, 'invoice-2026-001.pdf', 'Upload to Payments API');
    await notification(page, 'This workspace is not trusted, so nothing was uploaded from it').waitFor();
    await rightClickInExplorer(page, 'disputes', 'Upload to Payments API');
    await notification(page, 'nothing was uploaded from it').first().waitFor();
    assert.deepEqual(logged(editor.dataDir, 'POST'), []);
  });

  it('has its .http files marked and completed, and no request of them sent or saved', async () => {
    await clearNotifications(page);
    await openFile(page, HTTP_FILE);
    await page.locator('.squiggly-error').first().waitFor();
    await actUntil(
      async () => {
        await page.locator('.monaco-editor .view-line').last().click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\nX-Completed: {{api');
        await page.keyboard.press('Control+Space');
      },
      () =>
        page
          .locator('.suggest-widget.visible')
          .getByRole('option', { name: /^filesUrl|^apiUrl/ })
          .first()
          .waitFor({ timeout: 5000 }),
      () => runCommand(page, 'File: Revert File'),
    );
    await page.keyboard.press('Escape');
    await runCommand(page, 'File: Revert File');
    const press = (title: string, said: string | RegExp) =>
      // A line above a file that was just opened is replaced once more, and a click on the old one does nothing.
      actUntil(
        () => page.locator('.codelens-decoration').getByText(title, { exact: true }).first().click(),
        () => notification(page, said).waitFor({ timeout: 5000 }),
      );
    for (const title of ['Send to Local Sandbox', 'Save…']) {
      await press(title, 'its request files are not sent');
      await clearNotifications(page);
    }
    assert.deepEqual(logged(editor.dataDir, 'POST'), []);
  });

  describeUntrustedAgents(opened);

  it('is trusted where a message leads to', async () => {
    await runCommand(page, 'Payments API: Send Request From File');
    await pressInNotification(page, 'request files are not sent', 'Manage Workspace Trust…');
    await trustWorkspace(page);
  });

  describeTrustedAgents(opened);

  it('is uploaded from, and described, once the user trusts it', async () => {
    const before = logged(editor.dataDir, 'POST').length;
    await uploadByMenu(page, 'invoice-2026-001.pdf');
    await pressInNotification(page, 'Uploaded invoice', 'Copy ID');
    await clipboard(page, /^file_/);
    await openPaymentsViews(page);
    await fileRows(page, 'invoice-2026-001.pdf').waitFor();
    await openPaymentsViews(page, { withApi: true });
    await viewRow(page, 'API', 'Harbour Payments').waitFor();
    assert.equal(logged(editor.dataDir, 'POST').length, before + 1);
  });

  // Not about trust: it is the one window in which no environment is set up yet, and to open one takes ten seconds.
  environments.tell(opened);
});
