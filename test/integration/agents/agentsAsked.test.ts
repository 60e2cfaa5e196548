import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ConfirmedTargets } from '../../../src/agents/limits/confirmed';
import type { AgentTool } from '../../../src/agents/limits/inputs';
import { prepare } from '../../../src/agents/prepare';
import type { Environment } from '../../../src/services/environments/environmentModel';
import type { KeyState } from '../../../src/services/environments/keyVault';
import type { EarlierWrite } from '../../../src/services/writeRules';
import type { Services } from '../../../src/services/services';
import { environmentAt } from '../../support/services';
import { ORDERS } from '../support/agents';
import { newPdf, sample, writeFile } from '../support/extension';

const local: Environment = { id: 'local', name: 'Local Sandbox', type: 'local' };
const sandbox = environmentAt('https://sandbox.example');
const production = environmentAt('https://api.example', {
  id: 'production',
  name: 'Production',
  type: 'production',
});

const SET: KeyState = { kind: 'set', lastFour: '5678' };

/** What the editor asks and shows about a call, as plain text. */
async function shown(
  tool: AgentTool,
  input: object,
  {
    active = sandbox,
    key = SET,
    earlier = () => undefined,
    confirmed = new ConfirmedTargets(),
  }: {
    active?: Environment;
    key?: KeyState;
    earlier?: () => EarlierWrite | undefined;
    confirmed?: ConfirmedTargets;
  } = {},
): Promise<{ title?: string; lines: string[]; running: string }> {
  const all = [local, sandbox, production];
  const services = {
    environments: {
      all,
      get: (id?: string) =>
        id === undefined ? active : (all.find((environment) => environment.id === id) ?? assert.fail()),
    },
    keys: {
      state: () => Promise.resolve(key),
      confirmed: () => assert.fail('no key is read for a question'),
    },
    writeRules: { earlier: () => new Promise((resolve) => resolve(earlier())) },
    settings: {
      values: { agents: { production: 'none', maxUploads: 20, maxTopUp: 10_000, maxPerMinute: 60 } },
    },
  } as unknown as Services;
  const { confirmationMessages, invocationMessage } = await prepare(services, confirmed, tool, input);
  const { title, message } = confirmationMessages ?? {};
  return {
    ...(title !== undefined && { title: textOf(title) }),
    lines: message === undefined ? [] : textOf(message).split('\n'),
    running: textOf(invocationMessage ?? ''),
  };
}

/** A call that is asked about, with what its files lead to. */
const asked = (files: readonly string[] = []) => ({ question: 'Do it?', environment: sandbox, files });

/** What a reader sees of a text that may be markdown; nothing in it may act. */
function textOf(text: string | vscode.MarkdownString): string {
  if (typeof text === 'string') return text;
  assert.ok(text.isTrusted !== true && text.supportHtml !== true);
  return text.value
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!~<>|])/g, '$1')
    .replaceAll(/ {2}$/gm, '');
}

describe('Before a tool for agents runs, the user', () => {
  const files = ['disputes/agent.pdf', 'b_[c](x.example).pdf'];

  before(() => Promise.all(files.map((name) => writeFile(name, newPdf()))));

  after(() => Promise.all(files.map((name) => vscode.workspace.fs.delete(sample(name)))));

  it('is asked about an upload: which files, how many, why, where and with which key', async () => {
    const input = { files, purpose: 'payment_evidence', environment: 'sandbox' };
    assert.deepEqual(await shown('payments_upload_files', input), {
      title: 'Upload 2 files to Sandbox?',
      lines: [
        ...files,
        'Purpose: payment_evidence',
        'Where: https://sandbox.example/v1',
        'Account: the API key ending in 5678',
      ],
      running: 'Uploading 2 files to Sandbox',
    });
    const one = await shown('payments_upload_files', { ...input, files: files.slice(1) });
    assert.equal(one.title, 'Upload 1 file to Sandbox?');
  });

  it('sees what a link leads to, where it is uploaded under the name of another file', async () => {
    if (process.platform === 'win32') return;
    const target = (await writeFile('agent target.pdf', newPdf())).fsPath;
    const link = join(dirname(target), 'agent asked.pdf');
    symlinkSync(target, link);
    try {
      const input = { files: ['agent asked.pdf', 'agent target.pdf'], purpose: 'payment_evidence' };
      const confirmed = new ConfirmedTargets();
      const { lines } = await shown('payments_upload_files', input, { confirmed });
      const real = realpathSync(target);
      assert.deepEqual(lines.slice(0, 2), [`agent asked.pdf → ${real}`, 'agent target.pdf']);
      assert.throws(
        () => confirmed.demandSame('payments_upload_files', input, asked(['/elsewhere.pdf', real])),
        /with \/elsewhere\.pdf/,
      );
      await shown('payments_upload_files', input, { confirmed });
      confirmed.demandSame('payments_upload_files', input, asked([real, real]));
    } finally {
      for (const path of [link, target]) rmSync(path);
    }
  });

  it('sees every file, and the whole of its path', async () => {
    const long = Array.from({ length: 20 }, (_, n) => `${'./'.repeat(500 + n)}${files[0]}`);
    const input = { files: long, purpose: 'payment_evidence' };
    const { title, lines } = await shown('payments_upload_files', input);
    assert.equal(title, 'Upload 20 files to Sandbox?');
    assert.deepEqual(lines.slice(0, 21), [...long, 'Purpose: payment_evidence']);
  });

  it('is asked about a top-up: how much, where and with which key', async () => {
    const { title, lines } = await shown('payments_top_up_sandbox', { amount: 1250.5, currency: 'eur' });
    assert.match(title ?? '', /^Add €1,250\.50 to Sandbox\?$/);
    assert.deepEqual(lines, ['Where: https://sandbox.example/v1', 'Account: the API key ending in 5678']);
  });

  it('is asked about a request that writes, with its body, and not about a read', async () => {
    const write = { path: '/payments', body: { note: `**${ORDERS}**` } };
    const { title, lines } = await shown('payments_send_request', write);
    assert.equal(title, 'Send POST /payments to Sandbox?');
    const body = `{"note":"**${ORDERS}**"}`;
    const hash = createHash('sha256').update(body).digest('hex');
    assert.deepEqual(lines.slice(0, 4), [
      'POST https://sandbox.example/v1/payments',
      'Content-Type: application/json',
      `Body: ${body.length} bytes, SHA-256 ${hash}`,
      body,
    ]);
    // The path is shown as it is sent: nobody takes it for the end of the question.
    const spoof = { path: '/x to Local Sandbox?', query: { id: [1, 'a b'] }, method: 'delete' };
    const spoofed = await shown('payments_send_request', spoof);
    assert.equal(spoofed.title, 'Send DELETE /x%20to%20Local%20Sandbox?id=1&id=a%20b to Sandbox?');
    const read = await shown('payments_send_request', { path: '/payments' });
    assert.deepEqual(read, { lines: [], running: 'Sending GET /payments to Sandbox' });
  });

  it('sees all of a request that writes, however long it is, and what is not known of the same one before', async () => {
    const [target, note] = ['a'.repeat(3000), 'b'.repeat(20_000)];
    const write = { path: `/${target}`, headers: { 'X-Own': 'c'.repeat(600) }, body: { note } };
    const { title, lines } = await shown('payments_send_request', write);
    assert.ok(title?.includes(target));
    assert.ok(lines.includes(`X-Own: ${'c'.repeat(600)}`));
    assert.ok(lines.includes(`{"note":"${note}"}`));
    const earlier = { exchangeId: 'ex_1', startedAt: 0, isUnderWay: false, why: 'No answer came.' };
    const again = await shown('payments_send_request', write, { earlier: () => earlier });
    assert.ok(again.lines.some((line) => /may have been carried out\. No answer came\./.test(line)));
  });

  it('is asked in the next call, where the question could not be made for a moment: nothing goes out unasked', async () => {
    const write = { path: '/payments', body: {} };
    const confirmed = new ConfirmedTargets();
    const earlier = () => {
      throw new Error('database is locked');
    };
    assert.equal((await shown('payments_send_request', write, { earlier, confirmed })).title, undefined);
    const demand = () => confirmed.demandSame('payments_send_request', write, asked());
    assert.throws(demand, /Nothing was sent\. Call again/);
    assert.ok((await shown('payments_send_request', write, { confirmed })).title);
    demand();
  });

  it('is asked about the scenario of the Local Sandbox', async () => {
    const { title } = await shown('payments_set_sandbox_scenario', { scenario: 'offline' });
    assert.equal(title, 'Set the Local Sandbox to offline?');
  });

  it('reads that the Local Sandbox is no account with money, and sees no part of a short key', async () => {
    const input = { amount: 1, currency: 'EUR' };
    const { lines } = await shown('payments_top_up_sandbox', input, {
      active: local,
      key: { kind: 'fixed' },
    });
    assert.equal(lines.at(-1), 'Account: the Local Sandbox on this machine; no real money or documents');
    const short = await shown('payments_top_up_sandbox', input, { key: { kind: 'set' } });
    assert.equal(short.lines.at(-1), 'Account: the API key stored for Sandbox');
  });

  it('is not asked about what is refused anyway: a write to production, a file outside of the workspace, input that does not fit, or a limit', async () => {
    const write = { path: '/payments', method: 'DELETE' };
    const many = Array.from({ length: 21 }, () => files[0]);
    for (const [tool, input] of [
      ['payments_send_request', { ...write, environment: 'production' }],
      ['payments_send_request', { ...write, headers: { Cookie: 'x' } }],
      ['payments_top_up_sandbox', { amount: '1' }],
      ['payments_top_up_sandbox', { amount: 10_001, currency: 'EUR' }],
      ['payments_upload_files', { files: many, purpose: 'payment_evidence' }],
      ['payments_upload_files', { files: [tmpdir()], purpose: 'payment_evidence' }],
    ] as const)
      assert.equal((await shown(tool, input)).title, undefined, JSON.stringify(input));
  });
});
