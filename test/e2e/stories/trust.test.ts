import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { DescriptionList } from '../../../src/services/descriptions/descriptionList';
import { root } from '../../host/paths.mts';
import { callTools } from '../support/driver';
import {
  actUntil,
  clearNotifications,
  dialog,
  type EditorWindow,
  firstWindow,
  notification,
  openExplorer,
  openFile,
  openPaymentsViews,
  pressInNotification,
  rightClickInExplorer,
  runAndPick,
  runCommand,
  statusBarItem,
  trustWorkspace,
  viewRow,
  until,
} from '../support/editor';
import { fileRows, logged, writeFiles } from '../support/files';
import { globalStorage } from '../support/registry';

/** What somebody else's repository may bring along. */
const HTTP_FILE = 'chosen.http';
const HTTP = 'POST {{apiUrl}}/chosen-by-a-stranger\n\n{}\n\n###\nGET https://stranger.example/things\n';
const UPLOAD = { files: ['agent.pdf'], purpose: 'payment_evidence' };

interface Outcome {
  readonly ok: boolean;
  readonly data?: readonly { readonly status: string }[];
  readonly error?: { readonly kind: string; readonly message: string };
}

/** What is done in a workspace before it is trusted, and what agents may do there after that. */
describe('a workspace that is not trusted', () => {
  let window: EditorWindow;
  let page: Page;
  let dataDir: string;
  const posts = () => logged(dataDir, 'POST');
  // It was added elsewhere: the user's documents are those of every workspace.
  const description = pathToFileURL(join(root, 'sample/openapi.yaml')).toString();

  before(async () => {
    // Else the editor has no tools.
    const opened = await firstWindow({ settings: { 'chat.disableAIFeatures': false } });
    ({ window } = opened);
    ({ page } = window);
    ({ dataDir } = opened.editor);
    await dialog(page).getByRole('button', { name: 'No, I don' }).click();
    await statusBarItem(page, 'Restricted Mode').waitFor();
    await new DescriptionList(join(globalStorage(dataDir), 'api-descriptions')).add(description);
    writeFiles(window, [[HTTP_FILE, HTTP], 'agent.pdf']);
    // Both move the explorer's rows, and a click would land on another.
    await page.getByText('Restricted Mode is intended for safe code browsing').waitFor();
    await openExplorer(page, HTTP_FILE);
  });

  it('can be browsed, and has no API description read, offered or added', async () => {
    await openPaymentsViews(page, { withApi: true });
    await viewRow(page, 'Environments', 'Local Sandbox').first().waitFor();
    await viewRow(page, 'Files', 'This workspace is not trusted').waitFor();
    await viewRow(page, 'Files', 'Manage Workspace Trust…').waitFor();
    await viewRow(page, 'API', 'Add an API description…').waitFor();
    assert.equal(await viewRow(page, 'API', /Harbour|openapi/).count(), 0);
    await rightClickInExplorer(page, 'openapi.yaml', 'Use as API Description…');
    await notification(page, 'API descriptions are only used in trusted workspaces').waitFor();
  });

  it('uploads nothing of it, and has its .http files marked, and no request of them sent or saved', async () => {
    await rightClickInExplorer(page, 'invoice-2026-001.pdf', 'Upload to Payments API');
    await notification(page, 'This workspace is not trusted, so nothing was uploaded from it').waitFor();
    await openFile(page, HTTP_FILE);
    await page.locator('.squiggly-error').first().waitFor();
    for (const title of ['Send to Local Sandbox', 'Save…']) {
      await clearNotifications(page);
      // A line above a file that was just opened is replaced once more, and a click on the old one does nothing.
      await actUntil(
        () => page.locator('.codelens-decoration').getByText(title, { exact: true }).first().click(),
        () => notification(page, 'its request files are not sent').waitFor({ timeout: 5000 }),
      );
    }
    assert.deepEqual(posts(), []);
  });

  it('has tools for agents that only describe, and ask nothing', async () => {
    const calls = [
      { tool: 'payments_describe_api', input: {} },
      { tool: 'payments_upload_files', input: UPLOAD },
    ];
    const report = await callTools(window, calls);
    const [described, refused] = (await report()).map((text) => JSON.parse(text) as Outcome);
    assert.equal(described?.ok, true);
    assert.match(refused?.error?.message ?? '', /does not trust this workspace/);
    assert.deepEqual(posts(), []);
  });

  it('is trusted where a message leads to, and has an API description then, until that is removed', async () => {
    await runCommand(page, 'Payments API: Send Request From File');
    await pressInNotification(page, 'request files are not sent', 'Manage Workspace Trust…');
    await trustWorkspace(page);
    await openPaymentsViews(page, { withApi: true });
    await viewRow(page, 'API', 'Harbour Payments').waitFor();
    await runAndPick(page, 'Payments API: Remove API Description…', 'Harbour Payments');
    await viewRow(page, 'API', 'Harbour Payments').waitFor({ state: 'hidden' });
  });

  it('then has tools for agents that ask before a write what, how many and where, and do nothing where the user says no', async () => {
    for (const answer of ['Cancel', 'Yes']) {
      const report = await callTools(window, [{ tool: 'payments_upload_files', input: UPLOAD }]);
      const question = dialog(page);
      await question.getByText('Upload 1 file to Local Sandbox?').waitFor();
      const text = await question.innerText();
      for (const part of ['agent.pdf', 'Purpose: payment_evidence', 'Where: ', 'Local Sandbox on this'])
        assert.ok(text.includes(part), text);
      assert.deepEqual(posts(), []);
      await question.getByRole('button', { name: answer }).click();
      const [result = ''] = await report();
      if (answer === 'Cancel') assert.match(result, /Cancel/);
      else assert.equal((JSON.parse(result) as Outcome).data?.[0]?.status, 'uploaded', result);
    }
    await until(() => posts().length === 1);
    await openPaymentsViews(page);
    await fileRows(page, 'agent.pdf').waitFor();
    await viewRow(page, 'Requests', 'by an agent').first().waitFor();
  });
});
