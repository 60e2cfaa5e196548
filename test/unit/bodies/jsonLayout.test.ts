import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOutJson } from '../../../src/bodies/jsonLayout';
import { anyText } from '../../support/properties';

/** JSON text with numbers as services write them, which need not fit a double. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('true', 'false', 'null', '{}', '[]'),
    fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/),
    anyText().map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ,')}]`),
    fc
      .array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 })
      .map((pairs) => `{${pairs.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(',\n')}}`),
  ),
})).value;

/** The text without the white space between its tokens. */
function tokens(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

describe('laying out JSON', () => {
  it('changes nothing but the white space between tokens', () =>
    fc.assert(fc.property(jsonText, (text) => assert.equal(tokens(layOutJson(text) ?? ''), tokens(text)))));

  it('lays out as JSON.stringify does, wherever that keeps what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.equal(layOutJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
      }),
    );
  });

  it('gives nothing for what is not JSON, and for what would be mostly indentation', () => {
    for (const text of ['', '{', '{"a":1,}', '[1] 2', '// a\n1', '01', "{'a':1}", 'NaN']) {
      assert.equal(layOutJson(text), undefined, text);
    }
    const nested = (depth: number) => layOutJson('['.repeat(depth) + ']'.repeat(depth));
    assert.deepEqual([nested(200)?.split('\n').length, nested(201)], [399, undefined]);
    assert.deepEqual([layOutJson(' [ 1] ', 7), layOutJson('[1]', 6)], ['[\n  1\n]', undefined]);
  });
});
