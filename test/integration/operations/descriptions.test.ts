import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../host/editor/waiting.mts';
import { sendJson } from '../../support/httpServer';
import { errorOf, KEY, startService, type Service } from '../support/contract';
import { DOCUMENTED } from '../../../src/api/model/operations';
import { DescriptionList } from '../../../src/services/descriptions/descriptionList';
import { Descriptions } from '../../../src/services/descriptions/descriptions';
import { closeEditors, extension, sample, succeed, writeFile, send } from '../support/extension';
import { replaceInWindow } from '../support/registry';

/** Described answers of a made-up service. */
const payment = {
  type: 'object',
  required: ['id', 'amount'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, amount: { type: 'integer' } },
};
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

function description(more: object = {}) {
  return {
    openapi: '3.1.0',
    info: { title: 'Made-up payments', version: '7' },
    paths: {
      '/v1/payments/{id}': {
        get: {
          operationId: 'readPayment',
          summary: 'Read a payment',
          tags: ['pay'],
          responses: { 200: json(payment) },
        },
      },
      '/other': { get: {} },
      '/text': { get: { responses: { 200: { content: { 'text/plain': {} } }, 400: {} } } },
      '/files/{id}': { get: { operationId: 'shadowed', responses: {} } },
      ...more,
    },
  };
}

describe('an API description', () => {
  let service: Service;
  let uri: vscode.Uri;
  const write = (name: string, value: unknown) => writeFile(name, JSON.stringify(value));
  const found = async (query: string, options?: object) =>
    (await succeed('findOperations', query, options)).data as { path: string; source: string }[];

  /** The descriptions of a window that opens now. */
  async function openWindow() {
    const folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
    await new DescriptionList(join(folder, 'api-descriptions')).add(uri.toString());
    const { extensionPath } = extension();
    const context = { extensionPath, globalStorageUri: vscode.Uri.file(folder) } as vscode.ExtensionContext;
    const opened = new Descriptions({ context, log: {} as unknown as vscode.LogOutputChannel });
    return {
      opened,
      [Symbol.dispose]() {
        opened.dispose();
        rmSync(folder, { recursive: true });
      },
    };
  }

  before(async () => {
    service = await startService((request, response) => {
      if (request.path.startsWith('/v1/payments/')) {
        const isGood = request.path.endsWith('/good');
        sendJson(response, 200, isGood ? { id: 'p', amount: 5 } : { id: KEY, [KEY]: 1 });
      } else {
        response.writeHead(request.path === '/v1/text?fail' ? 400 : 200, { 'content-type': 'text/plain' });
        response.end('plain words');
      }
    });
    uri = await write('made-up.json', description());
  });
  after(async () => await service[Symbol.asyncDispose]());

  it('is added with what it says, and its operations are found after the documented ones', async () => {
    const { data } = await succeed('addApiDescription', uri);
    assert.deepEqual(data, { title: 'Made-up payments', version: '7', operations: 4, warnings: [] });
    const [row] = await found('read a payment');
    assert.deepEqual(row, {
      method: 'GET',
      path: '/v1/payments/{id}',
      summary: 'Read a payment',
      operationId: 'readPayment',
      tags: ['pay'],
      source: uri.toString(),
      deprecated: false,
    });
    const sources = (await found('')).map(({ source }) => source);
    assert.deepEqual([...new Set(sources)].slice(0, 2), ['documented', uri.toString()]);
    assert.equal(sources.lastIndexOf('documented') + 1, DOCUMENTED.length);
    assert.equal((await found('', { limit: 4 })).length, 4);
  });

  it('is known in a window that has just opened as soon as a request asks for it', async () => {
    using window = await openWindow();
    assert.equal(window.opened.operations.length, 0);
    await window.opened.ready();
    assert.equal(window.opened.operations.length, 4);
  });

  it('makes an answer that is no envelope a success, and tells whether it is as described', async () => {
    const good = await send('/payments/good', { environment: 'sandbox' });
    assert.deepEqual(good.data, { status: 200, body: { id: 'p', amount: 5 } });
    const operation = { method: 'GET', path: '/v1/payments/{id}', source: uri.toString() };
    assert.deepEqual((await succeed('checkAnswer', good.exchangeId)).data, {
      operation,
      checked: true,
      differences: [],
    });
    const bad = await send('/payments/bad', { environment: 'sandbox' });
    const { data } = await succeed('checkAnswer', bad.exchangeId);
    assert.deepEqual(
      { ...data, differences: data.differences.slice(0, 1) },
      {
        operation,
        checked: true,
        differences: [{ place: 'body amount', message: 'This is missing.' }],
      },
    );
    assert.match(JSON.stringify(data.differences[1]), /does not have this/);
    assert.ok(!JSON.stringify(data).includes(KEY), 'a key is no part of what is kept');
  });

  it('shows in the document of an answer where it differs, and leads to the line of its description', async () => {
    const sent = await succeed('sendRequest', { path: '/payments/bad', environment: 'sandbox' });
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document !== undefined, 'The answer is open');
    assert.ok(document.uri.toString().includes(sent.exchangeId ?? '-'), document.uri.toString());
    assert.match(document.lineAt(0).text, / · differs from the description in 2 places/);
    const marks = () => vscode.languages.getDiagnostics(document.uri);
    await until(() => marks().length === 2);
    assert.match(marks()[0]?.message ?? '', /^body amount: This is missing/);
    assert.deepEqual(
      marks().map(({ relatedInformation }) => relatedInformation?.[0]?.location.uri.toString()),
      [uri.toString(), uri.toString()],
    );
    const filter = { differs: true };
    assert.deepEqual((await succeed('filterRequests', filter)).data, filter);
    await succeed('clearRequestFilter');
  });

  it('gives text as it came; a failure without an error body is `http`', async () => {
    const text = await send('/text', { environment: 'sandbox' });
    assert.deepEqual(text.data, { status: 200, body: 'plain words' });
    const error = await errorOf('sendRequest', { path: '/text?fail', environment: 'sandbox', reveal: false });
    assert.equal(error.kind, 'http');
  });

  it('is read again when its file changes, tells when it is gone, and comes back', async () => {
    const paths = async () => (await found('')).map(({ path }) => path);
    await write('made-up.json', description({ '/more': { get: {} } }));
    await until(async () => (await paths()).includes('/more'));
    await vscode.workspace.fs.delete(uri);
    await until(async () => !(await paths()).includes('/other'));
    assert.equal((await found('')).length, 3, 'the rest works');
    await write('made-up.json', description());
    await until(async () => (await paths()).includes('/other'));
  });

  it('is read again where its file changes while it is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
    const own = await write('read-twice.json', description());
    const { extensionPath } = extension();
    const context = { extensionPath, globalStorageUri: vscode.Uri.file(folder) } as vscode.ExtensionContext;
    const opened = new Descriptions({ context, log: {} as unknown as vscode.LogOutputChannel });
    const run = opened.worker.run.bind(opened.worker) as (...task: readonly unknown[]) => Promise<unknown>;
    const file = new vscode.RelativePattern(vscode.Uri.joinPath(own, '..'), 'read-twice.json');
    const watcher = vscode.workspace.createFileSystemWatcher(file);
    const paths = ['/once', '/twice'];
    const runSlowly = async (...task: readonly unknown[]) => {
      const done = await run(...task);
      const path = task[0] === 'open' ? paths.shift() : undefined;
      if (path === undefined) return done;
      // The editor may say of a file that was written a moment before that it is new.
      const changed = new Promise((resolve) => {
        watcher.onDidChange(resolve);
        watcher.onDidCreate(resolve);
      });
      await write('read-twice.json', description({ [path]: { get: {} } }));
      await changed;
      return done;
    };
    Object.assign(opened.worker, { run: runSlowly });
    try {
      await opened.add(own);
      await until(() => opened.operations.some(({ path }) => path === '/twice'));
    } finally {
      opened.dispose();
      watcher.dispose();
      rmSync(folder, { recursive: true });
    }
  });

  it('is read again also while its examples are looked at', async () => {
    const example = [...Array.from({ length: 400_000 }, () => 1), 'x'];
    const content = { 'application/json': { schema: { items: { type: 'integer' } }, example } };
    await write('made-up.json', description({ '/long': { get: { responses: { 200: { content } } } } }));
    await until(async () => (await found('/long')).length > 0);
    await write('made-up.json', description({ '/later': { get: {} } }));
    await until(async () => (await found('/later')).length > 0);
    await write('made-up.json', description());
  });

  it('is read again when another file of it can be read at last', async () => {
    const paths = async () => (await found('')).map(({ path }) => path);
    const apart = await writeFile('apart.json', '{');
    await write('made-up.json', description({ '/apart': { $ref: './apart.json' }, '/beside': { get: {} } }));
    await until(async () => (await paths()).includes('/beside'));
    assert.equal((await paths()).includes('/apart'), false);
    await write('apart.json', { get: {} });
    await until(async () => (await paths()).includes('/apart'));
    // Then the whole cannot be read.
    writeFileSync(apart.fsPath, JSON.stringify('x'.repeat(20_000_000)));
    await until(async () => !(await paths()).includes('/beside'));
    using window = await openWindow();
    await window.opened.loaded;
    await write('apart.json', { get: {} });
    await until(async () => (await paths()).includes('/apart'));
    await until(() => window.opened.operations.length > 0);
    await vscode.workspace.fs.delete(apart);
    await until(async () => !(await paths()).includes('/apart'));
    await write('made-up.json', description());
  });

  it('is asked for where none is named, beginning with the file in front', async () => {
    await vscode.window.showTextDocument(uri);
    const offered: (vscode.Uri | undefined)[] = [];
    const chosen: vscode.Uri[] = [];
    const showOpenDialog = ({ defaultUri }: vscode.OpenDialogOptions) => {
      offered.push(defaultUri);
      return Promise.resolve(chosen);
    };
    using _ = replaceInWindow({ showOpenDialog });
    assert.equal((await errorOf('addApiDescription')).kind, 'cancelled');
    await closeEditors();
    assert.equal((await errorOf('addApiDescription')).kind, 'cancelled');
    assert.deepEqual(offered.map(String), [uri.toString(), 'undefined']);
    chosen.push(sample('none.yaml'));
    assert.equal((await errorOf('addApiDescription')).kind, 'preflight');
  });

  it('is refused with place and reason where it cannot be read, and removed when asked', async () => {
    const broken = await writeFile('broken.yaml', 'openapi: 3.1.0\npaths: [1,');
    const error = await errorOf('addApiDescription', broken);
    assert.equal(error.kind, 'preflight');
    assert.match(error.message, /broken\.yaml, line 2/);
    assert.equal((await errorOf('removeApiDescription', broken)).kind, 'not-found');
    assert.equal((await errorOf('addApiDescription', 'x')).kind, 'preflight');
    await succeed('removeApiDescription', uri);
    assert.equal((await found('')).length, 3);
    const sent = await errorOf('sendRequest', {
      path: '/payments/good',
      environment: 'sandbox',
      reveal: false,
    });
    assert.equal(sent.kind, 'decode', 'an envelope is expected again');
  });

  it('is not needed to check the documented operations', async () => {
    const sent = await send('/local-sandbox/samples');
    const { data } = await succeed('checkAnswer', sent.exchangeId);
    assert.deepEqual(data, { checked: false, reason: 'no-description', differences: [] });
    const topUp = await succeed('topUpSandbox', { amount: 5, currency: 'EUR', environment: 'local' });
    assert.deepEqual((await succeed('checkAnswer', topUp.exchangeId)).data, {
      operation: { method: 'POST', path: '/balances/sandbox/top-up', source: 'documented' },
      checked: true,
      differences: [],
    });
  });
});
