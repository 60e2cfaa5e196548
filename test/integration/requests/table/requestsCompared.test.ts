import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CancelledError } from '../../../../src/api/model/errors';
import { createCompareCommands } from '../../../../src/requests/compare/compareCommands';
import { Comparisons } from '../../../../src/requests/compare/comparisons';
import type { Exchanges } from '../../../../src/requests/exchange/exchanges';
import { documentUri, ROOTS } from '../../../../src/requests/exchange/requestUris';
import type { BodyWork } from '../../../../src/services/descriptions/bodyWork';
import type { Connections, Reachable } from '../../../../src/services/connections';
import type { Environments } from '../../../../src/services/environments/environments';
import type { PermitOptions, Sender } from '../../../../src/services/sender';
import { answering } from '../../../support/httpServer';
import { environmentAt } from '../../../support/services';
import { answered, exchange } from '../../../unit/requests/exchanges';
import { servicesWith } from '../../support/services';
import { call, fail, succeed, closeEditors, send, writeFile } from '../../support/extension';
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
  it('shows what changed since the previous answer in a tab of its own, with exact numbers and keys in one order', async () => {
    await closeEditors();
    await using _service = await serve(
      '{"success":true,"message":"m","data":{"b":12345678901234567890.50,"a":1,"list":[1,2],"only":true}}',
      '{"success":true,"message":"m","data":{"list":[1,3,4],"a":1.0,"b":12345678901234567890.51,"fresh":{"x":1,"y":2}}}',
    );
    const first = await get('/compared?x=1');
    const { exchangeId: second } = await succeed('sendRequest', {
      path: '/compared?x=1',
      environment: 'sandbox',
    });
    const outcome = await succeed('compareExchanges', second);
    assert.deepEqual(outcome.data, { changed: 2, added: 3, removed: 1 });
    assert.equal(outcome.exchangeId, second);
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.equal(labels[0], 'GET compared · 200');
    assert.match(labels[1] ?? '', / ↔ /);
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

  it('lays out each side once, however often the editor asks for its size and its text, and lets it go with its document', async () => {
    const exchanges = { get: () => Promise.resolve(exchange({ attempts: [answered(200, '{}')] })) };
    const bodies = { comparedText: () => Promise.resolve(crypto.randomUUID()) };
    const state = {} as vscode.Memento;
    const parts = [exchanges as unknown as Exchanges, bodies as unknown as BodyWork, state] as const;
    const comparisons = new Comparisons(...parts, String);
    const read = async (id: string) =>
      (await comparisons.read(documentUri(ROOTS.compared, 'Sandbox', 'one.json', id)))?.content;
    const [left, right] = [await read('ex_1'), await read('ex_2')];
    assert.notEqual(left, right);
    assert.deepEqual([await read('ex_1'), await read('ex_2')], [left, right]);
    const uri = (await writeFile('compared.txt', '')).with({ query: 'ex_1' });
    // The editor closes it, and opens it again.
    await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), 'json');
    assert.notEqual(await read('ex_1'), left);
    assert.equal(await read('ex_2'), right);
    comparisons.dispose();
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
    // What a person chose, as where there is nothing earlier: the same again, also with a limit that is out of range.
    const alone = await call('sendRequest', {
      path: '/a?limit=500',
      environment: 'sandbox',
      interactive: true,
    });
    await acceptAll(succeed('compareWith', alone.exchangeId));
    assert.equal(service.seen.at(-1)?.path, '/v1/a?limit=500');
    const odd = await fail('compareWith', alone.exchangeId, { environment: 'sandbox' });
    assert.match(odd.error.message, /"limit" must be a whole number/);
    const write = await send('/w', { method: 'POST', body: {}, environment: 'sandbox' });
    const refused = await fail('compareWith', write.exchangeId, { environment: 'sandbox' });
    assert.equal(refused.error.kind, 'preflight');
    assert.equal((await fail('compareWith', first, { environment: 'nowhere' })).error.kind, 'configuration');
  });

  it('has a person asked where the service asked to wait, and refuses code', async () => {
    const one = exchange({ url: 'https://api.example/v1/list', path: '/v1/list' });
    const environment: Reachable = {
      ...environmentAt('https://api.example'),
      identity: undefined,
      keyMark: '',
    };
    const asked: boolean[] = [];
    const services = servicesWith({
      connections: { ready: () => Promise.resolve(environment) } as unknown as Connections,
      environments: { get: () => environment } as unknown as Environments,
      sender: {
        permit(_plan: unknown, { isPerson }: PermitOptions) {
          asked.push(isPerson);
          return Promise.reject(new CancelledError());
        },
      } as unknown as Sender,
    });
    const comparisons = { exchanges: { named: () => Promise.resolve(one) } } as unknown as Comparisons;
    const commands = createCompareCommands(services, comparisons, () => Promise.resolve());
    const byCode = { environment: 'sandbox' };
    const byPerson = { ...byCode, interactive: true };
    await assert.rejects(commands.compareWith(one.id, byPerson), CancelledError);
    await assert.rejects(commands.compareWith(one.id, byCode), CancelledError);
    assert.deepEqual(asked, [true, false]);
  });

  it('says what there is no other answer to', async () => {
    await using _service = await startService(answering(200, envelope()));
    const only = await get(`/only-${Date.now()}`);
    const none = await fail('compareExchanges', only);
    assert.equal(none.error.kind, 'not-found');
    assert.match(none.error.message, /No earlier answer to GET \/v1\/only/);
    assert.equal((await fail('compareExchanges', only, 'ex_unknown')).error.kind, 'not-found');
    assert.equal((await fail('compareExchanges', only, 7)).error.kind, 'preflight');
  });
});
