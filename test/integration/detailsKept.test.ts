import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DetailsPanels } from '../../src/files/details/panels';
import type { DetailsView } from '../../src/files/details/protocol';
import { DETAILS_VIEW_TYPE } from '../../src/files/details/restoring';
import type { DetailsModel, DetailsSource, DetailsTarget } from '../../src/files/details/source';

/** A source that answers at once. What is kept is what the registry would give. */
class TestSource implements DetailsSource {
  kept: Partial<DetailsModel> = {};
  answer: Partial<DetailsModel> = {};
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  load({ environment, fileId }: DetailsTarget): DetailsModel {
    const named = { id: environment, name: environment, type: 'local' } as const;
    return { environment: named, fileId, state: 'stale', ...this.kept };
  }

  refresh(target: DetailsTarget): Promise<DetailsModel> {
    return Promise.resolve({ ...this.load(target), state: 'fresh', ...this.answer });
  }

  /** Something changes in the list of files. */
  change(kept = this.kept): void {
    this.kept = kept;
    this.#changed.fire();
  }

  run() {
    return Promise.resolve({ ok: true, data: undefined } as const);
  }

  content() {
    return Promise.resolve({ ok: true, data: { bytes: new Uint8Array() } } as const);
  }
}

describe('what a details panel shows, after the list of files has changed', () => {
  let source: TestSource;
  let panels: DetailsPanels;
  let panel: vscode.WebviewPanel;
  /** What was posted to the webview. */
  let views: DetailsView[];

  beforeEach(() => {
    const extension = vscode.extensions.getExtension('payments-tools.payments-api-explorer');
    assert.ok(extension);
    source = new TestSource();
    panels = new DetailsPanels(extension.extensionUri, source);
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
    panels.restore(panel, { environment: 'local', fileId: 'a.pdf', pinned: true });
    while (views.at(-1)?.state === 'loading' || views.length === 0) await nextTurn();
    change();
    const view = views.at(-1);
    assert.ok(view);
    return view;
  };
  const otherFile = () => {
    source.change();
  };

  it('still says that a file which is not known here is gone', async () => {
    const error = { kind: 'api', status: 404, message: 'No such file.' } as const;
    source.answer = { state: 'gone', error, requestId: 'req-2' };
    const view = await viewAfter(otherFile);
    assert.equal(view.state, 'gone');
    assert.equal(view.notice?.requestId, 'req-2');
  });

  it('still names the request that failed, not the one before that succeeded', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1, requestId: 'req-1' };
    const error = { kind: 'http', status: 500, message: 'It failed.' } as const;
    source.answer = { state: 'failed', error, requestId: 'req-2' };
    const view = await viewAfter(otherFile);
    assert.equal(view.state, 'failed');
    assert.equal(view.notice?.requestId, 'req-2');
  });

  it('is what was fetched since then', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1, requestId: 'req-1' };
    source.answer = { state: 'failed', error: { kind: 'http', status: 500, message: 'It failed.' } };
    const view = await viewAfter(() => {
      source.change({ record: { name: 'b.pdf' }, fetchedAt: 2, requestId: 'req-3', state: 'fresh' });
    });
    assert.equal(view.state, 'fresh');
    assert.equal(view.title, 'b.pdf');
  });

  it('still shows all of a file that was taken out of the list', async () => {
    source.kept = { record: { name: 'a.pdf' }, fetchedAt: 1 };
    const before = await viewAfter(otherFile);
    source.change({});
    const after = views.at(-1);
    assert.equal(after?.title, 'a.pdf');
    assert.deepEqual(after.sections, before.sections);
  });
});
