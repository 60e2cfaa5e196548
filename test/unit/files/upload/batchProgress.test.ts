import assert from 'node:assert/strict';
import { ProgressCounter, type BatchProgress } from '../../../../src/files/upload/batchProgress';
import type { Candidate } from '../../../../src/files/check/gather';

const CANDIDATES = [
  { name: 'small.pdf', size: 100 },
  { name: 'large.pdf', size: 900 },
] as readonly Pick<Candidate, 'name' | 'size'>[] as readonly Candidate[];

describe('The progress of a batch', () => {
  it('adds up what is handed over of each file, whole files, and names those under way', () => {
    const told: BatchProgress[] = [];
    const counter = new ProgressCounter(CANDIDATES, (progress) => told.push(progress));
    counter.begin(0);
    counter.begin(1);
    counter.sent(1, 450);
    assert.deepEqual(told.at(-1), {
      sent: 450,
      total: 1000,
      done: 0,
      count: 2,
      active: ['small.pdf', 'large.pdf'],
    });
    counter.sent(1, 500);
    counter.end(0);
    assert.deepEqual(told.at(-1), { sent: 600, total: 1000, done: 1, count: 2, active: ['large.pdf'] });
  });

  it('never tells of more than there is, although a request is larger than its file', () => {
    const told: BatchProgress[] = [];
    const counter = new ProgressCounter(CANDIDATES, (progress) => told.push(progress));
    counter.begin(0);
    counter.sent(0, 350);
    assert.equal(told.at(-1)?.sent, 100);
    counter.end(0);
    counter.begin(1);
    counter.end(1);
    assert.deepEqual(told.at(-1), { sent: 1000, total: 1000, done: 2, count: 2, active: [] });
  });
});
