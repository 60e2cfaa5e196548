import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describeWait } from '../../../src/ui/sending';
import { RunningRequests } from '../../../src/requests/view/pendingRequests';
import { testId } from '../../../src/services/environments/testCalls';
import { newExchange } from '../../unit/storage/support';
import { openView } from '../support/requestsView';

describe('the Requests view while requests run', () => {
  it('shows what takes longer than a moment, uploads too, until its exchange replaces it', async () => {
    await using view = await openView();
    const { client, rows, server } = view;
    assert.deepEqual(await rows(), []);

    const reading = client.request({ method: 'GET', path: '/slow/list?limit=1' });
    await view.until((shown) => shown.includes('GET slow/list limit=1 · running'));
    const pdf = new TextEncoder().encode('%PDF-1.4');
    const upload = { content: pdf, name: 'a.pdf', purpose: 'payment_evidence', mimeType: 'application/pdf' };
    const uploading = client.uploadFile(upload);
    const both = await view.until((shown) => shown.length === 2);
    assert.deepEqual(both, ['POST files/upload running', 'GET slow/list limit=1 · running']);

    server.answerAll();
    await reading;
    await uploading.catch(() => undefined);
    const after = await view.until((shown) => shown.length === 2 && !shown.join().includes('running'));
    assert.match(after.join(), /GET slow\/list limit=1 /);
  });

  it('says which attempt comes next, and when', () => {
    const said = describeWait({ attempt: 2, of: 4, milliseconds: 1000 });
    assert.equal(said, 'attempt 2 of 4, waiting 1 sec');
  });

  // How often its times change while it is in sight: test/unit/ui/ageTimer.test.ts.
  it('is drawn again when it comes into sight', async () => {
    await using view = await openView();
    let refreshes = 0;
    view.tree.onDidChangeTreeData(() => (refreshes += 1));
    const shown = view.attach();
    shown.fire({ visible: false });
    assert.equal(refreshes, 0);
    shown.fire({ visible: true });
    assert.equal(refreshes, 1);
  });

  it('shows the test of a set-up as what it is, and not as a failure', async () => {
    await using view = await openView();
    view.server.refuse(404);
    const test = { method: 'GET', path: `/files/${testId()}` };
    await assert.rejects(view.client.request(test));
    const [row] = await view.until((rows) => rows.length === 1);
    assert.match(row ?? '', /^GET connection test 404/);
    const [node] = await view.tree.getChildren();
    assert.ok(node);
    const icon = view.tree.getTreeItem(node).iconPath;
    assert.equal(icon instanceof vscode.ThemeIcon && icon.id, 'plug');
  });

  it('says outcome, request, age and duration to a screen reader', async () => {
    await using view = await openView();
    view.server.answerAll();
    await view.client.request({ method: 'GET', path: '/one' });
    const [node] = await view.tree.getChildren();
    assert.ok(node);
    const item = view.tree.getTreeItem(node);
    assert.match(typeof item.tooltip === 'string' ? item.tooltip : '', /^Environment: Local Sandbox$/m);
    const label = item.accessibilityInformation?.label ?? '';
    assert.match(label, /^succeeded: GET one, now · 200 · \d+(\.\d+)? (ms|sec)$/);
  });

  it('says what became of a batch of uploads to a screen reader', async () => {
    await using view = await openView();
    const upload = {
      operation: 'uploadFile',
      method: 'POST',
      environment: 'local',
      startedAt: Date.now(),
    } as const;
    for (const id of ['a', 'b', 'c', 'd'])
      view.storage.history.add(newExchange(id, { ...upload, batch: 'one' }), 100);
    const said = async (isCut = false) => {
      const [batch] = await view.tree.getChildren();
      return batch && view.tree.getTreeItem({ ...batch, isCut }).accessibilityInformation?.label;
    };
    assert.equal(await said(), 'succeeded: 4 uploads, now');
    assert.equal(await said(true), '4+ uploads, now', 'nothing is known of the others');
    view.storage.history.add(newExchange('e', { ...upload, batch: 'one', outcome: 'timeout' }), 100);
    assert.equal(await said(), '5 uploads, 4 uploaded · 1 failed · now');
  });

  it('sums up a day in its tooltip', async () => {
    await using view = await openView();
    view.server.answerAll();
    for (const path of ['/one', '/two']) await view.client.request({ method: 'GET', path });
    let isDrawnAgain = false;
    view.tree.onDidChangeTreeData(() => (isDrawnAgain = true));
    await view.tree.setGrouped(true);
    assert.ok(isDrawnAgain);
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
    assert.deepEqual(await view.until((shown) => shown.length === 1), ['GET slow running']);
    assert.equal(view.running.of('sandbox').length, 1);
    abort.abort();
    await assert.rejects(reading);
    await view.until((shown) => shown.length === 1 && shown[0]?.includes('cancelled') === true);
    view.server.answerAll();
    await elsewhere;
    assert.deepEqual(view.running.of('sandbox'), []);
  });

  it('does not flicker for what is answered at once', async () => {
    const running = new RunningRequests();
    const fast = Array.from({ length: 20 }, (_, index) =>
      newExchange(`fast-${index}`, { environment: 'local' }),
    );
    // Timers end in the order of their times, on a busy computer too: this one before those that show a request.
    setTimeout(() => {
      for (const begun of fast) running.end(begun);
      running.begin(newExchange('slow', { environment: 'local' }));
    }, 100);
    for (const begun of fast) running.begin(begun);
    const shown = await new Promise((resolve) =>
      running.onDidChange(() => resolve(running.of('local').map(({ id }) => id))),
    );
    assert.deepEqual(shown, ['slow']);
    running.dispose();
  });
});
