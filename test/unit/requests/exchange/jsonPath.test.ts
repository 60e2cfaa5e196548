import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getNodeValue, findNodeAtLocation, parseTree } from 'jsonc-parser';
import { formatJsonPath, jsonPathAt } from '../../../../src/requests/exchange/jsonPath';
import { findValueLinks } from '../../../../src/requests/document/valueLinks';

describe('the JSON path of a place', () => {
  const text = '// 200 OK\n{"data": {"records": [{"id": "a"}, {"odd name": {"x": 1}}]}}';

  it('names objects, lists and odd names', () => {
    assert.equal(jsonPathAt(text, text.indexOf('"a"') + 1), '$.data.records[0].id');
    assert.equal(jsonPathAt(text, text.indexOf('1}}')), '$.data.records[1]["odd name"].x');
    assert.equal(jsonPathAt(text, 0), '$');
  });

  it('leads back to the value, for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.integer(), { minLength: 1 })), (value) => {
        const json = JSON.stringify(value);
        const tree = parseTree(json);
        for (const [name, list] of Object.entries(value)) {
          const node = tree && findNodeAtLocation(tree, [name, list.length - 1]);
          if (node === undefined) continue;
          assert.equal(jsonPathAt(json, node.offset), formatJsonPath([name, list.length - 1]));
          assert.equal(getNodeValue(node), list.at(-1));
        }
      }),
    );
  });
});

describe('links in a body', () => {
  const context = { listPath: '/things', bases: ['https://api.test/base', 'https://files.test'] };
  const targets = (value: unknown) => findValueLinks(JSON.stringify(value), context).map(({ to }) => to);

  it('leads to pages, to what a list holds, and to addresses of the environment', () => {
    const found = targets({
      data: {
        records: [{ id: 'a b' }, { id: 7 }, { name: 'x' }],
        paging: { nextPage: 'n', previousPage: 'p' },
        content: { url: 'https://files.test/v1/files/f%201.pdf/content?…' },
        next: 'https://api.test/base/v1/things/1?a=b',
      },
    });
    assert.deepEqual(found, [
      { kind: 'get', path: '/things/a%20b' },
      { kind: 'nextPage' },
      { kind: 'previousPage' },
      { kind: 'content', fileId: 'f 1.pdf' },
      { kind: 'get', path: '/v1/things/1?a=b' },
    ]);
  });

  it('leads nowhere else', () => {
    const elsewhere = [
      'https://api.test/base2/v1/x',
      'https://api.test.evil/base/v1/x',
      'https://api.test/base@evil/v1/x',
      'https://api.test/base/v1/x?…',
      'https://api.test/base/other',
      'http://files.test/v1/x',
      'javascript:alert(1)',
      '',
    ];
    assert.deepEqual(targets({ elsewhere, data: { id: 'no list' } }), []);
    assert.deepEqual(
      findValueLinks('{"data":{"records":[{"id":"a"}]}}', { listPath: undefined, bases: [] }),
      [],
    );
  });

  it('marks exactly the text of the value', () => {
    const text = '{"data":{"records":[{"id":"abc"}]}}';
    const [link] = findValueLinks(text, context);
    assert.equal(text.slice(link?.offset, (link?.offset ?? 0) + (link?.length ?? 0)), 'abc');
  });
});
