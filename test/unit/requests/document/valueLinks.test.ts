import assert from 'node:assert/strict';
import { findValueLinks } from '../../../../src/requests/document/valueLinks';

describe('links on the values of an answer', () => {
  const hosts = { apiUrl: 'https://api.example/v1', filesUrl: 'https://api.example' };
  const context = { listPath: '/files', hosts };
  const targets = (json: unknown) => findValueLinks(JSON.stringify(json), context).map(({ to }) => to);

  it('lead to pages, items, contents and addresses of the environment', () => {
    const data = {
      paging: { nextPage: 'n', previousPage: 'p' },
      records: [{ id: 'a/b', file: 'https://api.example/v1/files/f%201/content?…', more: { id: 'no' } }],
      none: [{ id: 7 }, { name: 'x' }],
      other: ['https://api.example/v1/balances?a=b', 'https://elsewhere.example/v1/a'],
    };
    assert.deepEqual(targets({ data }), [
      { kind: 'nextPage' },
      { kind: 'previousPage' },
      { kind: 'get', path: '/files/a%2Fb' },
      { kind: 'content', fileId: 'f 1' },
      { kind: 'get', path: '/v1/balances?a=b' },
    ]);
  });

  it('are only on the cursors and the ids of the list itself', () => {
    const paging = { nextPage: { nextPage: 'n' }, previousPage: '', more: 'm' };
    const data = { nextPage: 'n', paging, records: [{ id: { id: 'x' } }, { id: '' }], other: [{ id: 'o' }] };
    const { other } = data;
    const rest = {
      nextPage: 'n',
      paging: { a: { nextPage: 'n' } },
      records: other,
      more: { paging: { nextPage: 'n' } },
    };
    assert.deepEqual(targets({ data, ...rest, elsewhere: { records: other } }), []);
    assert.deepEqual(targets({ data: { records: { a: { id: 'a' } }, others: { nextPage: 'n' } } }), []);
  });

  it('are so many that an editor bears them, and those before what is nested too deeply', () => {
    const address = 'https://api.example/v1/a';
    assert.equal(targets(Array(2001).fill(address)).length, 2000);
    assert.equal(findValueLinks(`["${address}",${'['.repeat(100_000)}`, context).length, 1);
  });

  it('stay where another value cannot be read', () => {
    const odd = ['https://api.example/v1/files/%zz/content', 'https://api.example/v1/a'];
    const near = ['https://api.example/v1/files/f/content/x', 'https://api.example/v1/x/files/f/content'];
    assert.deepEqual(targets([...near, ...odd]), [
      { kind: 'get', path: '/v1/files/f/content/x' },
      { kind: 'get', path: '/v1/x/files/f/content' },
      { kind: 'get', path: '/v1/files/%zz/content' },
      { kind: 'get', path: '/v1/a' },
    ]);
    assert.deepEqual(targets({ data: { records: [{ id: '\ud800' }, { id: 'a' }] } }), [
      { kind: 'get', path: '/files/a' },
    ]);
  });

  it('lead nowhere else', () => {
    const elsewhere = [
      ...[
        'https://api.test/base2/v1/x',
        'https://api.test.evil/base/v1/x',
        'https://api.test/base@evil/v1/x',
      ],
      ...['https://api.test/base/v1/x?…', 'https://api.test/base/other', 'http://files.test/v1/x'],
      ...['javascript:alert(1)', ''],
      // A request for such a path goes to the other address, or below it.
      ...[
        'https://files.test/v1/things',
        'https://api.test/base/v1/files/f',
        'https://api.test/base/v1/../a/v1/x',
      ],
    ];
    const text = JSON.stringify({ elsewhere, data: { id: 'no list' } });
    const hosts = { apiUrl: 'https://api.test/base/v1', filesUrl: 'https://files.test' };
    assert.deepEqual(findValueLinks(text, { listPath: '/things', hosts }), []);
    const here = ['https://api.test/base/v1/things/1?a=b', 'https://files.test/v1/files/f%201.pdf/content?…'];
    const links = findValueLinks(JSON.stringify(here), { listPath: undefined, hosts });
    assert.deepEqual(
      links.map(({ to }) => to),
      [
        { kind: 'get', path: '/v1/things/1?a=b' },
        { kind: 'content', fileId: 'f 1.pdf' },
      ],
    );
    const list = '{"data":{"records":[{"id":"a"},{"id":7},{"name":"x"}]}}';
    assert.deepEqual(findValueLinks(list, { listPath: undefined, hosts: undefined }), []);
    assert.equal(findValueLinks(list, context).length, 1, 'only an id that is text');
  });

  it('mark exactly the text of the value', () => {
    const text = '{"data":{"records":[{"id":"abc"}]}}';
    const [link] = findValueLinks(text, context);
    assert.equal(text.slice(link?.offset, (link?.offset ?? 0) + (link?.length ?? 0)), 'abc');
  });
});
