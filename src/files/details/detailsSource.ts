import * as vscode from 'vscode';
import { execute } from '../../commands/execute';
import { saysMissing } from '../../api/model/errors';
import { redactorOf } from '../../services/environments/redactor';
import type { Services } from '../../services/services';
import type { Outcome } from '../../commands/outcome';
import type { KnownFile, Storage } from '../../storage';
import { failureOf } from '../../ui/failures';
import type { FileContent, FileRecords } from '../records/fileRecords';
import type { DetailsAction, DetailsModel, DetailsTarget } from './model/source';
import { parseExactly } from '../../util/exactJson';
import { recordUri } from '../editor/recordDocuments';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** A record fetched within this time is not fetched again for being shown. */
const FRESH_MS = 5000;

const NOTHING: Outcome<unknown> = { ok: true, data: undefined };

/** Gives the details panels what the registry and the service know, and does what they ask. */
export class DetailsSource {
  readonly #services: Pick<Services, 'environments' | 'keys'>;
  readonly #storage: Storage;
  readonly #records: FileRecords;
  readonly #content: FileContent;
  /** The environments of what was shown, by id. */
  readonly #seen = new Map<string, DetailsModel['environment']>();

  constructor(
    services: Pick<Services, 'environments' | 'keys'>,
    storage: Storage,
    records: FileRecords,
    content: FileContent,
  ) {
    this.#services = services;
    this.#storage = storage;
    this.#records = records;
    this.#content = content;
  }

  /** What is known at once, without asking the service; `stale`, without file and record, when nothing is. */
  load({ environment: id, fileId, row, isProduction }: DetailsTarget): DetailsModel {
    const environment = this.#environmentOf(id, isProduction);
    if (row !== undefined) return this.#loadUpload(environment, row);
    // What is shown of a file that is taken out of the view meanwhile stays.
    const file = this.#storage.files.remembered(id, fileId);
    return {
      environment,
      account: this.#storage.identity(id),
      fileId,
      ...(file !== undefined && { file }),
      ...(file?.details !== undefined && { record: file.details }),
      ...(file?.detailsAt !== undefined && { fetchedAt: file.detailsAt }),
      // For a file that is gone, it would look like the request that said so.
      ...(file?.detailsRequestId !== undefined && !file.gone && { requestId: file.detailsRequestId }),
      ...(file?.detailsExchangeId !== undefined && !file.gone && { exchangeId: file.detailsExchangeId }),
      ...this.#envelope(file?.detailsExchangeId),
      state: file?.gone === true ? 'gone' : isFresh(file) ? 'fresh' : 'stale',
    };
  }

  /**
   * The environment as the settings have it; one that left them, as it was.
   * @param wasProduction when a panel that the editor restored was shown
   */
  #environmentOf(id: string, wasProduction = false): DetailsModel['environment'] {
    const known = this.#services.environments.all.find((environment) => environment.id === id);
    if (known !== undefined) {
      const { name, type } = known;
      this.#seen.set(id, { id, name, type });
      return { id, name, type };
    }
    const restored = { name: plainText(id, 60), type: wasProduction ? 'production' : 'sandbox' } as const;
    const { name, type } = this.#seen.get(id) ?? restored;
    return { id, name: t('{0} (no longer in the settings)', name), type, isGone: true };
  }

  /** An upload by its row: once the service has the file, that file. Of another account nothing is shown. */
  #loadUpload(environment: DetailsModel['environment'], key: number): DetailsModel {
    const { id } = environment;
    const row = this.#storage.files.getByKey(key);
    const isShown = row?.environment === id && row.generation === this.#storage.generation(id);
    const file = isShown ? row : undefined;
    if (file?.fileId !== undefined) return this.load({ environment: id, fileId: file.fileId });
    const account = this.#storage.identity(id);
    return { environment, account, fileId: '', ...(file !== undefined && { file }), state: 'upload' };
  }

  /** Fetches the record. Never rejects: a failure is a model in state `failed` or `gone`. */
  async refresh(target: DetailsTarget, signal: AbortSignal): Promise<DetailsModel> {
    try {
      const { record, file, requestId, exchangeId } = await this.#records.fetch(target, signal);
      if (file?.detailsExchangeId === exchangeId) return { ...this.load(target), state: 'fresh' };
      // Forgotten, or it could not be written down: what was fetched is shown, and nothing of it is kept.
      return {
        ...this.load(target),
        record,
        fetchedAt: Date.now(),
        ...(requestId !== undefined && { requestId }),
        exchangeId,
        ...this.#envelope(exchangeId),
        state: 'fresh',
      };
    } catch (error) {
      const { ok: _, error: facts, ...ids } = failureOf(error);
      // The request of an earlier success would look like the request of this failure.
      const { requestId: _id, exchangeId: _exchange, ...model } = this.load(target);
      return {
        ...model,
        ...ids,
        error: facts,
        state: saysMissing(error) ? 'gone' : 'failed',
      };
    }
  }

  /** Calls back whenever `load` may answer differently. */
  onDidChange(listener: () => void): { dispose(): void } {
    const storage = this.#storage.onDidChange(({ what }) => {
      if (what === 'files') listener();
    });
    // Their names, and above all which of them are production.
    const environments = this.#services.environments.onDidChange(listener);
    return vscode.Disposable.from(storage, environments);
  }

  /** Does it with what is shown, shows what there is to show, and never rejects. */
  async run(action: DetailsAction, shown: DetailsModel): Promise<Outcome<unknown>> {
    const { environment, fileId, file, fetchedAt, requestId, exchangeId } = shown;
    const options = { environment: environment.id, interactive: true };
    switch (action) {
      case 'copyId':
        return execute('copyFileId', fileId, options);
      case 'copyLink':
        return execute('copyContentLink', fileId, options);
      case 'openContent':
      case 'saveContent':
        return execute(action, fileId, options);
      // About an upload that is no file of the service yet: they are given its row.
      case 'retryUpload':
      case 'forgetFile':
        return file === undefined ? NOTHING : execute(action, { file });
      case 'showRequest':
        // The request whose id is shown: the record's own where the last fetch got none.
        return this.#exchange('showExchange', requestId === undefined ? file?.detailsExchangeId : exchangeId);
      case 'showUploadRequest':
        return this.#exchange('showExchange', file?.exchangeId);
      case 'supportReport':
        return this.#exchange('copySupportReport', exchangeId);
      case 'configure':
        return execute('configureEnvironment', environment.id);
      case 'startLocalSandbox':
        return execute(action);
      case 'rawJson':
        return this.#open(recordUri({ environment: environment.id, fileId }, fetchedAt));
      case 'openLocalFile':
        return file?.uri === undefined ? NOTHING : this.#open(vscode.Uri.parse(file.uri, true));
    }
  }

  /** What the service said of a file, laid out for reading: its whole answer while that is kept, else the record. */
  async rawJson(target: DetailsTarget): Promise<string | undefined> {
    const { envelope, record } = this.load(target);
    const known = envelope ?? record;
    return known === undefined ? undefined : this.#withoutKeys(JSON.stringify(known, null, 2));
  }

  /** Puts a value on the clipboard, but for keys that were stored after the service gave it. */
  async copy(value: string): Promise<void> {
    await vscode.env.clipboard.writeText(await this.#withoutKeys(value));
  }

  /** A key may have been stored since. */
  async #withoutKeys(text: string): Promise<string> {
    return (await redactorOf(this.#services.keys)).text(text);
  }

  /** The content, for a preview that the user asked for: what it is is judged by looking at it. Never rejects. */
  async content(target: DetailsTarget, signal: AbortSignal): Promise<Outcome<Uint8Array>> {
    try {
      return { ok: true, data: (await this.#content.bytes(target, signal)).bytes };
    } catch (error) {
      return failureOf(error);
    }
  }

  #envelope(exchangeId: string | undefined): { envelope?: unknown } {
    const body =
      exchangeId === undefined
        ? undefined
        : this.#storage.history.get(exchangeId)?.attempts.at(-1)?.response?.body;
    // Written as JSON again, it has its numbers as the service wrote them.
    const envelope = body === undefined ? undefined : parseExactly(body);
    return envelope === undefined ? {} : { envelope };
  }

  /** Without an exchange the command would take another one, such as that of the document in front. */
  async #exchange(
    name: 'showExchange' | 'copySupportReport',
    id: string | undefined,
  ): Promise<Outcome<unknown>> {
    return id === undefined ? NOTHING : execute(name, id);
  }

  async #open(uri: vscode.Uri): Promise<Outcome<unknown>> {
    try {
      await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
      return { ok: true, data: uri.toString() };
    } catch (error) {
      return failureOf(error);
    }
  }
}

/** Whether what is kept of a file was fetched so lately that its panel does not ask again. */
export function isFresh(file: KnownFile | undefined): boolean {
  return file?.detailsAt !== undefined && Math.abs(Date.now() - file.detailsAt) < FRESH_MS;
}
