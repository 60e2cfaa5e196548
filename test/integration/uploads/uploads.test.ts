import assert from 'node:assert/strict';
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
});

describe('uploading elsewhere', () => {
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
