import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CoolDown, createUndiciTransport, PaymentsClient } from '../../../src/api';
import { Environments } from '../../../src/services/environments';
import { RunningRequests } from '../../../src/requests/view/pendingRequests';
import { RequestTree } from '../../../src/requests/view/requestsTree';
import { Settings } from '../../../src/services/settings';
import { openStorage } from '../../../src/storage';
import { sendJson, startHttpServer } from '../../support/httpServer';

describe('the Requests view while requests run', () => {
  it('shows what takes longer than a moment, uploads too, until its exchange stands in its place', async () => {
    await using view = await openView();
    const { client, rows, server } = view;
    assert.deepEqual(await rows(), []);

    const reading = client.request({ method: 'GET', path: '/slow/list?limit=1' });
    await view.until((shown) => shown.includes('GET /slow/list?limit=1 running'));
    const pdf = new TextEncoder().encode('%PDF-1.4');
    const upload = { content: pdf, name: 'a.pdf', purpose: 'payment_evidence', mimeType: 'application/pdf' };
    const uploading = client.uploadFile(upload);
    const both = await view.until((shown) => shown.length === 2);
    assert.deepEqual(both, ['POST /files/upload running', 'GET /slow/list?limit=1 running']);

    server.answerAll();
    await reading;
    await uploading.catch(() => undefined);
    const after = await view.until((shown) => shown.length === 2 && !shown.join().includes('running'));
    assert.match(after.join(), /200 GET \/slow\/list\?limit=1 /);
  });

  it('sums up a day in its tooltip', async () => {
    await using view = await openView();
    view.server.answerAll();
    for (const path of ['/one', '/two']) await view.client.request({ method: 'GET', path });
    await view.tree.setGrouped(true);
    const [day] = await view.tree.getChildren();
    assert.equal(day?.kind, 'day');
    const item = await view.tree.resolveTreeItem(new vscode.TreeItem(''), day);
    const lines = typeof item.tooltip === 'string' ? item.tooltip.split('\n') : [];
    assert.deepEqual(lines.slice(0, 2), ['Requests: 2', 'Failed: 0']);
    assert.match(lines[2] ?? '', /^Median time: \d/);
    assert.match(lines[3] ?? '', /^Slowest: .*\(GET \/v1\/(?:one|two)\)$/);
  });

  it('goes when a request is cancelled, and shows none of another environment', async () => {
    await using view = await openView();
    const abort = new AbortController();
    const reading = view.client.request({ method: 'GET', path: '/slow' }, { signal: abort.signal });
    const elsewhere = view.clientOf('sandbox').request({ method: 'GET', path: '/other' });
    assert.deepEqual(await view.until((shown) => shown.length === 1), ['GET /slow running']);
    assert.equal(view.running.of('sandbox').length, 1);
    abort.abort();
    await assert.rejects(reading);
    await view.until((shown) => shown.length === 1 && shown[0]?.includes('cancelled') === true);
    view.server.answerAll();
    await elsewhere;
    assert.deepEqual(view.running.of('sandbox'), []);
  });

  it('does not flicker for what is answered at once', async () => {
    await using view = await openView();
    view.server.answerAll();
    let changes = 0;
    view.running.onDidChange(() => (changes += 1));
    for (let index = 0; index < 20; index++) await view.client.request({ method: 'GET', path: '/fast' });
    assert.equal(changes, 0);
    assert.deepEqual(view.running.of('local'), []);
  });
});

/** A server that answers when it is told to. */
async function startSlowServer() {
  const waiting: ServerResponse[] = [];
  let open = false;
  const send = (response: ServerResponse) => {
    sendJson(response, 200, { success: true, message: 'Done', data: {} });
  };
  const server = await startHttpServer((_request, response) => {
    if (open) send(response);
    else waiting.push(response);
  });
  const answerAll = (): void => {
    open = true;
    for (const response of waiting.splice(0)) send(response);
  };
  return { url: server.url, answerAll, close: () => server.close() };
}

/** The view as the extension wires it, with a database and a server of its own. */
async function openView() {
  const server = await startSlowServer();
  const folder = mkdtempSync(join(tmpdir(), 'running-'));
  const storage = openStorage({ file: join(folder, 'payments-api.db'), onProblem: () => undefined });
  const state = memento();
  const settings = new Settings();
  const environments = new Environments(settings, state);
  const running = new RunningRequests();
  const none = () => Promise.resolve([]);
  const saved = { root: none, children: none, onDidChange: new vscode.EventEmitter<void>().event };
  const tree = new RequestTree({
    environments,
    storage: () => Promise.resolve(storage),
    running,
    saved,
    state,
  });
  await tree.setGrouped(false);
  const transport = createUndiciTransport();
  const clientOf = (environment: string) =>
    new PaymentsClient({
      environment,
      environmentType: 'sandbox',
      apiUrl: server.url,
      filesUrl: server.url,
      apiKey: 'test-key-for-running-1187',
      transport,
      cooldown: new CoolDown(),
      timeoutMs: 20_000,
      maxRetries: 0,
      userAgent: 'test',
      onBegin: (begun) => {
        running.begin(begun);
      },
      onExchange: (exchange) => {
        running.end(exchange);
        storage.history.add(exchange, 100);
      },
    });
  const rows = async (): Promise<string[]> =>
    (await tree.getChildren()).map((node) => {
      const { label, description } = tree.getTreeItem(node);
      return `${label as string} ${description as string}`;
    });
  /** Looks whenever the tree says that it changed, as the editor does. */
  const until = async (isExpected: (shown: string[]) => boolean): Promise<string[]> => {
    const changes = new EventEmitter();
    const listener = tree.onDidChangeTreeData(() => changes.emit('change'));
    try {
      for (;;) {
        const change = once(changes, 'change');
        const shown = await rows();
        if (isExpected(shown)) return shown;
        await change;
      }
    } finally {
      listener.dispose();
    }
  };
  return {
    server,
    tree,
    running,
    client: clientOf('local'),
    clientOf,
    rows,
    until,
    async [Symbol.asyncDispose]() {
      for (const part of [tree, running, environments, settings]) part.dispose();
      await transport.close();
      storage.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? (values.get(key) as T) : fallback),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
}
