import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as vscode from 'vscode';
import { createUndiciTransport } from '../../../src/api';
import { makeClient } from '../../support/apiClient';
import { RunningRequests } from '../../../src/requests/view/pendingRequests';
import { RequestTree, type SavedRows } from '../../../src/requests/view/requestsTree';
import { Environments } from '../../../src/services/environments/environments';
import { Settings } from '../../../src/services/environments/settings';
import type { Missing } from '../../../src/ui/views/welcome';
import { sendJson, startHttpServer } from '../../support/httpServer';
import { memento, newStorage } from './registry';
import { servicesWith } from './services';

/** A server that answers on demand. */
async function startSlowServer() {
  const waiting: ServerResponse[] = [];
  let open = false;
  let refusal: number | undefined;
  let answer: Readonly<Record<string, unknown>> = {};
  const send = (response: ServerResponse) =>
    sendJson(response, 200, { success: true, message: 'Done', data: {}, ...answer });
  const server = await startHttpServer((_request, response) => {
    const body = { success: false, code: 'refused', message: 'Not now', data: {} };
    if (refusal !== undefined) sendJson(response, refusal, body);
    else if (open) send(response);
    else waiting.push(response);
  });
  const refuse = (status: number): void => {
    refusal = status;
  };
  const answerAll = (more: typeof answer = {}): void => {
    answer = more;
    open = true;
    refusal = undefined;
    for (const response of waiting.splice(0)) send(response);
  };
  return { url: server.url, answerAll, refuse, close: () => server.close() };
}

/**
 * The view as the extension wires it, with a new database and server.
 * @param savedRequests what is saved; nothing by default
 * @param missing what the environment needs before it can be used; nothing by default
 */
export async function openView(savedRequests: Partial<SavedRows> = {}, missing?: Missing) {
  const server = await startSlowServer();
  const window = newStorage();
  const { storage } = window;
  const state = memento();
  const settings = new Settings();
  const environments = new Environments(settings, state);
  const running = new RunningRequests();
  const none = () => Promise.resolve([]);
  const onDidChange = new vscode.EventEmitter<void>().event;
  const saved = { root: none, children: none, onDidChange, ...savedRequests };
  const tree = new RequestTree(servicesWith({ environments, storage, state }), running, saved, {
    missing: () => Promise.resolve(missing),
    onDidChange,
  });
  await tree.setGrouped(false);
  const transport = createUndiciTransport();
  const clientOf = (environment: string) =>
    makeClient(server.url, transport, {
      environment,
      maxRetries: 0,
      onBegin: (begun) => running.begin(begun),
      onExchange: (exchange) => {
        running.end(exchange);
        storage.history.add(exchange, 100);
      },
    }).client;
  const rows = async (): Promise<string[]> =>
    (await tree.getChildren()).map((node) => {
      const { label, description } = tree.getTreeItem(node);
      return [label, description].filter((part) => typeof part === 'string').join(' ');
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
  const shown = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  /** Shows the rows in a view, of which those are selected. */
  const attach = (...selection: readonly unknown[]): typeof shown => {
    const reveal = () => Promise.resolve();
    tree.attach({ visible: true, selection, reveal, onDidChangeVisibility: shown.event });
    return shown;
  };
  return {
    server,
    tree,
    attach,
    running,
    storage,
    client: clientOf('local'),
    clientOf,
    rows,
    until,
    async [Symbol.asyncDispose]() {
      for (const part of [tree, running, environments, settings]) part.dispose();
      await transport.close();
      await window[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
