import assert from 'node:assert/strict';
import { PROBLEM_TEXTS } from '../../../../../src/httpFiles/format/parse/problems';
import { locationIn, treeOf } from '../../../../../src/httpFiles/format/parse/jsonTree';

describe('a piece of an .http file', () => {
  it('has a sentence for each problem, with its words put in', () => {
    const texts: Readonly<Record<string, (first: string, second: string) => string>> = PROBLEM_TEXTS;
    for (const [code, words] of Object.entries(texts))
      assert.match(words('FIRST', 'SECOND'), /^(?!.*\{\d\}).{20,}\.$/, code);
  });

  it('is JSON that can be looked into, and no more where it is nested too deeply', () => {
    assert.deepEqual(locationIn('{"a": 1}', 2)?.path, ['a']);
    assert.equal(treeOf('[1]')?.type, 'array');
    const deep = '['.repeat(200_000);
    assert.deepEqual([locationIn(deep, deep.length), treeOf(deep)], [undefined, undefined]);
  });
});
