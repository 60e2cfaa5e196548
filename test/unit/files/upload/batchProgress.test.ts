import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  BatchTracker,
  describeProgress,
  type BatchProgress,
} from '../../../../src/files/upload/uploadProgress';

const SMALL = { name: 'small.pdf', size: 100 };
const LARGE = { name: 'large.pdf', size: 900 };

/** A tracker of both files, and what it reported last when asked to. */
function follow() {
  const reports: BatchProgress[] = [];
  const parts = new Map<number, number | undefined>();
  const report = (progress: BatchProgress) => reports.push(progress);
  const tracker = new BatchTracker([SMALL, LARGE], report, (key, part) => parts.set(key, part));
  const now = () => {
    tracker.stop();
    return reports.at(-1);
  };
  return { tracker, reports, parts, now };
}

describe('The progress of a batch', () => {
  it('adds up the bytes sent of each file and the whole files, and names the files under way', () => {
    const { tracker, parts, now } = follow();
    tracker.begin(1, SMALL);
    tracker.begin(2, LARGE);
    tracker.sent(2, 450);
    const common = { total: 1000, count: 2, pauseMs: 0 };
    assert.deepEqual(now(), { ...common, sent: 450, done: 0, active: ['small.pdf', 'large.pdf'] });
    assert.deepEqual(Object.fromEntries(parts), { 1: 0, 2: 0.5 });
    tracker.sent(2, 500);
    tracker.end(1, SMALL);
    assert.deepEqual(now(), { ...common, sent: 600, done: 1, active: ['large.pdf'] });
    assert.equal(parts.get(1), undefined);
  });

  it('counts a file that needs no sending as a whole, and one that is sent again from its start', () => {
    const { tracker, now } = follow();
    tracker.end(undefined, SMALL);
    tracker.begin(2, LARGE);
    tracker.sent(2, 900);
    tracker.sent(2, 300);
    assert.equal(now()?.sent, 400);
    tracker.end(2, LARGE);
    assert.deepEqual(now(), { sent: 1000, total: 1000, done: 2, count: 2, active: [], pauseMs: 0 });
  });

  it('names no file at the end, when none is under way', () => {
    const ended = { sent: 2000, total: 2000, active: [], pauseMs: 0 };
    assert.deepEqual(
      [1, 2].map((count) => describeProgress({ ...ended, done: count, count })),
      ['2 kB of 2 kB', '2 kB of 2 kB'],
    );
  });

  it('reports a burst once, as it is at its end: the next file begins as soon as one is done', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { tracker, reports } = follow();
    tracker.end(undefined, SMALL);
    tracker.begin(2, LARGE);
    for (let sent = 1; sent <= 900; sent++) tracker.sent(2, sent);
    mock.timers.tick(1);
    assert.deepEqual(reports.map(describeProgress), ['1 of 2 done · 1 kB of 1 kB · large.pdf']);
    tracker.stop();
    assert.equal(reports.length, 2);
  });

  it('says how long the service asked to wait', () => {
    const { tracker, now } = follow();
    tracker.begin(1, SMALL);
    tracker.paused(20_000);
    const pauseMs = now()?.pauseMs ?? 0;
    assert.ok(pauseMs > 19_000 && pauseMs <= 20_000, String(pauseMs));
    tracker.stop();
    tracker.end(1, SMALL);
    tracker.stop();
  });
});
