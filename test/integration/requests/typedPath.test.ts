import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createSendCommands, type SendParts } from '../../../src/requests/send/sendCommands';
import { eventually } from '../../host/editor/waiting.mts';
import { FILE_DATA, ok } from '../../support/apiClient';
import { answering } from '../../support/httpServer';
import { serveTest, type TestServices } from '../../support/services';
import { sample } from '../support/extension';
import { acceptAll, dismissAll } from '../support/prompts';
import { replaceInWindow } from '../support/registry';

function commandsOf({ services }: TestServices, parts: object = {}) {
  return createSendCommands(services, {
    setUp: () => Promise.resolve(true),
    documents: { showing: () => undefined },
    saved: { all: () => Promise.resolve([]) },
    ...parts,
  } as unknown as SendParts);
}

describe('a request whose path a person types', () => {
  it('has the method, query, headers and body that the caller gave', async () => {
    await using test = await serveTest(answering(200, ok(FILE_DATA)));
    const list = vscode.window.createQuickPick();
    using _ = replaceInWindow({ createQuickPick: () => list });
    const { handlers } = commandsOf(test);
    const given = { query: { limit: 5 }, headers: { 'X-Of-Caller': 'b' }, body: { a: 1 } };
    const odd = dismissAll(handlers.sendRequest({ headers: { 'X-Of-Caller': 'a\nb' } }));
    await assert.rejects(odd, { kind: 'preflight' });
    const sending = handlers.sendRequest({ method: 'PUT', ...given });
    const first = () => list.items.at(0)?.label;
    await eventually(first, (label) => label?.includes('Type a path') === true);
    for (const [typed, said] of [
      ['local-sandbox/samples?limit=500', /^Send Anyway: PUT \/local-sandbox\/samples\?limit=500 to /],
      ['https://elsewhere.example/v1/things', /^https:\/\/\u2060?elsewhere\.example is not an address of /],
    ] as const) {
      list.value = typed;
      const row = await eventually(
        () => list.items.at(0),
        (item) => said.test(item?.description ?? ''),
      );
      // Else the editor would hide what does not hold the text.
      assert.deepEqual([row?.alwaysShow, list.activeItems], [true, [row]]);
    }
    list.value = '/things?of=person';
    await eventually(first, (label) => label === '$(send) /things?of=person');
    const { data } = await acceptAll(sending);
    assert.equal(data.status, 200);
    const [seen, ...others] = test.server.seen;
    assert.equal(`${seen?.method} ${seen?.path}`, 'PUT /v1/things?of=person&limit=5');
    assert.deepEqual([seen?.headers['x-of-caller'], seen?.body.toString()], ['b', '{"a":1}']);
    assert.deepEqual(others, []);
  });
});

describe('a request that a person chooses', () => {
  it('is sent as it is: an operation, one that is saved, the last one', async () => {
    await using test = await serveTest(answering(200, ok(FILE_DATA)));
    const [data, saved, handed]: [object, object[], unknown[]] = [{ text: '' }, [], []];
    const note = (...given: unknown[]) => {
      handed.push(given);
      return Promise.resolve({ data });
    };
    const { handlers } = commandsOf(test, {
      exchanges: { get: () => Promise.resolve(test.exchanges[0]) },
      sendFromFile: note,
      sendOperation: note,
      saved: { all: () => Promise.resolve(saved) },
    });
    const choose = () => acceptAll(handlers.sendRequest({ reveal: false }));
    await assert.rejects(choose(), { kind: 'cancelled', message: /open in an editor/ });
    Object.assign(data, { status: 200 });
    await choose();
    const uri = sample('saved.http');
    const shown = { name: 'Mine', method: 'GET', path: '/mine', uri };
    saved.push(shown);
    await choose();
    const [operation] = test.services.operations.all();
    const where = { environment: 'sandbox', reveal: false };
    const asked = [{ method: operation?.method, path: operation?.path, source: 'documented' }, where];
    assert.deepEqual(handed, [asked, asked, [uri, { ...where, shown, interactive: true }]]);
    await handlers.sendRequest({ path: '/last' });
    await test.kept();
    await choose();
    assert.deepEqual(
      test.server.seen.map(({ path }) => path),
      ['/v1/last', '/v1/last'],
    );
  });
});
