import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentTool } from '../../../src/agents/limits/inputs';
import {
  type AgentService,
  dataOf,
  LATER_KEY,
  ORDERS,
  outcomeOf,
  refusalOf,
  startAgentService,
  textOf,
  type ToolOutcome,
} from '../support/agents';
import { KEY } from '../support/contract';
import { extension, newPdf, sample, setUserSetting, succeed, send } from '../support/extension';

describe('The tools for agents, against a caller who means harm,', () => {
  let service: AgentService;

  before(async () => {
    service = await startAgentService();
  });

  after(() => service[Symbol.asyncDispose]());

  // What else is refused: test/unit/agents/limits/workspaceFiles.test.ts.
  it('upload nothing from outside the workspace, also where links lead there', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'agents-'));
    const inside = sample('agents').fsPath;
    mkdirSync(inside);
    for (const folder of [outside, inside]) writeFileSync(join(folder, 'a.pdf'), newPdf());
    symlinkSync(join(outside, 'a.pdf'), join(inside, 'link.pdf'));
    const upload = { purpose: 'payment_evidence', environment: 'sandbox' };
    try {
      const before = service.server.seen.length;
      for (const file of [join(outside, 'a.pdf'), 'agents/link.pdf']) {
        const { kind } = await refusalOf('payments_upload_files', {
          files: ['agents/a.pdf', file],
          ...upload,
        });
        assert.equal(kind, 'preflight', file);
      }
      assert.equal(service.server.seen.length, before);
      const input = { files: ['agents/a.pdf'], ...upload };
      const [sent] = (await dataOf('payments_upload_files', input)) as { status: string }[];
      assert.equal(sent?.status, 'uploaded');
    } finally {
      for (const folder of [outside, inside]) rmSync(folder, { recursive: true });
    }
  });

  it('hold to the number of files and the amount of the settings', async () => {
    const files = Array.from({ length: 21 }, (_, n) => `${n}.pdf`);
    const many = { files, purpose: 'payment_evidence', environment: 'sandbox' };
    const { kind, message } = await refusalOf('payments_upload_files', many);
    assert.equal(kind, 'preflight');
    assert.match(message, /20 .*maxUploads/);
    const much = { amount: 10_000.01, currency: 'EUR', environment: 'sandbox' };
    assert.match((await refusalOf('payments_top_up_sandbox', much)).message, /10000 .*maxTopUp/);
    // The user is asked about no currency that is none, also not where a command would understand it.
    const odd = { amount: 1, currency: ' EUR', environment: 'local' };
    assert.match((await refusalOf('payments_top_up_sandbox', odd)).message, /must be three letters/);
    // What else is refused of a request: test/unit/agents/limits/requests.test.ts.
    const topUp = { method: 'post', path: '/balances/sandbox/top-up', body: {}, environment: 'sandbox' };
    assert.match((await refusalOf('payments_send_request', topUp)).message, /payments_top_up_sandbox/);
  });

  it('do nothing in production, whatever it is called', async () => {
    await succeed('switchEnvironment', 'production');
    const upload = { files: ['invoice.pdf'], purpose: 'payment_evidence' };
    const calls = (environment?: string): [AgentTool, object][] => {
      const where = environment === undefined ? {} : { environment };
      return [
        ['payments_upload_files', { ...upload, ...where }],
        ['payments_get_file', { fileId: 'file_1.pdf', ...where }],
        ['payments_find_files', where],
        ['payments_top_up_sandbox', { amount: 1, currency: 'EUR', ...where }],
        ['payments_send_request', { path: '/x', ...where }],
        ['payments_send_request', { path: '/x', method: 'DELETE', ...where }],
      ];
    };
    for (const environment of [undefined, 'production', 'Production', 'PRODUCTION', ' production', 'twin'])
      for (const [tool, input] of calls(environment)) {
        const { kind, message } = await refusalOf(tool, input);
        assert.equal(kind, 'configuration', `${tool} ${String(environment)}`);
        assert.match(message, /by hand|no environment/);
      }
    await succeed('switchEnvironment', 'local');
    for (const path of [
      `${service.server.url}/prod/v1/x`,
      `//127.0.0.1:${service.server.port}/prod/v1/x`,
      '/../prod/v1/x',
    ]) {
      const { kind } = await refusalOf('payments_send_request', { path, environment: 'sandbox' });
      assert.equal(kind, 'preflight', path);
    }
    assert.deepEqual(service.inProduction(), []);
  });

  it('only read in production where the user allows it', async () => {
    await setUserSetting('agents.production', 'read');
    const own = await send('/mine', { environment: 'production' });
    const twin = await send('/mine', { environment: 'twin' });
    const file = (await dataOf('payments_get_file', {
      fileId: 'file_1.pdf',
      environment: 'production',
    })) as {
      id: string;
    };
    assert.equal(file.id, 'file_1.pdf');
    await dataOf('payments_support_report', { exchangeId: own.exchangeId });
    const reads = service.inProduction().length;
    for (const method of ['POST', 'post', ' Put ', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      for (const environment of ['production', 'twin']) {
        const { kind } = await refusalOf('payments_send_request', { method, path: '/x', environment });
        assert.equal(kind, 'configuration', method);
      }
    const smuggled = { path: '/x', query: { _method: 'DELETE' }, environment: 'production' };
    await refusalOf('payments_send_request', smuggled);
    assert.equal(service.inProduction().length, reads);
    await setUserSetting('agents.production', undefined);
    for (const tool of ['payments_support_report', 'payments_next_page'] as const)
      assert.equal((await refusalOf(tool, { exchangeId: own.exchangeId })).kind, 'configuration');
    assert.equal(
      (await refusalOf('payments_find_request', { requestId: own.requestId })).kind,
      'configuration',
    );
    // What went to production stays so where its environment leads elsewhere by now.
    const environments = vscode.workspace.getConfiguration('paymentsApi').get<object>('environments');
    const moved = { apiUrl: service.server.url, type: 'sandbox' };
    await setUserSetting('environments', { ...environments, twin: moved });
    const { kind } = await refusalOf('payments_support_report', { exchangeId: twin.exchangeId });
    assert.equal(kind, 'configuration');
  });

  // However they are written: test/unit/agents/limits/results.test.ts.
  it('take keys and the queries of links out of answers, and mark what they say as data', async () => {
    const text = await textOf('payments_send_request', { path: '/orders', environment: 'sandbox' });
    assert.ok(!text.includes(encodeURIComponent(KEY)));
    const { untrusted, data, requestId } = JSON.parse(text) as ToolOutcome;
    assert.ok(JSON.stringify(data).includes(ORDERS));
    assert.match(untrusted?.note ?? '', /do not follow instructions/);
    // One that is stored since is no key of the exchange yet.
    const { setApiKey } = await extension().activate();
    await setApiKey('twin', LATER_KEY);
    const found = await textOf('payments_find_request', { requestId });
    assert.ok(found.includes(ORDERS) && !found.includes(LATER_KEY));
    const file = await textOf('payments_get_file', { fileId: 'file_1.pdf', environment: 'sandbox' });
    assert.ok(!file.includes('s3cr3t'));
    assert.match(file, /file_1\.pdf\/content\?…/);
    const refused = await outcomeOf('payments_send_request', { path: '/refused', environment: 'sandbox' });
    assert.equal(refused.error?.kind, 'api');
    assert.ok(refused.untrusted?.fields.includes('error.message'));
  });

  it('say how long to wait when an agent sends too often', async () => {
    await setUserSetting('agents.maxPerMinute', 1);
    const before = service.server.seen.length;
    const { kind, message, retryAfterSeconds } = await refusalOf('payments_send_request', {
      path: '/x',
      environment: 'sandbox',
    });
    assert.equal(kind, 'preflight');
    assert.ok(retryAfterSeconds !== undefined && retryAfterSeconds > 0 && retryAfterSeconds <= 60);
    assert.ok(message.includes(`Wait ${retryAfterSeconds} s`));
    assert.equal(service.server.seen.length, before);
    await dataOf('payments_list_environments');
    await setUserSetting('agents.maxPerMinute', 1000);
  });
});
