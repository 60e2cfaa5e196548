import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { answering, refusing, startHttpServer } from '../../support/httpServer';
import { acceptUpload, errorOf, KEY, startService } from '../support/contract';
import { newPdf, succeed, useEnvironments, writeFile, closeEditors } from '../support/extension';
import { files } from '../support/batches';
import { ANSWERS, copies, inDatabase, refuse, serviceOfEach, statuses } from '../support/uploads';

describe('an upload that the service may have acted on', () => {
  const service = serviceOfEach(acceptUpload);

  for (const [what, duplicates] of [
    ['a twin', 'skip'],
    ['a copy that is wanted', 'upload'],
  ] as const) {
    it(`is not sent by ${what}, whose outcome is as unknown`, async () => {
      service.answer = refusing(502);
      const uris = await copies(`one-${duplicates}.pdf`, `two-${duplicates}.pdf`);
      const { data } = await succeed('uploadFiles', uris[0], uris, { ...ANSWERS, duplicates });
      assert.equal(service.seen.length, 1);
      assert.deepEqual(statuses(data), ['failed', 'unknown-outcome']);
      for (const { error } of data)
        assert.deepEqual([error?.kind, error?.status, error?.mayHaveActed], ['api', 502, true]);
    });
  }

  it('is not sent again by code, whatever it says of duplicates, nor by a retry of its row', async () => {
    service.answer = refusing(503);
    const [uri] = await copies('later.pdf');
    await succeed('uploadFiles', uri, undefined, ANSWERS);
    service.answer = acceptUpload;
    const [row] = (await succeed('findFiles', 'later.pdf', { environment: 'sandbox' })).data;
    for (const { data } of [
      await succeed('uploadFiles', uri, undefined, ANSWERS),
      await succeed('uploadFiles', uri, undefined, { ...ANSWERS, duplicates: 'upload' }),
      await succeed('retryUpload', row?.['key'] as number),
    ]) {
      assert.deepEqual([data[0]?.status, data[0]?.error?.mayHaveActed], ['unknown-outcome', true]);
      // One warning: what is not sent is not there twice.
      assert.match(data[0]?.warnings?.join(' ') ?? '', /^\W?later\.pdf\W? was not sent: .*may have arrived/);
    }
    assert.equal(service.seen.length, 1);
    const { data } = await succeed('findFiles', 'later.pdf', { environment: 'sandbox' });
    assert.deepEqual(data, [row]);
  });
});

describe('the row of an upload that did not end well', () => {
  after(closeEditors);

  it('opens its details, and neither asks nor sends anything', async () => {
    await using service = await startService(refusing(500));
    const [uri] = await copies('shown-after-failure.pdf');
    await succeed('uploadFiles', uri, undefined, ANSWERS);
    const { key } = await inDatabase(
      (db) => db.prepare('SELECT key FROM files WHERE uri = ?').get(String(uri)) ?? {},
    );
    const { data } = await succeed('showFileDetails', { file: { key, environment: 'sandbox', name: '' } });
    assert.deepEqual(data, {});
    const isInFront = () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'shown-after-failure.pdf';
    while (!isInFront()) await nextTurn();
    assert.equal(service.seen.length, 1);
  });
});

describe('an upload that was answered with an id', () => {
  it('is uploaded whatever else is missing, and a warning says what', async () => {
    await using _service = await startService(answering(201, { data: { id: 'file_lean.pdf', mimeType: 7 } }));
    const uri = await writeFile('lean.pdf', newPdf());
    const [result] = (await succeed('uploadFiles', uri, undefined, ANSWERS)).data;
    assert.deepEqual([result?.status, result?.file?.['id']], ['uploaded', 'file_lean.pdf']);
    const warnings = result?.warnings?.join('\n') ?? '';
    for (const place of ['success', 'message', 'data.purpose', 'data.mimeType', 'data.uploadedAt'])
      assert.ok(warnings.includes(`"${place}"`), warnings);
    const [found] = (await succeed('findFiles', 'file_lean', { environment: 'sandbox' })).data;
    assert.deepEqual([found?.['id'], found?.['state']], ['file_lean.pdf', 'uploaded']);
    const other = await succeed('uploadFiles', await writeFile('fat.pdf', newPdf()), undefined, ANSWERS);
    assert.match(other.data[0]?.warnings?.at(-1) ?? '', /gave the same id to lean\.pdf/);
  });
});

describe('an upload whose path contains the key', () => {
  it('cannot be sent again from its row, and the error says why; the others are', async () => {
    let status = 400;
    await using service = await startService((...request) => refusing(status)(...request));
    const uris = [
      await writeFile(`${KEY}/in-key.pdf`, newPdf()),
      await writeFile('beside-key.pdf', newPdf()),
    ];
    await succeed('uploadFiles', uris[0], uris, ANSWERS);
    const found = await inDatabase((db) =>
      db.prepare('SELECT key FROM files WHERE name LIKE ? ORDER BY name').all('%-key.pdf'),
    );
    const rows = found.map(({ key }) => ({ file: { key, environment: service.environment, name: '' } }));
    const [beside, inKey] = rows;
    const { kind, message } = await errorOf('retryUpload', inKey);
    assert.equal(kind, 'not-found');
    assert.match(message, /The path of in-key\.pdf contains an API key, so it was not kept/);
    status = 422;
    const sent = service.seen.length;
    const { data } = await succeed('retryUpload', beside, rows);
    assert.deepEqual(
      data.map((result) => [result.status, result.error?.kind]),
      [
        ['failed', 'api'],
        ['rejected', 'not-found'],
      ],
    );
    assert.equal(service.seen.length, sent + 1);
  });
});

/** Resumes uploads of two purposes, and does something while the first is on its way. */
async function resumeWhile(name: string, change: () => Promise<unknown>) {
  const gate = Promise.withResolvers<undefined>();
  let isResumed = false;
  await using service = await startService(async (...request) => {
    if (isResumed) await gate.promise;
    await refuse(...request);
  });
  const names = [`resume-first-${name}.pdf`, `resume-${name}.pdf`];
  const purposes = ['payment_evidence', 'business_entity_documents'];
  for (const [index, fileName] of names.entries()) {
    const uri = await writeFile(fileName, newPdf());
    await succeed('uploadFiles', uri, undefined, { ...ANSWERS, purpose: purposes[index] });
  }
  await inDatabase((db) => {
    db.exec("DELETE FROM files WHERE state = 'not-sent'");
    db.prepare("UPDATE files SET state = 'not-sent', error = NULL WHERE name IN (?, ?)").run(...names);
  });
  isResumed = true;
  const resuming = succeed('resumeUploads', { environment: 'sandbox' });
  while (service.seen.length === 2) await nextTurn();
  await change();
  gate.resolve(undefined);
  return await resuming;
}

describe('uploads that a window had not begun to send', () => {
  it('are sent by resumeUploads, exactly these and unchanged', async () => {
    await using service = await startService(refuse);
    const [same, changed, ...others] = await files(3, 'resume');
    assert.ok(same && changed);
    await succeed('uploadFiles', same, [same, changed, ...others], ANSWERS);
    assert.equal(service.seen.length, 3);
    await inDatabase((db) => {
      const update = db.prepare("UPDATE files SET state = 'not-sent', error = NULL WHERE uri IN (?, ?)");
      update.run(same.toString(), changed.toString());
    });
    await vscode.workspace.fs.writeFile(changed, newPdf());
    const { data } = await succeed('resumeUploads', { environment: 'sandbox' });
    assert.deepEqual(Object.fromEntries(data.map(({ uri, status, error }) => [uri, [status, error?.kind]])), {
      [changed.toString()]: ['rejected', 'preflight'],
      [same.toString()]: ['failed', 'api'],
    });
    assert.equal(service.seen.length, 4);
    await inDatabase((db) => db.prepare("DELETE FROM files WHERE state = 'not-sent'").run());
    assert.deepEqual((await succeed('resumeUploads', { environment: 'sandbox' })).data, []);
  });

  it('stay not sent where the key is gone meanwhile', async () => {
    const { data } = await resumeWhile('lost-key', () => succeed('removeApiKey', 'sandbox'));
    assert.deepEqual(
      data.map(({ status, error }) => [status, error?.kind]),
      [
        ['failed', 'api'],
        ['not-sent', 'configuration'],
      ],
    );
  });

  it('do not go to another account that their environment leads to meanwhile', async () => {
    await using other = await startHttpServer(acceptUpload);
    const { data } = await resumeWhile('moved', () =>
      useEnvironments({ sandbox: { apiUrl: other.url } }, KEY),
    );
    assert.equal(other.seen.length, 0);
    assert.deepEqual(data.map(({ status }) => status).sort(), ['failed', 'rejected']);
    assert.match(data[1]?.error?.message ?? '', /leads to another account now/);
  });
});
