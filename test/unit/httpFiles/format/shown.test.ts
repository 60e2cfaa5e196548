import assert from 'node:assert/strict';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { findShown, shown } from '../../../../src/httpFiles/format/shown';

const block = (value: string) => `###\nPOST /v1/things\n\n{ "a": "${value}" }\n\n`;
const file = (...values: readonly string[]) => parseHttpFile(values.map(block).join(''));

/** Which requests are found, of those that were shown, by the values in their bodies. */
function found(before: readonly string[], after: readonly string[]): (string | undefined)[] {
  const now = file(...after);
  const was = file(...before);
  return was.requests.map((request, index) => {
    const same = findShown(now, shown(request, index, was));
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
  });

  it('is none in its place that is called otherwise', () => {
    const found = (was: string, now: string) => {
      const file = parseHttpFile(was);
      const [request = assert.fail()] = file.requests;
      return findShown(parseHttpFile(now), shown(request, 0, file))?.url;
    };
    assert.equal(found('### a\nPOST /a\n', '### b\nPOST /a\n'), undefined);
    assert.equal(found('### a\nPOST /a\n', '### a\nPOST /b\n'), '/b');
    assert.equal(found('POST /a\n', 'POST /b\n'), undefined);
    assert.equal(found('POST /a\n', 'POST /a\nX-B: c\n'), '/a');
  });

  it('is the one in its place of several that are alike, and the same by whatever line ends', () => {
    const text = `${block('a')}@x = 2\n${block('b')}${block('b')}`;
    const was = parseHttpFile(text);
    const windows = parseHttpFile(text.replaceAll('\n', '\r\n'));
    for (const [index, request] of was.requests.entries())
      assert.equal(findShown(windows, shown(request, index, was))?.line, request.line);
  });
});
