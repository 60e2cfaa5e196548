import assert from 'node:assert/strict';
import { compare } from '../../bench/figures/measure';
import { formatTable } from '../../bench/figures/report';
import { meetsAim } from '../../bench/figures/result';

const result = { name: 'a', unit: 'ms', value: 12.34, ratio: 1.5, against: 'b', aim: { atMost: 1.1 } };

describe('The figures of a benchmark', () => {
  it('are a line each in the table, with ratio and aim', () => {
    const plain = { name: 'plain', unit: 'MB', value: 250 };
    assert.equal(formatTable([result, plain]), 'a      12.3 ms  1.50 × b  ✘ at most 1.1\nplain   250 MB');
  });

  it('are held to their aim by the ratio, else by the value', () => {
    assert.equal(meetsAim(result), false);
    assert.equal(meetsAim({ ...result, ratio: 1.1 }), true);
    assert.equal(meetsAim({ name: 'a', unit: 'kB', value: 20, aim: { atMost: 50 } }), true);
    assert.equal(meetsAim({ name: 'a', unit: 'kB', value: 2, aim: { atLeast: 3 } }), false);
    assert.equal(meetsAim({ name: 'a', unit: 'kB', value: 20 }), undefined);
  });

  it('compare rounds with the rounds beside them, so that a slow moment counts for nobody', () => {
    const times = new Map([
      ['ours', [20, 200, 22]],
      ['theirs', [10, 100, 11]],
    ]);
    const compared = compare(times, 'ours', { title: 'upload', against: 'theirs', per: 2 });
    assert.deepEqual(compared, { name: 'upload: ours', unit: 'ms', value: 11, ratio: 2, against: 'theirs' });
  });
});
