import assert from 'node:assert/strict';
import { findValueLinks } from '../../../../src/requests/document/valueLinks';

describe('links on the values of an answer', () => {
  const context = { listPath: '/files', bases: ['https://api.example'] };
  const targets = (json: unknown) => findValueLinks(JSON.stringify(json), context).map(({ to }) => to);

  it('lead to pages, items, contents and addresses of the environment', () => {
    const data = {
      paging: { nextPage: 'n', previousPage: 'p' },
      records: [{ id: 'a/b', file: 'https://api.example/v1/files/f%201/content?…', more: { id: 'no' } }],
      other: ['https://api.example/v1/balances', 'https://elsewhere.example/v1/a'],
    };
    assert.deepEqual(targets({ data }), [
      { kind: 'nextPage' },
      { kind: 'previousPage' },
      { kind: 'get', path: '/files/a%2Fb' },
      { kind: 'content', fileId: 'f 1' },
      { kind: 'get', path: '/v1/balances' },
    ]);
  });

  it('stay where another value cannot be read', () => {
    const odd = ['https://api.example/v1/files/%zz/content', 'https://api.example/v1/a'];
    assert.deepEqual(targets(odd), [
      { kind: 'get', path: '/v1/files/%zz/content' },
      { kind: 'get', path: '/v1/a' },
    ]);
    assert.deepEqual(targets({ data: { records: [{ id: '\ud800' }, { id: 'a' }] } }), [
      { kind: 'get', path: '/files/a' },
    ]);
  });
});
