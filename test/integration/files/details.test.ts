import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DetailsPanels } from '../../../src/files/details/panels';
import { DETAILS_VIEW_TYPE } from '../../../src/ui/panels/webviewRestoring';
import type { DetailsModel, DetailsTarget } from '../../../src/files/details/model/source';
import { eventually } from '../../host/editor/waiting.mts';
import { FILE_DATA, ok } from '../../support/apiClient';
import { answering } from '../../support/httpServer';
import { startService } from '../support/contract';
import { TestSource } from '../support/detailsSource';
import { setUserSetting, succeed, closeEditors, extension } from '../support/extension';

/** A source whose answers come when the test says so. */
class LateSource extends TestSource {
  /** Each answers one request. */
  readonly asked: ((change: Partial<DetailsModel>) => void)[] = [];

  override refresh(target: DetailsTarget): Promise<DetailsModel> {
    return new Promise((resolve) => {
      this.asked.push((change) => resolve({ ...this.load(target), state: 'fresh', ...change }));
    });
  }
}

/** The details panels that are open, by their titles. */
function titles(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(DETAILS_VIEW_TYPE),
    )
    .map(({ label }) => label)
    .sort();
}

/** Waits until the open details panels have these titles. */
const titlesAre = (...expected: string[]) =>
  eventually(titles, (now) => now.join('\n') === expected.toSorted().join('\n'));

function target(fileId: string): DetailsTarget {
  return { environment: 'local', fileId };
}

describe('the details panels', () => {
  let source: LateSource;
  let panels: DetailsPanels;

  beforeEach(() => {
    source = new LateSource();
    panels = new DetailsPanels({ extensionUri: extension().extensionUri, source });
  });

  afterEach(async () => {
    panels.dispose();
    await closeEditors();
    await titlesAre();
  });

  it('show what is known at once, then the answer of the service', async () => {
    panels.show(target('a.pdf'));
    await titlesAre('a.pdf');
    source.asked[0]?.({ record: { name: 'invoice.pdf' } });
    await titlesAre('invoice.pdf');
  });

  it('do not ask for what was just fetched', async () => {
    source.kept = { state: 'fresh', record: { name: 'fresh.pdf' } };
    panels.show(target('a.pdf'));
    await titlesAre('fresh.pdf');
    assert.equal(source.asked.length, 0);
  });

  it('reuse one panel for browsing, and never show a late answer under the name of another file', async () => {
    panels.show(target('a.pdf'));
    panels.show(target('b.pdf'));
    await titlesAre('b.pdf');
    source.asked[0]?.({ record: { name: 'late.pdf' } });
    source.asked[1]?.({ record: { name: 'right.pdf' } });
    await titlesAre('right.pdf');
  });

  it('keep a pinned panel, and come back to it instead of opening another', async () => {
    panels.show(target('a.pdf'), false);
    panels.show(target('b.pdf'));
    await titlesAre('a.pdf', 'b.pdf');
    panels.show(target('a.pdf'));
    panels.show(target('c.pdf'));
    await titlesAre('a.pdf', 'c.pdf');
  });

  it('hold files of the same id in two environments apart', async () => {
    panels.show({ environment: 'local', fileId: 'same.pdf' }, false);
    panels.show({ environment: 'sandbox', fileId: 'same.pdf' }, false);
    await titlesAre('same.pdf', 'same.pdf');
  });

  it('restore a panel from what its webview kept, and close one that names no file', async () => {
    const create = (): vscode.WebviewPanel =>
      vscode.window.createWebviewPanel(DETAILS_VIEW_TYPE, 'restored', vscode.ViewColumn.Active, {});
    panels.restore(create(), { environment: 'local', fileId: 'back.pdf', pinned: true });
    panels.restore(create(), { something: 'else' });
    await titlesAre('back.pdf');
    panels.show(target('other.pdf'));
    await titlesAre('back.pdf', 'other.pdf');
  });
});

describe('the details panel of a file whose environment changes', () => {
  after(closeEditors);

  it('names production at once, and stays when it leaves the settings', async () => {
    const record = ok({ ...FILE_DATA, id: 'file_p.pdf', name: 'account.pdf' });
    await using service = await startService(answering(200, record), 'mine');
    await succeed('showFileDetails', 'file_p.pdf', { environment: 'mine' });
    await titlesAre('account.pdf');
    await setUserSetting('environments', {
      mine: { apiUrl: service.url, type: 'production', name: 'Mine' },
    });
    await titlesAre('account.pdf – PRODUCTION (Mine)');
    await setUserSetting('environments', {});
    await titlesAre('account.pdf – PRODUCTION (Mine (no longer in the settings))');
  });
});
