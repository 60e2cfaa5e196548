import assert from 'node:assert/strict';
import { ReadableBody } from '../../../../src/api/wire/readableBody';

/** Small, so that a failure shows the difference at once. */
const PART = Buffer.from('part');

/** A body with a list of what it asked of its connection. */
function makeBody(): { body: ReadableBody; asked: string[] } {
  const asked: string[] = [];
  const source = {
    pause: () => void asked.push('pause'),
    resume: () => void asked.push('resume'),
    abort: ({ message }: Error) => void asked.push(`abort: ${message}`),
  };
  return { body: new ReadableBody(source), asked };
}

describe('The body of a response', () => {
  it('holds the connection back above 128 kB that wait to be read, and lets it go on at 64 kB', async () => {
    const { body, asked } = makeBody();
    for (let half = 0; half < 2; half += 1) body.push(Buffer.alloc(64 * 1024));
    assert.deepEqual(asked, []);
    body.push(PART);
    assert.deepEqual(asked, ['pause']);
    await body.next();
    assert.deepEqual(asked, ['pause'], 'still more than half of it waits');
    await body.next();
    assert.deepEqual(asked, ['pause', 'resume']);
    const small = makeBody();
    small.body.push(Buffer.alloc(128 * 1024));
    small.body.push(Buffer.alloc(64 * 1024));
    await small.body.next();
    assert.deepEqual(small.asked, ['pause', 'resume']);
  });

  it('gives nothing of a body that failed, also where parts of it had come', async () => {
    const { body } = makeBody();
    body.push(PART);
    const fault = new Error('Lost');
    body.fail(fault);
    await assert.rejects(body.next(), fault);
  });

  it('ends the connection when its reader leaves, but not one that has brought all', async () => {
    const left = makeBody();
    left.body.push(PART);
    assert.deepEqual(await left.body.return(), { done: true, value: undefined });
    assert.deepEqual(left.asked, ['abort: The rest of the body was not wanted']);
    left.body.push(PART);
    assert.deepEqual(await left.body.next(), { done: true, value: undefined }, 'what comes later is dropped');
    const whole = makeBody();
    whole.body.end();
    await whole.body.return();
    assert.deepEqual(whole.asked, []);
  });

  it('keeps what had come before its end, whatever fails after that', async () => {
    const { body } = makeBody();
    body.push(PART);
    body.end();
    body.fail(new Error('late'));
    assert.deepEqual(await body.next(), { done: false, value: PART });
    assert.deepEqual(await body.next(), { done: true, value: undefined });
  });

  it('wakes the reader that waits for a part, for the end or for what goes wrong', async () => {
    const { body } = makeBody();
    const waiting = body.next();
    body.push(PART);
    assert.deepEqual(await waiting, { done: false, value: PART });
    const last = body.next();
    body.end();
    assert.deepEqual(await last, { done: true, value: undefined });
    const failed = makeBody();
    const lost = assert.rejects(failed.body.next(), /lost/);
    failed.body.fail(new Error('lost'));
    await lost;
    for await (const part of body) assert.fail(String(part));
  });
});
