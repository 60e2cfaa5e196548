import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConfigurationError } from '../../../../src/api/model/errors';
import type { Exchange } from '../../../../src/api/model/exchange';
import type { Comparisons } from '../../../../src/requests/compare/comparisons';
import type { CallOptions } from '../../../../src/api/model/clientTypes';
import type { PermitOptions, Sender } from '../../../../src/services/sender';
import type { Services } from '../../../../src/services/services';
import { createCompareCommands } from '../../../../src/requests/compare/compareCommands';
import { answering } from '../../../support/httpServer';
import { call, fail, succeed, closeEditors, send } from '../../support/extension';
import { exchange } from '../../../unit/requests/exchanges';
import { acceptAll } from '../../support/prompts';
import { envelope } from '../../support/requests';
import { startService } from '../../support/contract';

/** A service that gives one answer after the other, each as text. */
const serve = (...answers: string[]) =>
  startService((_request, response, index) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': `req_c${index}` });
    response.end(answers[Math.min(index, answers.length - 1)] ?? '');
  });

/** One with such data in its envelopes. */
const serveData = (...data: unknown[]) => serve(...data.map((each) => JSON.stringify(envelope(each))));

async function get(path: string, environment = 'sandbox'): Promise<string> {
  const outcome = await call('sendRequest', { path, environment, reveal: false });
  assert.ok(outcome.exchangeId);
  return outcome.exchangeId;
}

function sides(): vscode.TabInputTextDiff {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff);
  return input;
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

describe('comparing answers', () => {
  it('shows what changed since the previous answer, with exact numbers and keys in one order', async () => {
    await using _service = await serve(
      '{"success":true,"message":"m","data":{"b":12345678901234567890.50,"a":1,"list":[1,2],"only":true}}',
      '{"success":true,"message":"m","data":{"list":[1,3,4],"a":1.0,"b":12345678901234567890.51,"fresh":{"x":1,"y":2}}}',
    );
    const first = await get('/compared?x=1');
    const second = await get('/compared?x=1');
    const outcome = await succeed('compareExchanges', second);
    assert.deepEqual(outcome.data, { changed: 2, added: 3, removed: 1 });
    assert.equal(outcome.exchangeId, second);
    const { original, modified } = sides();
    assert.deepEqual([original.query, modified.query], [first, second]);
    // The path is what tabs and breadcrumbs show: no internal id in it.
    for (const { path } of [original, modified])
      assert.match(path, /^\/Payments API diff\/Sandbox\/GET compared 200 · [^/]+\.json$/);
    const [before, after] = [await textOf(original), await textOf(modified)];
    assert.match(before, /"a": 1,\n\s+"b": 12345678901234567890\.50,\n\s+"list"/);
    assert.match(after, /"a": 1\.0,\n\s+"b": 12345678901234567890\.51,/);
    // The earlier answer is on the left, in whichever order they are named.
    assert.deepEqual((await succeed('compareExchanges', first, second)).data, outcome.data);
    assert.deepEqual((await succeed('compareExchanges', second, first)).data, outcome.data);
    assert.deepEqual((await succeed('compareExchanges', second, second)).data, {
      changed: 0,
      added: 0,
      removed: 0,
    });
  });

  it('opens a tab of its own, beside that of the answer', async () => {
    await using _service = await serveData(1, 2);
    await closeEditors();
    await get('/beside');
    const { exchangeId } = await succeed('sendRequest', { path: '/beside', environment: 'sandbox' });
    await succeed('compareExchanges', exchangeId);
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.equal(labels[0], 'GET beside · 200');
    assert.match(labels[1] ?? '', / ↔ /);
  });

  it('leaves out what differs between any two answers, and shows it again', async () => {
    await using _service = await serveData({ requestId: 'a', amount: 5 }, { requestId: 'b', amount: 5 });
    await get('/volatile');
    const second = await get('/volatile');
    assert.deepEqual((await succeed('compareExchanges', second)).data, { changed: 1, added: 0, removed: 0 });
    assert.match(await textOf(sides().modified), /requestId/);
    assert.deepEqual((await succeed('toggleVolatileFields')).data, { leftOut: true });
    assert.doesNotMatch(await textOf(sides().modified), /requestId/);
    // The outcome counts all leaves, whatever is shown.
    assert.equal((await succeed('compareExchanges', second)).data.changed, 1);
    assert.deepEqual((await succeed('toggleVolatileFields')).data, { leftOut: false });
    assert.match(await textOf(sides().modified), /requestId/);
  });

  it('compares lines where an answer is no JSON', async () => {
    await using _service = await serve('<p>1</p>\nx', '<p>2</p>\nx\ny');
    await get('/text');
    assert.deepEqual((await succeed('compareExchanges', await get('/text'))).data, {
      changed: 1,
      added: 1,
      removed: 0,
    });
  });

  it('compares the two rows that are selected', async () => {
    await using _service = await serveData({ a: 1 }, { a: 2 });
    const rows = [await get('/one'), await get('/two')].map((id) => ({ exchange: { id } }));
    const { data } = await succeed('compareSelected', rows[0], rows);
    assert.deepEqual(data, { changed: 1, added: 0, removed: 0 });
    assert.equal((await fail('compareSelected', rows[0], [rows[0]])).error.kind, 'preflight');
  });

  it('sends a read again, to its own or another environment, and names both', async () => {
    await using service = await serveData({ a: 1 }, { a: 2 });
    const first = await get('/again?x=1');
    const again = await succeed('compareWith', first, { environment: 'sandbox' });
    assert.deepEqual(again.data, { changed: 1, added: 0, removed: 0 });
    assert.deepEqual(
      service.seen.map(({ path }) => path),
      ['/v1/again?x=1', '/v1/again?x=1'],
    );
    const local = await get('/local-sandbox/samples?limit=2', 'local');
    await succeed('compareWith', local, { environment: 'sandbox' });
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.match(
      label ?? '',
      /^GET samples: Local Sandbox · 200 · [\d:]+\s[AP]M ↔ Sandbox · 200 · [\d:]+\s[AP]M$/,
    );
    const write = await send('/w', { method: 'POST', body: {}, environment: 'sandbox' });
    const refused = await fail('compareWith', write.exchangeId, { environment: 'sandbox' });
    assert.equal(refused.error.kind, 'preflight');
    assert.equal((await fail('compareWith', first, { environment: 'nowhere' })).error.kind, 'configuration');
  });

  it('asks for a key that is missing, and then goes on with the same answer', async () => {
    const one = exchange({
      id: 'ex_one',
      environment: 'local',
      // A person sent it, although the interface names another range.
      url: 'http://127.0.0.1:1/v1/things?limit=500',
      path: '/v1/things?limit=500',
    });
    const plain = { ...one, id: 'ex_plain', url: 'http://127.0.0.1:1/v1/things', path: '/v1/things' };
    const other = { ...one, id: 'ex_other', environment: 'keyless' };
    const [asked, sentTo, shown]: [string[], string[], string[]] = [[], [], []];
    let hasKey = false;
    const services = {
      connections: {
        ready: () =>
          Promise.resolve({
            type: 'local',
            addresses: { apiUrl: 'http://127.0.0.1:1/v1', filesUrl: 'http://127.0.0.1:1' },
          }),
      },
      sender: {
        permit: (plan: unknown, { environment }: PermitOptions) => {
          sentTo.push(String(environment));
          if (!hasKey)
            return Promise.reject(
              new ConfigurationError({ message: 'No key.' }, { environment: 'keyless', missing: 'key' }),
            );
          return Promise.resolve({ plan, environment: { name: 'Keyless', type: 'sandbox' } });
        },
        send: (_permit: unknown, { onExchange }: CallOptions) => {
          onExchange?.(other);
          return Promise.resolve({ status: 200, exchangeId: other.id });
        },
      } as unknown as Sender,
      environments: {
        all: [{ id: 'keyless', name: 'Keyless', type: 'sandbox' }],
        get: (id: string) => ({ id }),
      },
      storage: { get: () => Promise.resolve({ history: { list: () => ({ items: [] }) } }) },
    } as unknown as Services;
    const comparisons = {
      exchanges: { named: (id: string) => Promise.resolve(id === 'ex_one' ? one : plain) },
      show: (left: Exchange, right: Exchange) => {
        shown.push(left.id, right.id);
        return Promise.resolve({ changed: 0, added: 0, removed: 0 });
      },
    } as unknown as Comparisons;
    const setUp = (id: string) => {
      asked.push(id);
      hasKey = true;
      return Promise.resolve();
    };
    const commands = createCompareCommands(services, comparisons, setUp);
    const comparing = commands.compareWith('ex_one', undefined);
    const done = await acceptAll(Promise.resolve(comparing));
    assert.deepEqual([asked, sentTo, shown], [['keyless'], ['keyless', 'keyless'], ['ex_one', 'ex_other']]);
    assert.equal(done.exchangeId, 'ex_one');
    // Nobody agreed to such a limit where code asks.
    await assert.rejects(
      async () => commands.compareWith('ex_one', { environment: 'keyless' }),
      /"limit" must be a whole number/,
    );
    assert.equal(sentTo.length, 2);
    // Nor is a key asked for.
    hasKey = false;
    await assert.rejects(async () => commands.compareWith('ex_plain', { environment: 'keyless' }), /No key/);
    assert.deepEqual(asked, ['keyless']);
  });

  it('says what it does not know', async () => {
    await using _service = await startService(answering(200, envelope()));
    const only = await get(`/only-${Date.now()}`);
    const none = await fail('compareExchanges', only);
    assert.equal(none.error.kind, 'not-found');
    assert.match(none.error.message, /No earlier answer to GET \/v1\/only/);
    assert.equal((await fail('compareExchanges', 'ex_unknown')).error.kind, 'not-found');
    assert.equal((await fail('compareExchanges', only, 'ex_unknown')).error.kind, 'not-found');
    assert.equal((await fail('compareExchanges', 7)).error.kind, 'preflight');
    assert.equal((await fail('compareExchanges', only, 7)).error.kind, 'preflight');
  });
});
