import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import {
  call,
  fail,
  newPdf,
  setUserSetting,
  succeed,
  useEnvironments,
  writeFile,
} from '../support/extension';

const KEY = 'test-key-for-uploads-0042';
const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip' } as const;

/** A service that answers every request as given, and counts them. */
async function startService(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
) {
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    answer(request, response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return count;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': `req-${status}` });
  response.end(JSON.stringify(body));
}

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
    const first = await succeed('uploadFiles', await writeFile('one.pdf', content), undefined, ANSWERS);
    const again = await succeed(
      'uploadFiles',
      await writeFile('other name.pdf', content),
      undefined,
      ANSWERS,
    );
    assert.equal(again.data[0]?.status, 'duplicate');
    assert.equal(again.data[0].file?.['id'], first.data[0]?.file?.['id']);
    const repeated = await succeed('uploadFiles', await writeFile('one.pdf', content), undefined, {
      ...ANSWERS,
      duplicates: 'upload',
    });
    assert.equal(repeated.data[0]?.status, 'uploaded');
    const otherPurpose = await succeed('uploadFiles', await writeFile('one.pdf', content), undefined, {
      ...ANSWERS,
      purpose: 'business_entity_documents',
    });
    assert.equal(otherPurpose.data[0]?.status, 'uploaded');
  });

  it('sends a file as what its content is, with its own name, and warns when they disagree', async () => {
    const uri = await writeFile('really a "pdf" – résumé.PNG', newPdf());
    const { data } = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.equal(data[0]?.status, 'uploaded');
    assert.equal(data[0].warnings?.length, 1);
    const details = await succeed('showFileDetails', data[0].file?.['id']);
    assert.equal(details.data['mimeType'], 'application/pdf');
    assert.equal(details.data['name'], 'really a "pdf" – résumé.PNG');
  });

  it('walks a folder and takes only what can be sent', async () => {
    await writeFile('folder/inner/a.pdf', newPdf());
    await writeFile('folder/b.PDF', newPdf());
    await writeFile('folder/readme.txt', new TextEncoder().encode('no'));
    const folder = await writeFile('folder/.hidden.pdf', newPdf());
    const { data } = await succeed('uploadFiles', vscode.Uri.joinPath(folder, '..'), undefined, ANSWERS);
    assert.deepEqual(data.map(({ uri }) => uri.slice(uri.indexOf('/folder/'))).sort(), [
      '/folder/b.PDF',
      '/folder/inner/a.pdf',
    ]);
  });

  it('refuses answers that are not valid instead of asking', async () => {
    const uri = await writeFile('never-sent.pdf', newPdf());
    const bad = await fail('uploadFiles', uri, undefined, { purpose: 'holiday', duplicates: 'skip' });
    assert.equal(bad.error.kind, 'preflight');
    const worse = await fail('uploadFiles', uri, undefined, { ...ANSWERS, duplicates: 'maybe' });
    assert.equal(worse.error.kind, 'preflight');
    const nowhere = await fail('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'moon' });
    assert.equal(nowhere.error.kind, 'configuration');
  });
});

describe('uploading to a service that fails', () => {
  it('keeps every fact of an error answer', async () => {
    await using service = await startService((_request, response) => {
      answerJson(response, 400, {
        success: false,
        code: 'invalid_request',
        message: 'Not valid',
        data: [{ code: 'required', fieldName: 'purpose', message: 'purpose is required' }],
      });
    });
    await using _environments = await useEnvironments({ sandbox: { apiUrl: service.url } }, KEY);
    const uri = await writeFile('refused.pdf', newPdf());
    const { data } = await succeed('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'sandbox' });
    assert.equal(data[0]?.status, 'failed');
    assert.equal(data[0].requestId, 'req-400');
    const { error } = data[0];
    assert.deepEqual(
      [error?.kind, error?.status, error?.code, error?.fields?.[0]?.fieldName],
      ['api', 400, 'invalid_request', 'purpose'],
    );
    assert.equal(service.requests, 1);
  });

  it('asks before it sends to production, and sends nothing when it cannot ask', async () => {
    await using service = await startService((_request, response) => {
      answerJson(response, 200, {});
    });
    await using _environments = await useEnvironments({ production: { apiUrl: service.url } }, KEY);
    const uri = await writeFile('live.pdf', newPdf());
    const outcome = await call('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'production' });
    assert.equal(outcome.ok, false);
    assert.equal(outcome.error.kind, 'cancelled');
    assert.equal(service.requests, 0);
  });

  it('needs an address and a key', async () => {
    const uri = await writeFile('homeless.pdf', newPdf());
    const noAddress = await fail('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'sandbox' });
    assert.equal(noAddress.error.kind, 'configuration');
    await using service = await startService((_request, response) => {
      answerJson(response, 200, {});
    });
    await setUserSetting('environments', { keyless: { type: 'sandbox', apiUrl: service.url } });
    const noKey = await fail('uploadFiles', uri, undefined, { ...ANSWERS, environment: 'keyless' });
    await setUserSetting('environments', undefined);
    assert.equal(noKey.error.kind, 'configuration');
    assert.equal(service.requests, 0);
  });
});
