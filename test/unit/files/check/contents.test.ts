import assert from 'node:assert/strict';
import { Contents } from '../../../../src/files/check/contents';

const LARGE = 5_000_000;

describe('The memory of contents', () => {
  it('is used again for a content of about the same size, once it is given back', () => {
    const contents = new Contents(4);
    const first = contents.memory(LARGE);
    assert.notEqual(contents.memory(LARGE).buffer, first.buffer, 'it is still in use');
    // A content is what was read of a file, at the beginning of its memory.
    contents.giveBack(first.subarray(0, LARGE - 10));
    const again = contents.memory(LARGE - 1);
    assert.equal(again.buffer, first.buffer);
    assert.equal(again.length, LARGE);
    assert.notEqual(contents.memory(LARGE).buffer, first.buffer, 'it was given out once');
  });

  it('is left alone where it is not its own', () => {
    const contents = new Contents(4);
    const foreign = new Uint8Array(LARGE);
    contents.giveBack(foreign);
    assert.notEqual(contents.memory(LARGE).buffer, foreign.buffer);
  });

  it('is not used again where that would waste it, or is too small to matter', () => {
    const contents = new Contents(4);
    const large = contents.memory(LARGE);
    contents.giveBack(large);
    assert.notEqual(contents.memory(LARGE / 4).buffer, large.buffer);
    const small = contents.memory(20_000);
    contents.giveBack(small);
    assert.notEqual(contents.memory(20_000).buffer, small.buffer);
  });
});
