import assert from 'node:assert/strict';
import { DOCUMENTED } from '../../../src/api/model/operations';
import { errorOf } from '../support/contract';
import { call, newPdf, succeed, writeFile, readText } from '../support/extension';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { readonly responses: object }>>;
}

async function exported(options: object): Promise<{ document: Document; operations: number }> {
  const target = await writeFile('exported.json', new Uint8Array());
  const { data } = await succeed('exportApiDescription', { ...options, target });
  assert.equal(data.uri, target.toString());
  const text = await readText(target);
  return { document: JSON.parse(text) as Document, operations: data.operations };
}

describe('a description of the API', () => {
  it('is exported of what is documented', async () => {
    const { document, operations } = await exported({});
    assert.match(document.openapi, /^3\.1\./);
    assert.deepEqual(new Set(Object.keys(document.paths)), new Set(DOCUMENTED.map(({ path }) => path)));
    assert.equal(operations, DOCUMENTED.length);
  });

  it('is exported of what was seen, without a value', async () => {
    const uri = await writeFile('seen-by-export.pdf', newPdf());
    const [uploaded] = (await succeed('uploadFiles', uri, undefined, { purpose: 'payment_evidence' })).data;
    const id = String(uploaded?.file?.['id']);
    await succeed('sendRequest', { path: `/files/${id}`, reveal: false });
    await succeed('sendRequest', { path: '/local-sandbox/samples?limit=2', reveal: false });
    const { document, operations } = await exported({ of: 'seen' });
    assert.deepEqual(Object.keys(document.paths['/files/upload']?.['post']?.responses ?? {}), ['201']);
    assert.ok(document.paths['/files/{fileId}']?.['get']);
    assert.ok(document.paths['/local-sandbox/samples']?.['get']);
    assert.ok(operations >= 3);
    assert.ok(!JSON.stringify(document).includes(id));
  });

  it('is exported of the requests of an operation that are shown, and from the row of the documented ones', async () => {
    for (const path of ['/files/shown-1', '/files/shown-2/parts', '/local-sandbox/files?x=/files/shown-3'])
      await call('sendRequest', { path, reveal: false, environment: 'local' });
    const filter = { method: 'GET', path: '/files/{fileId}' };
    const operation = { ...filter, source: 'documented' };
    try {
      assert.deepEqual((await succeed('showOperationRequests', operation)).data, filter);
      const { document } = await exported({ of: 'filtered' });
      assert.deepEqual(Object.keys(document.paths), ['/files/{fileId}']);
    } finally {
      await succeed('clearRequestFilter');
    }
    assert.ok(Object.keys((await exported({ of: 'filtered' })).document.paths).length > 1);
    const row = await exported({ kind: 'source', source: 'documented', of: 'seen' });
    assert.equal(row.operations, DOCUMENTED.length);
  });

  it('is refused for what cannot be described', async () => {
    assert.equal((await errorOf('exportApiDescription', { of: 'all' })).kind, 'preflight');
    assert.equal((await errorOf('exportApiDescription', { target: 'file.json' })).kind, 'preflight');
    assert.equal((await errorOf('exportApiDescription', { environment: 'none' })).kind, 'configuration');
  });
});
