import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { answering } from '../../support/httpServer';
import { files } from '../support/batches';
import { acceptUpload, startService } from '../support/contract';
import { newPdf, succeed, writeFile } from '../support/extension';
import { ANSWERS, inDatabase, refuse, serviceOfEach, statuses } from '../support/uploads';

/** The rows of a name, as code finds them. */
async function rowsOf(name: string) {
  const { data } = await succeed('findFiles', name, { environment: 'sandbox' });
  return data
    .map(({ key, state, id }) => ({ key: key as number, state, id }))
    .toSorted((a, b) => a.key - b.key);
}

const upload = async (uri: vscode.Uri, more: object = {}) =>
  (await succeed('uploadFiles', uri, undefined, { ...ANSWERS, ...more })).data[0];

describe('an upload that is sent again', () => {
  const service = serviceOfEach(refuse);

  it('by a retry of each of two rows of one path is sent once, and both rows are the file', async () => {
    const uri = await writeFile('once-two-rows.pdf', newPdf());
    await upload(uri);
    await upload(uri);
    const [one, two] = await rowsOf('once-two-rows.pdf');
    assert.ok(one && two);
    service.answer = acceptUpload;
    const first = await succeed('retryUpload', one.key);
    const second = await succeed('retryUpload', two.key);
    assert.deepEqual([first.data[0]?.status, second.data[0]?.status], ['uploaded', 'duplicate']);
    assert.equal(service.seen.length, 3);
    const id = first.data[0]?.file?.['id'];
    assert.deepEqual(
      await rowsOf('once-two-rows.pdf'),
      [one, two].map(({ key }) => ({ key, state: 'uploaded', id })),
    );
    await succeed('forgetFile', id as string, { environment: 'sandbox' });
    assert.deepEqual(await rowsOf('once-two-rows.pdf'), []);
  });

  it('by Resume has the bytes of its row, also where another row of the same path has others', async () => {
    const content = newPdf();
    const uri = await writeFile('once-resumed.pdf', content);
    await upload(uri);
    await writeFile('once-resumed.pdf', newPdf());
    await upload(uri);
    await writeFile('once-resumed.pdf', content);
    // As a window leaves them that ended before their turn.
    await inDatabase((db) =>
      db.prepare("UPDATE files SET state = 'not-sent', error = NULL WHERE uri = ?").run(uri.toString()),
    );
    service.answer = acceptUpload;
    const { data } = await succeed('resumeUploads', { environment: 'sandbox' });
    assert.deepEqual(statuses(data).sort(), ['rejected', 'uploaded']);
    assert.deepEqual(
      (await rowsOf('once-resumed.pdf')).map(({ state }) => state),
      ['uploaded', 'not-sent'],
    );
    // Another file's tests would resume it too.
    await inDatabase((db) => db.prepare("DELETE FROM files WHERE state = 'not-sent'").run());
  });

  it('by two calls at once that want duplicates is sent once', async () => {
    service.answer = acceptUpload;
    const uri = await writeFile('once-parallel.pdf', newPdf());
    const send = () => upload(uri, { duplicates: 'upload' });
    const both = await Promise.all([send(), send()]);
    assert.deepEqual(both.map((result) => result?.status ?? '').sort(), ['duplicate', 'uploaded']);
    assert.equal(service.seen.length, 1);
    const again = await send();
    assert.equal(again?.status, 'uploaded');
    assert.notEqual(again.file?.['id'], both[0]?.file?.['id']);
  });

  it('is not sent by code before the time is over that the service asked for', async () => {
    // Of its own environment: what is held back stays so for all tests of this window.
    await using busy = await startService(answering(503, {}, { 'retry-after': '90' }), 'busy');
    const { environment } = busy;
    const uris = await files(10, 'once-busy');
    const { data } = await succeed('uploadFiles', uris[0], uris, { ...ANSWERS, environment });
    const sent = busy.seen.length;
    assert.equal(data.filter(({ status }) => status === 'not-sent').length, 10 - sent);
    const held = await succeed('resumeUploads', { environment });
    assert.equal(held.data.length, 10 - sent);
    for (const { status, error } of held.data)
      assert.ok(status === 'not-sent' && (error?.retryAfterSeconds ?? 0) > 60);
    assert.equal(busy.seen.length, sent);
  });
});
