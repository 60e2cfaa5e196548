import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startService } from '../support/contract';
import { succeed, writeFile } from '../support/extension';

/** More than a double holds. */
const AMOUNT = '12345678901234567890.123456789';

describe('a number that a double would round', () => {
  it('is the text of the service in every outcome, and a number of the same digits in the raw JSON', async () => {
    await using service = await startService((_request, response) => {
      const { id, ...data } = {
        id: 'file_exact.pdf',
        purpose: 'payment_evidence',
        name: 'exact.pdf',
        mimeType: 'application/pdf',
        contentLink: { url: `http://${String(_request.headers.host)}/x`, expiryDate: null },
        expiryDate: null,
        uploadedAt: '2026-01-02T03:04:05Z',
      };
      const text = JSON.stringify(data).slice(0, -1);
      response.setHeader('content-type', 'application/json');
      response.end(
        `{"success":true,"message":"","data":${text},"id":"${id}","fee":{"amount":${AMOUNT},"rate":1.50}}}`,
      );
    });
    const { environment } = service;
    const fee = { amount: AMOUNT, rate: 1.5 };
    const feeOf = (data: unknown) => (data as { fee?: unknown }).fee;

    const sent = await succeed('sendRequest', { path: '/any', environment, reveal: false });
    assert.deepEqual(feeOf((sent.data.body as { data: unknown }).data), fee);

    const uri = await writeFile('exact.http', Buffer.from('GET {{apiUrl}}/any\n'));
    const fromFile = await succeed('sendFromFile', uri, { environment, reveal: false });
    assert.deepEqual(feeOf((fromFile.data.body as { data: unknown }).data), fee);

    const details = await succeed('showFileDetails', 'file_exact.pdf', { environment });
    assert.deepEqual(feeOf(details.data), fee);
    const [found] = (await succeed('findFiles', 'exact', { environment })).data;
    assert.deepEqual(feeOf(found), fee);

    const raw = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: 'payments-api-file', path: `/${environment}/file_exact.pdf.json` }),
    );
    assert.match(raw.getText(), /"amount": 12345678901234567890\.123456789,\n\s+"rate": 1\.50\n/);
  });
});
