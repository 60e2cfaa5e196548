import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getNodeValue, findNodeAtLocation, parseTree } from 'jsonc-parser';
import { formatJsonPath, jsonPathAt } from '../../../../src/requests/exchange/jsonPath';

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
