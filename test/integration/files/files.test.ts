import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/editor/waiting.mts';
import { fail, sample, succeed, writeFile, readText } from '../support/extension';
import { uploadNew } from '../support/uploads';

describe('files that the service has', () => {
  it('are shown with the record as the service gives it', async () => {
    const id = await uploadNew('shown.pdf');
    const { data, requestId } = await succeed('showFileDetails', id);
    assert.equal(data['id'], id);
    assert.equal(data['name'], 'shown.pdf');
    assert.ok(requestId);
    await eventually(
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      (labels) => labels.some((label) => label.includes('shown.pdf')),
    );
  });

  it('that are not known to the service come back as its error, with the request id', async () => {
    const { error, requestId } = await fail('showFileDetails', 'file_none.pdf');
    assert.equal(error.kind, 'api');
    assert.equal(error.status, 404);
    assert.ok(requestId);
  });

  it('are found by parts of their names and ids, without a prompt', async () => {
    const id = await uploadNew('Rechnung_Größe-2026.pdf');
    const byName = await succeed('findFiles', 'rechnung 2026');
    assert.ok(byName.data.some((record) => record['id'] === id));
    const byId = await succeed('findFiles', id);
    assert.deepEqual(
      byId.data.map((record) => record['id']),
      [id],
    );
    assert.deepEqual((await succeed('findFiles', 'no-such-thing "OR" *')).data, []);
    assert.equal((await succeed('findFiles', '', { limit: 1 })).data.length, 1);
    assert.equal((await fail('findFiles', '', { limit: 0 })).error.kind, 'preflight');
  });

  it('have their id and their link copied', async () => {
    const id = await uploadNew('copied.pdf');
    assert.equal((await succeed('copyFileId', id)).data, id);
    assert.equal(await vscode.env.clipboard.readText(), id);
    const { data } = await succeed('copyContentLink', id);
    assert.match(data, new RegExp(`/v1/files/${id}/content`));
    assert.equal(await vscode.env.clipboard.readText(), data);
  });

  it('are not saved from a link that has expired nor to where nothing can be, and say so', async () => {
    const id = await uploadNew('expired.pdf');
    const target = vscode.Uri.joinPath(await writeFile('a-file', ''), 'below');
    const inVain = await fail('saveContent', id, { target });
    assert.deepEqual([inVain.error.kind, inVain.requestId?.slice(0, 4)], ['preflight', 'req_']);
    await succeed('setLocalSandboxScenario', 'expired-links');
    try {
      const { error } = await fail('saveContent', id, { target: sample('never-written.pdf') });
      assert.equal(error.kind, 'api');
      assert.equal(error.status, 403);
    } finally {
      await succeed('setLocalSandboxScenario', 'normal');
    }
  });

  it('are exported as CSV and JSON, without links that open them', async () => {
    await uploadNew('=cmd|calc.pdf');
    for (const format of ['csv', 'json'] as const) {
      const target = sample(`export.${format}`);
      const { data } = await succeed('exportFiles', { format, target });
      assert.equal(data.uri, target.toString());
      const text = await readText(target);
      assert.ok(text.includes('=cmd|calc.pdf'));
      assert.ok(!text.includes('token='), 'no content link');
      if (format === 'csv') assert.ok(!text.includes('"=cmd'), 'no formula');
      else assert.equal((JSON.parse(text) as unknown[]).length, data.count);
    }
    assert.equal((await fail('exportFiles', { format: 'xml', target: sample('x') })).error.kind, 'preflight');
  });
});
