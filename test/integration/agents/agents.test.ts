import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  type AgentService,
  dataOf,
  ORDERS,
  outcomeOf,
  refusalOf,
  startAgentService,
  textOf,
  type ToolOutcome,
} from '../support/agents';
import { KEY } from '../support/contract';
import { extension, newPdf, succeed, writeFile, send } from '../support/extension';

describe("The tools of the editor's agents", () => {
  let service: AgentService;

  before(async () => {
    service = await startAgentService();
  });

  after(() => service[Symbol.asyncDispose]());

  // That the manifest declares them as their code checks them: test/unit/agents/limits/inputs.test.ts.
  it('are offered by the editor, each with its schema and under a name of its own', () => {
    const { languageModelTools } = (
      extension().packageJSON as {
        contributes: {
          languageModelTools: readonly { name: string; toolReferenceName: string; inputSchema: object }[];
        };
      }
    ).contributes;
    const names = new Set(languageModelTools.map(({ toolReferenceName }) => toolReferenceName));
    assert.equal(names.size, languageModelTools.length);
    for (const { name: tool, inputSchema } of languageModelTools) {
      const offered = vscode.lm.tools.find(({ name }) => name === tool);
      assert.ok(offered !== undefined && offered.description.length > 50, tool);
      assert.deepEqual(offered.inputSchema, inputSchema);
    }
  });

  describe('in the Local Sandbox', () => {
    let exchangeId = '';
    let requestId = '';

    it('list the environments, and say nothing of keys but whether there is one', async () => {
      const { active, environments: all } = (await dataOf('payments_list_environments')) as {
        active: string;
        environments: readonly { id: string; agentsMay: string; ready: boolean; apiUrl?: string }[];
      };
      assert.equal(active, 'local');
      assert.deepEqual(
        all.map(({ id, agentsMay, ready }) => [id, agentsMay, ready]),
        [
          ['local', 'read and write', true],
          ['sandbox', 'read and write', true],
          ['production', 'nothing', true],
          ['twin', 'nothing', true],
        ],
      );
      assert.equal(all[2]?.apiUrl, undefined);
      assert.ok(!JSON.stringify(all).includes(KEY.slice(-4)));
    });

    it('describe the interface, and what is not known of it', async () => {
      const text = JSON.stringify(await dataOf('payments_describe_api'));
      for (const word of ['/files/upload', 'contentLink', 'invalid_request', 'notKnown', 'webhooks'])
        assert.ok(text.includes(word), word);
    });

    // How long lists are shortened: test/unit/agents/limits/results.test.ts.
    it('find operations and say what one takes and gives, and the words of a document are data', async () => {
      const schema = { type: 'object', properties: { name: { type: 'string', description: ORDERS } } };
      const responses = { 200: { description: ORDERS, content: { 'application/json': { schema } } } };
      const operation = { get: { summary: ORDERS, responses } };
      const all = Array.from({ length: 60 }, (_, n) => [`/agent-things/${n}`, operation]);
      const paths = Object.fromEntries(all) as object;
      const document = { openapi: '3.1.0', info: { title: ORDERS }, paths };
      const uri = await writeFile('agents.json', JSON.stringify(document));
      await succeed('addApiDescription', uri);
      try {
        const found = await outcomeOf('payments_find_operations', { query: 'agent-things' });
        const [first] = found.data as { method: string; path: string; source: string }[];
        assert.deepEqual(
          [first?.method, first?.path, first?.source],
          ['GET', '/agent-things/0', uri.toString()],
        );
        assert.deepEqual(found.untrusted?.fields, ['data', 'requestId']);
        assert.match(found.shortened?.howToGetMore ?? '', /narrower query/);
        const target = { method: 'get', path: '/v1/agent-things/7' };
        const about = await outcomeOf('payments_describe_operation', target);
        const { answers } = about.data as { answers: { status: string; schema: object }[] };
        assert.deepEqual([answers[0]?.status, answers[0]?.schema], ['200', schema]);
        assert.ok(about.untrusted?.fields.includes('data'));
      } finally {
        await succeed('removeApiDescription', uri);
      }
      assert.equal(
        (await refusalOf('payments_describe_operation', { method: 'GET', path: '/no' })).kind,
        'not-found',
      );
      const known = await dataOf('payments_find_operations', {});
      assert.equal((known as unknown[]).length, 3);
    });

    it('upload files of the workspace once, read them and find them', async () => {
      await writeFile('agent invoice.pdf', newPdf());
      const input = { files: ['agent invoice.pdf'], purpose: 'payment_evidence' };
      const upload = async () =>
        (await dataOf('payments_upload_files', input)) as { status: string; file: { id: string } }[];
      const [[first], [again]] = [await upload(), await upload()];
      assert.equal(first?.status, 'uploaded');
      assert.deepEqual([again?.status, again?.file.id], ['duplicate', first.file.id]);
      const file = (await dataOf('payments_get_file', { fileId: first.file.id })) as { name: string };
      assert.equal(file.name, 'agent invoice.pdf');
      const found = await outcomeOf('payments_find_files', { query: 'agent invoice' });
      assert.equal((found.data as { id: string }[])[0]?.id, first.file.id);
      assert.ok(found.untrusted?.fields.includes('data'));
    });

    it('send a request, and lead on to the next page', async () => {
      const input = { path: '/local-sandbox/samples', query: { limit: 2 } };
      const first = await outcomeOf('payments_send_request', input);
      assert.ok(first.ok && first.exchangeId !== undefined && first.requestId !== undefined);
      ({ exchangeId, requestId } = first as { exchangeId: string; requestId: string });
      const next = (await dataOf('payments_next_page', { exchangeId })) as {
        status: number;
        body: { data: { records: unknown[] } };
      };
      assert.equal(next.status, 200);
      assert.equal(next.body.data.records.length, 2);
    });

    it('find the request by its id, and give a report and code of it, without a key', async () => {
      const found = (await dataOf('payments_find_request', { requestId })) as { id: string; origin: string };
      assert.deepEqual([found.id, found.origin], [exchangeId, 'agent']);
      assert.match(
        (await dataOf('payments_support_report', { exchangeId })) as string,
        new RegExp(requestId),
      );
      const code = (await dataOf('payments_copy_as_code', { exchangeId, target: 'curl' })) as string;
      assert.match(code, /samples\?limit=2/);
      assert.match(code, /PAYMENTS_API_KEY/);
      const { kind, message } = await refusalOf('payments_copy_as_code', { exchangeId, target: 'cobol' });
      assert.equal(kind, 'preflight');
      assert.match(message, /curl/);
    });

    it('mark what was exchanged, and what the user does is not', async () => {
      const shown = await vscode.workspace.openTextDocument(
        vscode.Uri.from({
          scheme: 'payments-api',
          path: '/Payments API/Local Sandbox/GET samples · 200',
          query: exchangeId,
        }),
      );
      assert.match(shown.getText(), /Sent by an agent of the editor/);
      const own = await send('/local-sandbox/samples');
      const mine = await dataOf('payments_find_request', { requestId: own.requestId });
      assert.equal((mine as { origin: string }).origin, 'user');
    });

    it('top up within the limit, and set the scenario', async () => {
      const { message } = (await dataOf('payments_top_up_sandbox', { amount: 10_000, currency: 'EUR' })) as {
        message: string;
      };
      assert.equal(typeof message, 'string');
      for (const scenario of ['flaky', 'normal'])
        assert.deepEqual(await dataOf('payments_set_sandbox_scenario', { scenario }), { scenario });
    });
  });

  it('refuse input that does not fit, and name the fields', async () => {
    const { kind, fields } = await refusalOf('payments_top_up_sandbox', { amount: -1, currency: 'EUR' });
    assert.deepEqual([kind, fields?.[0]?.fieldName], ['preflight', 'amount']);
    assert.equal((await refusalOf('payments_get_file', { fileId: 'a', apiKey: 'x' })).kind, 'preflight');
    assert.equal((await refusalOf('payments_next_page', { exchangeId: 'ex_none' })).kind, 'not-found');
    assert.equal((await refusalOf('payments_find_request', { requestId: 'none' })).kind, 'not-found');
  });

  it('end a request down to its socket when the call is cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    const call = textOf(
      'payments_send_request',
      { path: '/hanging', environment: 'sandbox' },
      source.token,
    ).then(
      (text) => (JSON.parse(text) as ToolOutcome).error?.kind,
      (error: unknown) => (error instanceof Error ? 'cancelled' : 'thrown'),
    );
    await service.hanging;
    source.cancel();
    await service.dropped;
    assert.equal(await call, 'cancelled');
    source.dispose();
  });
});
