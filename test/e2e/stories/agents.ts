import assert from 'node:assert/strict';
import type { AgentTool } from '../../../src/agents/limits/inputs';
import { callTools } from '../support/driver';
import { dialog, eventually, openPaymentsViews, viewRow, type SharedWindow } from '../support/editor';
import { fileRows, logged } from '../support/files';

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

interface Outcome {
  readonly ok: boolean;
  readonly data?: readonly { readonly status: string }[];
  readonly error?: { readonly kind: string; readonly message: string };
}

/** What agents can do where the user does not trust the workspace. */
export function describeUntrustedAgents(opened: () => SharedWindow): void {
  it('has tools for agents that only describe, and ask nothing', async () => {
    const { editor, window } = opened();
    const report = await callTools(
      window,
      Object.entries(INPUTS).map(([tool, input]) => ({ tool, input })),
    );
    const outcomes = (await report()).map((text) => JSON.parse(text) as Outcome);
    assert.deepEqual(
      Object.keys(INPUTS).filter((_, index) => outcomes[index]?.ok === true),
      ['payments_describe_api'],
    );
    for (const { ok, error } of outcomes)
      if (!ok) assert.match(error?.message ?? '', /does not trust this workspace/);
    assert.deepEqual(logged(editor.dataDir, 'POST'), []);
  });
}

/** What agents can do where the user trusts the workspace, which has a new `agent.pdf`. */
export function describeTrustedAgents(opened: () => SharedWindow): void {
  it('has tools for agents that ask before a write what, how many and where, and do nothing where the user says no', async () => {
    const { editor, window } = opened();
    const { page } = window;
    for (const answer of ['Cancel', 'Yes']) {
      const report = await callTools(window, [{ tool: 'payments_upload_files', input: UPLOAD }]);
      const question = dialog(page);
      await question.getByText('Upload 1 file to Local Sandbox?').waitFor();
      const text = await question.innerText();
      for (const part of ['agent.pdf', 'Purpose: payment_evidence', 'Where: ', 'Local Sandbox on this'])
        assert.ok(text.includes(part), text);
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
}
