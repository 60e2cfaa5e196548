import assert from 'node:assert/strict';
import { ReadMemory } from '../../../../src/files/check/readMemory';

describe('Memory for the contents of a batch', () => {
  it('is used again once it was given back, and while it is not much too large', () => {
    const memory = new ReadMemory();
    const [first, other] = [memory.take(40_000), memory.take(40_000)];
    assert.notEqual(first.buffer, other.buffer);
    memory.giveBack(first.subarray(0, 10));
    const again = memory.take(20_000);
    assert.deepEqual([again.buffer === first.buffer, again.length], [true, 20_000]);
    memory.giveBack(again);
    assert.notEqual(memory.take(19_999).buffer, first.buffer, 'it made room');
    assert.notEqual(memory.take(40_000).buffer, first.buffer);
    const large = memory.take(100_000);
    for (const each of [other, large]) memory.giveBack(each);
    assert.equal(memory.take(90_000).buffer, large.buffer, 'the one that fits');
    assert.notEqual(memory.take(40_001).buffer, other.buffer);
  });

  it('is never that of small contents, nor that of others', () => {
    const memory = new ReadMemory();
    const [small, exact, foreign] = [memory.take(15_999), memory.take(16_000), new Uint8Array(17_000)];
    for (const each of [small, exact, foreign]) memory.giveBack(each);
    const found = [memory.take(15_999), memory.take(17_000), memory.take(16_000)].map(({ buffer }) => buffer);
    for (const { buffer } of [small, exact, foreign]) assert.ok(!found.includes(buffer));
    memory.giveBack(exact);
    assert.equal(memory.take(16_000).buffer, exact.buffer);
  });
});
