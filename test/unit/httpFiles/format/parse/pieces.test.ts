import assert from 'node:assert/strict';
import { dynamicValue } from '../../../../../src/httpFiles/format/dynamic';
import { locationIn, treeOf } from '../../../../../src/httpFiles/format/parse/jsonTree';
import { placeholdersIn } from '../../../../../src/httpFiles/format/parse/lines';
import { readRequestLine } from '../../../../../src/httpFiles/format/parse/parseHead';

describe('a piece of an .http file', () => {
  it('is a placeholder at its name, without the spaces around it', () => {
    const places = placeholdersIn('{{a }}{{ b}}', 3).map(({ expression, span }) => [expression, span]);
    assert.deepEqual(places, [
      ['a', { line: 3, start: 2, end: 3 }],
      ['b', { line: 3, start: 9, end: 10 }],
    ]);
  });

  it('is an address where it is nothing but a version', () => {
    assert.equal(readRequestLine('HTTP/1.1', 0, []).url, 'HTTP/1.1');
    assert.equal(readRequestLine('/a HTTP/1.1', 0, []).url, '/a');
  });

  it('is a value of the moment, whatever spaces are in its name', () => {
    const moment = { now: () => 0, random: () => 0, uuid: () => 'u' };
    assert.equal(dynamicValue('$datetime \t iso8601', moment), '1970-01-01T00:00:00.000Z');
  });

  it('is JSON that can be looked into, and no more where it is nested too deeply', () => {
    assert.deepEqual(locationIn('{"a": 1}', 2)?.path, ['a']);
    assert.equal(treeOf('[1]')?.type, 'array');
    const deep = '['.repeat(200_000);
    assert.deepEqual([locationIn(deep, deep.length), treeOf(deep)], [undefined, undefined]);
  });
});
