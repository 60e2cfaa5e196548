import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from '../../support/httpServer';
import { startService } from '../support/contract';
import { fail, newPdf, setUserSetting, succeed, writeFile } from '../support/extension';

const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip' } as const;

describe('uploading to the Local Sandbox', () => {
  it('gives the upload record and the request id, with nothing set up and nothing asked', async () => {
    const uri = await writeFile('fresh.pdf', newPdf());
    const { data, requestId, exchangeId } = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.equal(data.length, 1);
    assert.equal(data[0]?.status, 'uploaded');
    assert.equal(data[0].uri, uri.toString());
    assert.match(String(data[0].file?.['id']), /\.pdf$/);
    assert.equal(data[0].file?.['purpose'], 'payment_evidence');
    assert.ok(requestId);
    assert.equal(data[0].requestId, requestId);
    assert.ok(exchangeId);
  });

  it('keeps the earlier file when the same bytes were uploaded before for the purpose', async () => {
    const content = newPdf();
    const upload = async (name: string, more: object = {}) =>
      (await succeed('uploadFiles', await writeFile(name, content), undefined, { ...ANSWERS, ...more }))
        .data[0];
    const first = await upload('one.pdf');
    const again = await upload('other name.pdf');
    assert.equal(again?.status, 'duplicate');
    assert.equal(again.file?.['id'], first?.file?.['id']);
    for (const more of [{ duplicates: 'upload' }, { purpose: 'business_entity_documents' }])
      assert.equal((await upload('one.pdf', more))?.status, 'uploaded');
  });

  it('walks a folder and takes only what can be sent', async () => {
    await writeFile('folder/inner/a.pdf', newPdf());
    await writeFile('folder/b.PDF', newPdf());
    await writeFile('folder/readme.txt', 'no');
    const folder = await writeFile('folder/.hidden.pdf', newPdf());
    const { data } = await succeed('uploadFiles', vscode.Uri.joinPath(folder, '..'), undefined, ANSWERS);
    assert.deepEqual(data.map(({ uri }) => uri.slice(uri.indexOf('/folder/'))).sort(), [
      '/folder/b.PDF',
      '/folder/inner/a.pdf',
    ]);
  });
});

describe('uploading to a service that fails', () => {
  it('keeps every fact of an error answer', async () => {
    const refusal = {
      success: false,
      code: 'invalid_request',
      message: 'Not valid',
      data: [{ code: 'required', fieldName: 'purpose', message: 'purpose is required' }],
    };
    await using service = await startService(answering(400, refusal, { 'x-request-id': 'req-400' }));
    const uri = await writeFile('refused.pdf', newPdf());
    const { data } = await succeed('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'sandbox' });
    assert.equal(data[0]?.status, 'failed');
    assert.equal(data[0].requestId, 'req-400');
    const { error } = data[0];
    assert.deepEqual(
      [error?.kind, error?.status, error?.code, error?.fields?.[0]?.fieldName],
      ['api', 400, 'invalid_request', 'purpose'],
    );
    assert.equal(service.seen.length, 1);
  });

  it('needs an address and a key', async () => {
    const uri = await writeFile('homeless.pdf', newPdf());
    await setUserSetting('environments', { keyless: { type: 'sandbox', apiUrl: 'http://127.0.0.1:1' } });
    for (const [environment, words] of [
      ['production', /no address yet/],
      ['keyless', /no API key yet/],
    ] as const) {
      const { error } = await fail('uploadFiles', uri, undefined, { ...ANSWERS, environment });
      assert.equal(error.kind, 'configuration');
      assert.match(error.message, words);
    }
  });
});
