import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { PaymentsError } from '../../../src/api/model/errors';
import type { Services } from '../../../src/services/services';
import type { FileContent, FetchedRecord, FileRecords } from '../../../src/files/records/fileRecords';
import { DetailsPanels } from '../../../src/files/details/panels';
import type { DetailsView } from '../../../src/files/details/model/detailsProtocol';
import { DETAILS_VIEW_TYPE } from '../../../src/ui/panels/webviewRestoring';
import type { DetailsTarget } from '../../../src/files/details/model/source';
import { DetailsSource } from '../../../src/files/details/detailsSource';
import type { Storage } from '../../../src/storage';
import { FILE_DATA } from '../../support/apiClient';
import { call, closeEditors, extension } from '../support/extension';
import { TestSource } from '../support/detailsSource';
import { newStorage, replaceInWindow } from '../support/registry';
import { begin } from '../../unit/storage/support';

describe('what a details panel shows, after the list of files has changed', () => {
  let source: TestSource;
  let panels: DetailsPanels;
  let panel: vscode.WebviewPanel;
  /** What was posted to the webview. */
  let views: DetailsView[];

  beforeEach(() => {
    source = new TestSource();
    panels = new DetailsPanels({ extensionUri: extension().extensionUri, source });
    panel = vscode.window.createWebviewPanel(DETAILS_VIEW_TYPE, '', vscode.ViewColumn.Active, {});
    views = [];
    const post = panel.webview.postMessage.bind(panel.webview);
    Object.defineProperty(panel.webview, 'postMessage', {
      value: (message: { readonly type: string; readonly view: DetailsView }) => {
        if (message.type === 'view') views.push(message.view);
        return post(message);
      },
    });
  });

  afterEach(() => {
    panel.dispose();
    panels.dispose();
  });

  /** The view once the answer is there, and then after a change. */
  const viewAfter = async (change: () => void): Promise<DetailsView> => {
    panels.restore(panel, { environment: 'local', fileId: 'a.pdf', pinned: false });
    while (views.at(-1)?.state === 'loading' || views.length === 0) await nextTurn();
    change();
    const view = views.at(-1);
    assert.ok(view);
    return view;
  };
  const otherFile = () => source.change();

  for (const [state, kind, status, kept] of [
    ['gone', 'api', 404, {}],
    ['failed', 'http', 500, { record: { name: 'a.pdf' }, fetchedAt: 1, requestId: 'req-1' }],
  ] as const) {
    it(`is still "${state}", with the request that said so and not the one before that succeeded`, async () => {
      source.kept = kept;
      source.answer = { state, error: { kind, status, message: 'No.' }, requestId: 'req-2' };
      const view = await viewAfter(otherFile);
      assert.deepEqual([view.state, view.notice?.requestId], [state, 'req-2']);
    });
  }

  it('is what was fetched since then', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1, requestId: 'req-1' };
    source.answer = { state: 'failed', error: { kind: 'http', status: 500, message: 'It failed.' } };
    const view = await viewAfter(() =>
      source.change({ record: { name: 'b.pdf' }, fetchedAt: 2, requestId: 'req-3', state: 'fresh' }),
    );
    assert.equal(view.state, 'fresh');
    assert.equal(view.title, 'b.pdf');
  });

  it('is still what was fetched, where only something older is kept', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1 };
    source.answer = { record: { name: 'b.pdf' }, fetchedAt: 2 };
    assert.equal((await viewAfter(otherFile)).title, 'b.pdf');
    source.change({ ...source.kept, state: 'gone' });
    assert.equal(views.at(-1)?.state, 'gone');
  });

  it('is the same page when its file is asked for once more, and another for another file', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1 };
    const before = await viewAfter(otherFile);
    panels.show({ environment: 'local', fileId: 'a.pdf' });
    while (views.at(-1)?.state === 'loading') await nextTurn();
    assert.equal(views.at(-1)?.showing, before.showing, 'a click on it still counts');
    panels.show({ environment: 'sandbox', fileId: 'a.pdf' });
    assert.notEqual(views.at(-1)?.showing, before.showing);
  });

  it('is nothing of another account', async () => {
    source.kept = { account: 'one', record: { name: 'a.pdf', purpose: 'theirs' }, fetchedAt: 1 };
    const { showing } = await viewAfter(otherFile);
    source.change({ account: 'other' });
    assert.doesNotMatch(JSON.stringify(views.at(-1)), /theirs/);
    assert.notEqual(views.at(-1)?.showing, showing, 'the preview goes too');
  });

  it('is nothing of another account, also where its answer comes when the account has changed', async () => {
    source.kept = { account: 'one' };
    source.answer = { account: 'other', record: { purpose: 'theirs' } };
    await viewAfter(otherFile);
    assert.doesNotMatch(JSON.stringify(views), /theirs/);
  });

  it('is still all of a file that was taken out of the list', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1 };
    const { sections, title } = await viewAfter(otherFile);
    source.change({});
    assert.deepEqual([views.at(-1)?.title, views.at(-1)?.sections], [title, sections]);
  });
});

describe('a row of a details panel', () => {
  it('says why it could not be copied', async () => {
    const source = new TestSource();
    source.kept = { state: 'fresh', record: { name: 'a.pdf' } };
    source.copy = () => Promise.reject(new Error('The clipboard is locked.'));
    const { promise, resolve } = Promise.withResolvers<string>();
    const showErrorMessage = (text: string) => {
      resolve(text);
      return Promise.resolve();
    };
    using _ = replaceInWindow({ showErrorMessage });
    const panel = vscode.window.createWebviewPanel(DETAILS_VIEW_TYPE, '', vscode.ViewColumn.Active, {});
    const page = new vscode.EventEmitter<unknown>();
    Object.defineProperty(panel.webview, 'onDidReceiveMessage', { value: page.event });
    const panels = new DetailsPanels({ extensionUri: extension().extensionUri, source });
    panels.restore(panel, { environment: 'local', fileId: 'a.pdf', pinned: false });
    page.fire({ type: 'copy', key: 'name', showing: 1 });
    assert.equal(await promise, 'The clipboard is locked.');
    panels.dispose();
  });
});

describe('the details panel of an upload', () => {
  it('shows what became of it without a request, and the file once there is one', () => {
    const asked: DetailsTarget[] = [];
    const source = new TestSource();
    const refresh = source.refresh.bind(source);
    source.refresh = (target) => {
      asked.push(target);
      return refresh(target);
    };
    const panels = new DetailsPanels({ extensionUri: extension().extensionUri, source });
    source.kept = { state: 'upload' };
    panels.show({ environment: 'local', fileId: '', row: 7 });
    source.change();
    assert.deepEqual(asked, []);
    source.change({ fileId: 'file_a.pdf' });
    assert.deepEqual(asked, [{ environment: 'local', fileId: 'file_a.pdf' }]);
    panels.dispose();
  });

  after(closeEditors);
});

describe('what is known of a file', () => {
  const target = { environment: 'sandbox', fileId: 'file_a.pdf' };
  const { signal } = new AbortController();
  let window: ReturnType<typeof newStorage>;
  let storage: Storage;
  let source: DetailsSource;
  /** Of the account behind the environment. */
  let identity: string;
  /** What fetching it comes to. */
  let fetched: () => Promise<FetchedRecord>;

  beforeEach(() => {
    identity = 'one';
    fetched = () => Promise.reject(new PaymentsError({ kind: 'network', message: 'No way there.' }));
    window = newStorage({ identityOf: () => identity });
    ({ storage } = window);
    storage.files.keepDetails('sandbox', { ...target, details: { name: 'a.pdf' }, requestId: 'req-1' });
    const environments = { all: [], onDidChange: () => new vscode.Disposable(() => undefined) };
    const records = { fetch: () => fetched() };
    const keys = { every: () => Promise.resolve(['a-later-key-0042']) };
    source = new DetailsSource(
      { environments, keys } as unknown as Pick<Services, 'environments' | 'keys'>,
      storage,
      records as unknown as FileRecords,
      undefined as unknown as FileContent,
    );
  });
  afterEach(() => window[Symbol.asyncDispose]());

  it('stays when it is taken out of the list, and is followed by what is fetched then', async () => {
    storage.files.forget([storage.files.get('sandbox', target.fileId)?.key ?? 0]);
    assert.equal(source.load(target).record?.['name'], 'a.pdf');
    assert.equal(source.load(target).requestId, 'req-1');
    const details = { name: 'renamed.pdf' };
    const file = storage.files.updateDetails('sandbox', {
      ...target,
      details,
      requestId: 'req-2',
      exchangeId: 'exchange-2',
    });
    fetched = () => Promise.resolve({ record: recordOf('renamed.pdf'), file, exchangeId: 'exchange-2' });
    const model = await source.refresh(target, signal);
    assert.deepEqual([model.state, model.record, model.requestId], ['fresh', details, 'req-2']);
  });

  it('gives no key that was stored after it came, neither to the clipboard nor to a document', async () => {
    storage.files.keepDetails('sandbox', { ...target, details: { name: 'for a-later-key-0042' } });
    await source.copy('for a-later-key-0042');
    assert.equal(await vscode.env.clipboard.readText(), 'for ••••');
    assert.equal(await source.rawJson(target), '{\n  "name": "for ••••"\n}');
  });

  for (const [what, fileId] of [
    ['nothing of it is kept', 'file_b.pdf'],
    ['that cannot be written down', target.fileId],
  ] as const) {
    it(`is all that was fetched where ${what}`, async () => {
      const record = recordOf('fetched.pdf');
      const file = storage.files.get('sandbox', fileId);
      fetched = () => Promise.resolve({ record, file, requestId: 'req-2', exchangeId: 'exchange-2' });
      const model = await source.refresh({ environment: 'sandbox', fileId }, signal);
      assert.deepEqual([model.state, model.record, model.requestId], ['fresh', record, 'req-2']);
      assert.ok(model.fetchedAt !== undefined);
    });
  }

  it('has the report and the request of the last fetch, which failed, and not of the time before', async () => {
    const send = async (path: string) =>
      (await call('sendRequest', { path, environment: 'local', reveal: false })).exchangeId;
    const [before, last] = [await send('/local-sandbox/balances'), await send('/no-such-thing')];
    assert.ok(before !== undefined && last !== undefined);
    storage.files.keepDetails('sandbox', { ...target, details: {}, requestId: 'req-1', exchangeId: before });
    assert.equal((await source.run('showRequest', source.load(target))).exchangeId, before);
    const names = { requestId: 'req-2', exchangeId: last };
    fetched = () =>
      Promise.reject(new PaymentsError({ kind: 'http', message: 'It failed.', status: 500 }, names));
    const model = await source.refresh(target, signal);
    assert.equal((await source.run('showRequest', model)).exchangeId, last);
    assert.equal((await source.run('supportReport', model)).exchangeId, last);
  });

  it('does not show the request id of an earlier success as that of a failure, nor once the file is gone', async () => {
    const failed = await source.refresh(target, signal);
    assert.deepEqual([failed.state, failed.error?.kind, failed.requestId], ['failed', 'network', undefined]);
    assert.equal(source.load(target).requestId, 'req-1');
    storage.files.markGone('sandbox', target.fileId, true);
    const gone = source.load(target);
    assert.deepEqual([gone.state, gone.requestId], ['gone', undefined]);
  });

  it('is of production also after a reload, where the environment left the settings', () => {
    const { environment } = source.load({ ...target, isProduction: true });
    assert.deepEqual([environment.type, environment.isGone], ['production', true]);
    assert.equal(environment.name, 'sandbox (no longer in the settings)');
  });

  it('is what became of its upload, by its row, until the service has it', () => {
    const begun = begin(storage, 'late.pdf');
    const row = { environment: 'sandbox', fileId: '', row: begun.key };
    assert.equal(source.load(row).state, 'upload');
    storage.files.fail(begun.key, { state: 'failed', error: { kind: 'network', message: 'No way there.' } });
    assert.equal(source.load(row).file?.error?.message, 'No way there.');
    assert.equal(source.load({ ...row, environment: 'production' }).file, undefined);
    storage.files.settle(begun.key, { fileId: 'file_late.pdf', details: { name: 'late.pdf' } });
    const { fileId, state, record } = source.load(row);
    assert.deepEqual([fileId, state, record?.['name']], ['file_late.pdf', 'fresh', 'late.pdf']);
  });

  it('says of which account it is, also of an upload, so that a panel shows nothing of another one', () => {
    const begun = begin(storage, 'theirs.pdf');
    const shown = [target, { environment: 'sandbox', fileId: '', row: begun.key }];
    const accounts = () =>
      shown.map((one) => source.load(one)).map(({ account, file }) => [account, file?.name]);
    assert.deepEqual(accounts(), [
      ['one', 'a.pdf'],
      ['one', 'theirs.pdf'],
    ]);
    identity = 'other';
    assert.deepEqual(accounts(), Array(2).fill(['other', undefined]));
  });
});

const recordOf = (name: string): FetchedRecord['record'] => ({ ...FILE_DATA, id: 'file_b.pdf', name });
