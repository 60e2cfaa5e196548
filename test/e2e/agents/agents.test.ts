import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { AGENT_TOOLS, type AgentTool } from '../../../src/agents/limits/toolNames';
import { readJson, root } from '../../host/paths.mts';
import type { Editor, EditorWindow } from '../../host/editor/window.mts';
import { callTools, packageDriver } from '../support/driver';
import {
  actUntil,
  dialog,
  eventually,
  freshEditor,
  openExplorer,
  openPaymentsViews,
  quickInput,
  runCommand,
  screenshot,
  statusBarItem,
  trustWorkspace,
  viewRow,
} from '../support/editor';
import { clearNotifications, fileRows, logged, writeFiles } from '../support/files';

const UPLOAD = { files: ['agent.pdf'], purpose: 'payment_evidence' };

/** Input that each tool takes. */
const INPUTS: Readonly<Record<AgentTool, object>> = {
  payments_list_environments: {},
  payments_describe_api: {},
  payments_find_operations: {},
  payments_describe_operation: { method: 'GET', path: '/files/{fileId}' },
  payments_upload_files: UPLOAD,
  payments_get_file: { fileId: 'file_1' },
  payments_find_files: {},
  payments_top_up_sandbox: { amount: 1, currency: 'EUR' },
  payments_send_request: { path: '/local-sandbox/samples', method: 'POST' },
  payments_next_page: { exchangeId: 'x' },
  payments_find_request: { requestId: 'x' },
  payments_support_report: { exchangeId: 'x' },
  payments_copy_as_code: { exchangeId: 'x', target: 'curl' },
  payments_set_sandbox_scenario: { scenario: 'offline' },
};

const manifest = readJson(join(root, 'package.json')) as {
  contributes: { languageModelTools: readonly { toolReferenceName: string; icon: string }[] };
};

interface Outcome {
  readonly ok: boolean;
  readonly data?: readonly { readonly status: string }[];
  readonly error?: { readonly kind: string; readonly message: string };
}

describe("the tools of the editor's agents, through the window", () => {
  let editor: Editor;
  let window: EditorWindow;
  let page: Page;

  before(async () => {
    editor = await freshEditor({ workspaceTrust: true, companions: [await packageDriver()] });
    window = await editor.openWindow({
      settings: {
        'chat.disableAIFeatures': false,
        'workbench.welcomePage.walkthroughs.openOnInstall': false,
      },
    });
    ({ page } = window);
    await dialog(page).getByRole('button', { name: 'No, I don' }).click();
    await statusBarItem(page, 'Restricted Mode').waitFor();
    writeFiles(window, ['agent.pdf']);
    await openExplorer(page, 'agent.pdf');
  });
  after(() => editor.close());

  it('only describe in a workspace that is not trusted, and ask nothing there', async () => {
    const report = await callTools(
      window,
      AGENT_TOOLS.map((tool) => ({ tool, input: INPUTS[tool] })),
    );
    const outcomes = (await report()).map((text) => JSON.parse(text) as Outcome);
    assert.deepEqual(
      AGENT_TOOLS.filter((_, index) => outcomes[index]?.ok === true),
      ['payments_describe_api'],
    );
    for (const { ok, error } of outcomes)
      if (!ok) assert.match(error?.message ?? '', /does not trust this workspace/);
    assert.deepEqual(logged(editor.dataDir, 'POST'), []);
  });

  it('ask before a write what, how many and where, and do nothing where the user says no', async () => {
    await runCommand(page, 'Workspaces: Manage Workspace Trust');
    await trustWorkspace(page);
    for (const answer of ['Cancel', 'Yes']) {
      const report = await callTools(window, [{ tool: 'payments_upload_files', input: UPLOAD }]);
      const question = dialog(page);
      await question.getByText('Upload 1 file to Local Sandbox?').waitFor();
      const text = await question.innerText();
      for (const part of ['agent.pdf', 'Purpose: payment_evidence', 'Where: ', 'Local Sandbox on this'])
        assert.ok(text.includes(part), text);
      await screenshot(page, `agents-asked-${answer.toLowerCase()}`);
      assert.deepEqual(logged(editor.dataDir, 'POST'), []);
      await question.getByRole('button', { name: answer }).click();
      const [result = ''] = await report();
      if (answer === 'Cancel') assert.match(result, /Cancel/);
      else assert.equal((JSON.parse(result) as Outcome).data?.[0]?.status, 'uploaded', result);
    }
    await eventually(
      () => logged(editor.dataDir, 'POST').length,
      (count) => count === 1,
    );
    await openPaymentsViews(page);
    await fileRows(page, 'agent.pdf').waitFor();
    await viewRow(page, 'Requests', 'by an agent').first().waitFor();
  });

  it("are listed in the chat's tool picker, each with its icon", async () => {
    await runCommand(page, 'Chat: Open Chat');
    // One would lie over the button.
    await clearNotifications(page);
    const list = quickInput(page);
    await actUntil(
      () => page.getByRole('button', { name: 'Configure Tools' }).first().click({ timeout: 5000 }),
      () => list.getByText('Payments API Explorer').first().waitFor({ timeout: 5000 }),
    );
    // The list draws only the rows in sight.
    await list.getByRole('textbox').first().fill('Payments');
    const group = list.locator('.monaco-list-row').filter({ hasText: 'Payments API Explorer' });
    await actUntil(
      () => group.locator('.monaco-tl-twistie').click({ timeout: 5000 }),
      () => group.and(page.locator('[aria-expanded="true"]')).waitFor({ timeout: 5000 }),
    );
    for (const { toolReferenceName, icon } of manifest.contributes.languageModelTools) {
      const row = list.locator('.monaco-list-row').filter({ hasText: toolReferenceName });
      const picture = row.locator(`.codicon-${icon.replace(/^\$\((.*)\)$/, '$1')}`);
      await picture.first().waitFor();
    }
    await screenshot(page, 'agents-picker');
    await page.keyboard.press('Escape');
  });
});
