import assert from 'node:assert/strict';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { findShown } from '../../../../src/httpFiles/format/shown';

const block = (value: string) => `###\nPOST /v1/things\n\n{ "a": "${value}" }\n\n`;
const file = (...values: readonly string[]) => parseHttpFile(values.map(block).join(''));

/** Which requests are found, of those that were shown, by the values in their bodies. */
function found(before: readonly string[], after: readonly string[]): (string | undefined)[] {
  const now = file(...after);
  const { requests } = file(...before);
  return requests.map(({ text }, index) => {
    const same = findShown(now, { text, index, count: requests.length });
    return same?.body.lines[0]?.text.replace(/.*"(.*)" \}/, '$1');
  });
}

describe('a request that was shown', () => {
  it('is the same one where others came before it or went, also those of its title', () => {
    assert.deepEqual(found(['a', 'b'], ['new', 'a', 'b']), ['a', 'b']);
    assert.deepEqual(found(['a', 'b', 'c'], ['b', 'c']), [undefined, 'b', 'c']);
    assert.deepEqual(found(['a', 'b'], ['b', 'a']), ['a', 'b']);
  });

  it('is the one in its place where it was changed, and none where others came or went as well', () => {
    assert.deepEqual(found(['a', 'b'], ['a', 'changed']), ['a', 'changed']);
    assert.deepEqual(found(['a', 'b'], ['new', 'a', 'changed']), ['a', undefined]);
    assert.deepEqual(found(['a'], []), [undefined]);
    const { requests } = parseHttpFile('### Pay\nPOST /v1/things\n');
    const other = parseHttpFile('### Refund\nPOST /v1/things\n');
    for (const { text } of requests) assert.equal(findShown(other, { text, index: 0, count: 1 }), undefined);
  });

  it('is the one in its place of several that are alike, and the same by whatever line ends', () => {
    const text = `${block('a')}@x = 2\n${block('a')}`;
    const { requests } = parseHttpFile(text);
    const windows = parseHttpFile(text.replaceAll('\n', '\r\n'));
    for (const [index, { text: shown, line }] of requests.entries())
      assert.equal(findShown(windows, { text: shown, index, count: 2 })?.line, line);
  });
});
