import { join } from 'node:path';
import * as vscode from 'vscode';
import { NotFoundError, PreflightError } from '../../api/model/errors';
import type { ApiOperation } from '../../api/model/operations';
import type { DescriptionFacts, Remark } from '../../descriptions/model/description';
import { DescriptionsWorker, TaskFailure } from '../../descriptions/worker/client';
import { lazily } from '../../util/lazily';
import { plainText } from '../../util/plainText';
import { shownTexts, t } from '../../util/text';
import { DescriptionList } from './descriptionList';
import { factsOf } from './operations';

/** An added document, as it was read last. Its address is the `source` of its operations. */
export interface DescribedDocument extends Pick<DescriptionFacts, 'uri' | 'title' | 'version' | 'remarks'> {
  /** None where it cannot be read. */
  readonly operations: readonly ApiOperation[];
  readonly error?: Remark;
  readonly addedAt: number;
}

/** So many operations come over from the worker at once that nothing waits for it. */
const ROWS = 200;
/** So few operations are looked at for examples at once that nothing waits for it, and so many remarks are kept. */
const EXAMINED = 20;
const MAX_MISFITS = 5;
/** Saving a document is several events, in milliseconds. */
const TOGETHER = 200;

/** The API descriptions that the user added. They are read, and answers are checked, in a worker. */
export class Descriptions implements vscode.Disposable {
  readonly worker: DescriptionsWorker;
  /** Knows the documented operations, in this thread: their schemas are small and known. */
  readonly documented = lazily(async () => new (await import('../../descriptions')).OperationTasks());
  readonly #list: DescriptionList;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #readAnew = new vscode.EventEmitter<DescribedDocument>();
  readonly #subscriptions: { dispose(): void }[];
  /** Whose examples were looked at, or are. */
  readonly #examined = new WeakSet<DescribedDocument>();
  readonly #watchers = new Map<string, vscode.Disposable>();
  /** Of documents whose files have changed, and that are to be read again. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #documents: readonly DescribedDocument[] = [];
  #operations: readonly ApiOperation[] = [];
  /** Changes of the list and of documents, one after the other. */
  #work: Promise<unknown>;

  /** Fulfilled once what was there when the window opened is read. */
  readonly loaded: Promise<void>;
  /** Fires when a document was added, removed or read again. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the file of a document has changed, with the document as it was before. */
  readonly onDidReadAgain = this.#readAnew.event;

  constructor({ context, log }: { context: vscode.ExtensionContext; log: vscode.LogOutputChannel }) {
    const { extensionPath, globalStorageUri } = context;
    this.#list = new DescriptionList(join(globalStorageUri.fsPath, 'api-descriptions'));
    this.worker = new DescriptionsWorker({
      file: join(extensionPath, 'dist', 'descriptions-worker.js'),
      start: shownTexts,
      readFile: async (uri) => vscode.workspace.fs.readFile(vscode.Uri.parse(uri)),
    });
    const readList = () => {
      this.#work = this.#then(() => this.#readList()).catch((error: unknown) =>
        log.error(`API descriptions: ${String(error)}`),
      );
    };
    this.#subscriptions = [
      this.#changed,
      this.#readAnew,
      // Another window may have added or removed one.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) readList();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(readList),
    ];
    this.#work = Promise.resolve();
    readList();
    this.loaded = this.#work.then(() => undefined);
  }

  /** In the order in which they were added. */
  get documents(): readonly DescribedDocument[] {
    return this.#documents;
  }

  /** Of all documents. The same list until it changes. */
  get operations(): readonly ApiOperation[] {
    return this.#operations;
  }

  /** Fulfilled once everything that was added is read. */
  async ready(): Promise<void> {
    for (let work; work !== this.#work;) {
      work = this.#work;
      await work.catch(() => undefined);
    }
  }

  /**
   * Adds a document, or reads it again.
   * @throws PreflightError where it cannot be read
   */
  async add(uri: vscode.Uri): Promise<DescribedDocument> {
    return this.#then(async () => {
      const source = uri.toString();
      const document = await this.#open(source, Date.now());
      if (document.error !== undefined) {
        if (!this.#documents.some((each) => each.uri === source)) this.#forget(source);
        throw new PreflightError(t('{0} Nothing was added.', document.error.message));
      }
      await this.#list.add(source);
      await this.#readList(document);
      return document;
    });
  }

  /** @throws NotFoundError for one that was not added */
  async remove(source: string): Promise<void> {
    await this.#then(async () => {
      const listed = await this.#list.all();
      if (!listed.some(({ uri }) => uri === source)) {
        const name = plainText(source, 200);
        throw new NotFoundError(t('{0} is no API description that was added.', name));
      }
      await this.#list.remove(source);
      await this.#readList();
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions, ...this.#watchers.values()).dispose();
    this.#watchers.clear();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    void this.worker.close();
  }

  /** Runs something after everything before it, whatever became of that. */
  #then<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#work.then(task, task);
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** Opens what is new in the list, and closes what is gone. @param fresh was just opened */
  async #readList(fresh?: DescribedDocument): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const listed = await this.#list.all();
    const opened = fresh === undefined ? [] : [fresh];
    const known = () => [...opened, ...this.#documents];
    for (const { uri, addedAt } of listed)
      if (!known().some((each) => each.uri === uri)) opened.push(await this.#open(uri, addedAt));
    const documents = listed.flatMap(({ uri }) => known().find((each) => each.uri === uri) ?? []);
    for (const { uri } of known()) if (!listed.some((each) => each.uri === uri)) this.#forget(uri);
    const isSame = documents.every((each, index) => this.#documents[index] === each);
    if (!isSame || documents.length !== this.#documents.length) this.#show(documents);
  }

  #forget(uri: string): void {
    this.#watchers.get(uri)?.dispose();
    this.#watchers.delete(uri);
    clearTimeout(this.#timers.get(uri));
    this.worker.run('close', uri).catch(() => undefined);
  }

  async #open(uri: string, addedAt: number): Promise<DescribedDocument> {
    // What is written while it is read is read again.
    if (!this.#watchers.has(uri)) this.#watch(uri, [uri]);
    try {
      const { facts, operations: count } = await this.worker.run('open', uri);
      const operations: ApiOperation[] = [];
      while (operations.length < count) {
        const rows = await this.worker.run('rows', uri, operations.length, ROWS);
        if (rows.length === 0) break;
        operations.push(...rows);
        // Of all of them at once they would take long.
        rows.forEach(factsOf);
      }
      this.#watch(uri, [uri, ...facts.files]);
      const { title, version, remarks } = facts;
      return { uri, title, version, operations, remarks, addedAt };
    } catch (error) {
      // The files that were watched still are: one of them may be why.
      const title = vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
      const failed = error instanceof Error ? error : new Error(String(error));
      const { line, reason, files } = error instanceof TaskFailure ? error : {};
      if (files !== undefined) this.#watch(uri, files);
      const isNamed = reason === 'refused';
      const why = isNamed ? failed.message : t('{0} cannot be read. {1}', title, failed.message);
      const message = plainText(why, 500);
      const remark = { message, ...(line !== undefined && { line }) };
      return { uri, title, version: '', operations: [], remarks: [], error: remark, addedAt };
    }
  }

  #watch(uri: string, files: readonly string[]): void {
    const readAgain = () => {
      clearTimeout(this.#timers.get(uri));
      this.#timers.set(
        uri,
        setTimeout(() => void this.#readAgain(uri), TOGETHER),
      );
    };
    const watchers = files.map((file) => {
      const address = vscode.Uri.parse(file);
      const end = address.path.lastIndexOf('/');
      const folder = vscode.Uri.joinPath(address, '..');
      // What has a meaning in a pattern stands for any one character.
      const name = address.path.slice(end + 1).replace(/[[\]{}*?]/g, '?');
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
      watcher.onDidChange(readAgain);
      watcher.onDidCreate(readAgain);
      watcher.onDidDelete(readAgain);
      return watcher;
    });
    const before = this.#watchers.get(uri);
    this.#watchers.set(uri, vscode.Disposable.from(...watchers));
    before?.dispose();
  }

  #readAgain(uri: string): Promise<void> {
    return this.#then(async () => {
      const old = this.#documents.find((each) => each.uri === uri);
      if (old === undefined) return;
      const read = await this.#open(uri, old.addedAt);
      // What is known of its examples may have come meanwhile: it is another one then.
      this.#show(this.#documents.map((each) => (each.uri === uri ? read : each)));
      this.#readAnew.fire(old);
    });
  }

  /** Reports which examples do not fit, once all else is there: they are many, and wait for what is asked meanwhile. */
  async #examine(document: DescribedDocument): Promise<void> {
    const { uri, operations, remarks } = document;
    const found: Remark[] = [];
    for (let from = 0; from < operations.length; from += EXAMINED) {
      found.push(...(await this.worker.run('misfits', uri, from, EXAMINED)));
      if (!this.#documents.includes(document)) return;
    }
    if (found.length === 0) return;
    const more = found.length - MAX_MISFITS;
    const rest = more > 0 ? [{ message: t('More remarks: {0}.', more) }] : [];
    const examined = { ...document, remarks: [...remarks, ...found.slice(0, MAX_MISFITS), ...rest] };
    this.#examined.add(examined);
    this.#show(this.#documents.map((each) => (each === document ? examined : each)));
  }

  #show(documents: readonly DescribedDocument[]): void {
    this.#documents = documents;
    for (const document of documents) {
      if (this.#examined.has(document)) continue;
      this.#examined.add(document);
      // A hostile pattern ends the thread, and an example says nothing then.
      this.#examine(document).catch(() => undefined);
    }
    this.#operations = documents.flatMap(({ operations }) => operations);
    this.#changed.fire();
  }
}
