import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Arguments, CommandName, Data } from '../../../src/commands/commands';
import type { Outcome } from '../../../src/commands/outcome';
import { fileName, isInterruption, isUpload, type Done, type Order } from './protocol';

const LIST = { method: 'GET', path: '/local-sandbox/files', query: { limit: 20 }, reveal: false } as const;

/** Does the operations of one window, each with its number, and reports their results. */
export class Operator {
  readonly #folder: vscode.Uri;
  readonly #order: Order;
  readonly #sandboxFile: string;
  /** Ids of files that this window uploaded to forget them. */
  readonly #toForget: string[] = [];

  /** @param sandboxFile the database of the Local Sandbox, which its scenarios leave alone */
  constructor(folder: vscode.Uri, order: Order, sandboxFile: string) {
    this.#folder = folder;
    this.#order = order;
    this.#sandboxFile = sandboxFile;
  }

  /** One operation of the mix: every second is an upload. */
  async operate(index: number): Promise<Done[]> {
    if (isUpload(index)) return [await this.#upload(fileName(this.#order.window, index))];
    if (isInterruption(index)) return this.#interrupt(fileName(this.#order.window, index));
    switch (((index - 1) / 2) % 6) {
      case 0:
        return this.#show(index);
      case 1:
        return this.#add(index);
      case 2:
        return [
          { ...(await call('topUpSandbox', { amount: index, currency: 'EUR' })).done, about: String(index) },
        ];
      case 3:
        return this.#list();
      case 4:
        return this.#forget(index);
      default:
        return [(await call('findFiles', `${this.#order.window} kept`, { limit: 20 })).done];
    }
  }

  async #upload(name: string): Promise<Done> {
    const uri = vscode.Uri.joinPath(this.#folder, 'soak', name);
    const options = { purpose: 'payment_evidence', duplicates: 'upload' } as const;
    const { done, outcome } = await call('uploadFiles', uri, [uri], options);
    if (!outcome.ok) return { ...done, about: name };
    const [result, ...more] = outcome.data;
    if (result === undefined || more.length > 0) throw new Error('One file was given.');
    const fileId = typeof result.file?.['id'] === 'string' ? result.file['id'] : undefined;
    if (fileId !== undefined && name.includes('forgotten')) this.#toForget.push(fileId);
    return {
      ...done,
      about: name,
      status: result.status,
      ...(fileId !== undefined && { fileId }),
      ...(result.error !== undefined && { kind: result.error.kind }),
    };
  }

  async #show(index: number): Promise<Done[]> {
    const { done, id } = await this.#someFile(index);
    if (id === undefined) return [done];
    return [done, { ...(await call('showFileDetails', id, { preview: true })).done, about: id }];
  }

  async #add(index: number): Promise<Done[]> {
    const { done, id } = await this.#someFile(index);
    if (id === undefined) return [done];
    return [done, { ...(await call('addFileById', id)).done, about: id }];
  }

  async #list(): Promise<Done[]> {
    const first = await call('sendRequest', LIST);
    const { exchangeId } = first.outcome;
    if (!first.outcome.ok || exchangeId === undefined) return [first.done];
    return [first.done, (await call('nextPage', exchangeId, { reveal: false })).done];
  }

  async #forget(index: number): Promise<Done[]> {
    const id = this.#toForget.shift();
    if (id === undefined) return [(await this.#someFile(index)).done];
    return [{ ...(await call('forgetFile', id)).done, about: id }];
  }

  /**
   * The service goes away when it has stored a file and not answered yet: the upload, and whatever else is just
   * being answered, has an unknown outcome. Then it is back, and flaky again.
   */
  async #interrupt(name: string): Promise<Done[]> {
    const slow = await call('setLocalSandboxScenario', 'slow');
    const ended = new AbortController();
    const upload = this.#upload(name).finally(() => ended.abort());
    // The other window may have made the service quick again: then the upload ends by itself.
    while (!ended.signal.aborted && !isStored(this.#sandboxFile, name)) await setImmediate();
    const stop = await call('stopLocalSandbox');
    const start = await call('startLocalSandbox');
    const flaky = await call('setLocalSandboxScenario', 'flaky');
    return [await upload, ...[slow, stop, start, flaky].map(({ done }) => done)];
  }

  /** One of the latest files that either window uploaded to keep it. */
  async #someFile(index: number): Promise<{ done: Done; id?: string }> {
    const { done, outcome } = await call('findFiles', 'kept', { limit: 20 });
    const files = outcome.ok ? outcome.data : [];
    const id = files[index % Math.max(1, files.length)]?.['id'];
    return typeof id === 'string' ? { done, id } : { done };
  }
}

/** Whether the service has a file of that name. */
function isStored(sandboxFile: string, name: string): boolean {
  const db = new DatabaseSync(sandboxFile, { readOnly: true, timeout: 1000 });
  try {
    return db.prepare('SELECT 1 FROM files WHERE name = ?').get(name) !== undefined;
  } finally {
    db.close();
  }
}

/** Calls a command by its id, which is all that another extension has. */
async function call<K extends CommandName>(
  name: K,
  ...args: Arguments<K>
): Promise<{ done: Done; outcome: Outcome<Data<K>> }> {
  const command = `paymentsApi.${name}`;
  const outcome = await vscode.commands.executeCommand<Outcome<Data<K>>>(command, ...args);
  const { ok } = outcome;
  return { done: { command: name, ok, ...(!ok && { kind: outcome.error.kind }) }, outcome };
}
