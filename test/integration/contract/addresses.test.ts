import assert from 'node:assert/strict';
import { startHttpServer, sendJson } from '../../support/httpServer';
import { rawResponse, startRawServer } from '../../support/rawServer';
import { KEY, acceptUpload, outcomeOf } from '../support/contract';
import { newPdf, useEnvironments, writeFile } from '../support/extension';

const envelope = { success: true, message: 'Fine', data: {} };
const record = {
  id: 'file_1.pdf',
  purpose: 'payment_evidence',
  name: 'a.pdf',
  mimeType: 'application/pdf',
  contentLink: { url: 'http://127.0.0.1/v1/files/file_1.pdf/content', expiryDate: null },
  expiryDate: null,
  uploadedAt: '2026-01-02T03:04:05.678Z',
};
const startAny = () =>
  startHttpServer((request, response, index) => {
    if (request.path.endsWith('/upload')) void acceptUpload(request, response, index);
    else sendJson(response, 200, request.path.includes('/files/') ? { ...envelope, data: record } : envelope);
  });

describe('an address', () => {
  it('of the files host is its own where it is given', async () => {
    await using server = await startAny();
    await using files = await startAny();
    for (const suffix of ['', '/', '/v1', '/v1/']) {
      const filesUrl = `${files.url}${suffix}`;
      await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url, filesUrl } }, KEY);
      const uri = await writeFile('host.pdf', newPdf());
      const options = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'sandbox' };
      assert.ok((await outcomeOf('uploadFiles', uri, undefined, options)).ok);
      assert.equal(files.seen.at(-1)?.path, '/v1/files/upload');
      assert.equal(files.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    }
    assert.equal(server.seen.length, 0);
  });
});

describe('a key', () => {
  it('is sent to a content link of its own origin, and to no other', async () => {
    await using elsewhere = await startRawServer(async (socket, request) => {
      await request.body();
      socket.end(
        rawResponse(200, { 'content-type': 'application/pdf', connection: 'close' }, '%PDF-1.4 theirs'),
      );
    });
    let link = '';
    await using server = await startHttpServer((request, response) => {
      if (request.path.endsWith('/content'))
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 ours');
      else
        sendJson(response, 200, {
          ...envelope,
          data: { ...record, contentLink: { url: link, expiryDate: null } },
        });
    });
    await using _environments = await useEnvironments({ sandbox: { apiUrl: server.url } }, KEY);
    const target = await writeFile('saved.pdf', new Uint8Array());
    link = `${server.url}/v1/files/own/content`;
    const own = await outcomeOf('saveContent', 'own', { environment: 'sandbox', target });
    assert.deepEqual(own.data, { uri: target.toString(), bytes: 13 });
    assert.equal(server.seen.at(-1)?.headers.authorization, `ApiKey ${KEY}`);
    link = `${elsewhere.url}/v1/files/theirs/content`;
    const theirs = await outcomeOf('saveContent', 'theirs', { environment: 'sandbox', target });
    assert.ok(theirs.ok, theirs.error?.message);
    assert.equal(elsewhere.heads.length, 1);
    assert.doesNotMatch(elsewhere.heads[0] ?? '', /authorization|contract-key/iu);
    for (const odd of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/plain,x',
      'vscode://x/y',
      '',
      'command:x',
    ]) {
      link = odd;
      for (const name of ['saveContent', 'openContent']) {
        const { ok } = await outcomeOf(name, 'odd', { environment: 'sandbox', target });
        assert.ok(!ok, `${name} ${odd}`);
      }
    }
  });
});
