import assert from 'node:assert/strict';
import { documentedApi } from '../../../../src/descriptions/export/documented';
import { countOperations } from '../../../../src/descriptions/export/openApi';
import { call, cleanUp, postJson, start, upload, uploaded, type Answer } from '../../sandbox/support';
import { assertIsOpenApi, faultsAt } from './outsideReaders';

describe('The interface as OpenAPI', () => {
  afterEach(cleanUp);

  it('is OpenAPI 3.1 for readers that are not ours', async () => {
    await assertIsOpenApi(documentedApi());
  });

  it('holds the documented operations, and says no status that is not shown', () => {
    const document = documentedApi();
    const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { responses } = operation as { readonly responses: object };
        return `${method} ${path}: ${Object.keys(responses).join(' ')}`;
      }),
    );
    assert.deepEqual(rows, [
      'post /files/upload: 401 2XX default',
      'get /files/{fileId}: 401 2XX default',
      'post /balances/sandbox/top-up: 401 2XX default',
    ]);
    assert.equal(countOperations(document), 3);
  });

  it('is fitted by what the Local Sandbox answers', async () => {
    const sandbox = await start();
    const fileId = await uploaded(sandbox);
    const topUp = '/balances/sandbox/top-up';
    const faults = (path: string, method: string, response: string, { headers, body }: Answer) => {
      assert.ok(headers.has('x-request-id'));
      const place = ['paths', path, method, 'responses', response, 'content', 'application/json', 'schema'];
      return faultsAt(documentedApi(), place, body);
    };
    const done = [
      faults('/files/upload', 'post', '2XX', await upload(sandbox)),
      faults('/files/{fileId}', 'get', '2XX', await call(sandbox, `/files/${fileId}`)),
      faults(topUp, 'post', '2XX', await postJson(sandbox, topUp, { amount: 1, currency: 'EUR' })),
      faults('/files/upload', 'post', '401', await upload(sandbox, { purpose: 'none' })),
      faults(topUp, 'post', '401', await postJson(sandbox, topUp, { amount: -1 })),
      faults('/files/{fileId}', 'get', '401', await call(sandbox, '/files/unknown')),
    ];
    assert.deepEqual(done.flat(), []);
    // The check itself can fail: this is no record of a file.
    const wrong = faults('/files/{fileId}', 'get', '2XX', await upload(sandbox));
    assert.match(wrong.join(), /data must have required property 'name'/);
  });

  it('says what a request must hold', () => {
    const topUp = ['components', 'schemas', 'topUpBody'];
    assert.deepEqual(faultsAt(documentedApi(), topUp, { amount: 100, currency: 'EUR' }), []);
    assert.equal(faultsAt(documentedApi(), topUp, { amount: 0, currency: 'EU' }).length, 2);
    const form = ['components', 'schemas', 'uploadForm'];
    assert.equal(faultsAt(documentedApi(), form, { file: 'x', purpose: 'taxes' }).length, 1);
  });
});
