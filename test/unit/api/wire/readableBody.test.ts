import assert from 'node:assert/strict';
import { ReadableBody } from '../../../../src/api/wire/readableBody';

const KILOBYTES_100 = Buffer.alloc(100 * 1024);

/** A body with a list of what it asked of its connection. */
function makeBody(): { body: ReadableBody; asked: string[] } {
  const asked: string[] = [];
  const source = {
    pause: () => void asked.push('pause'),
    resume: () => void asked.push('resume'),
    abort: () => void asked.push('abort'),
  };
  return { body: new ReadableBody(source), asked };
}

describe('The body of a response', () => {
  it('holds the connection back while much waits to be read, and lets it go on when little does', async () => {
    const { body, asked } = makeBody();
    body.push(KILOBYTES_100);
    assert.deepEqual(asked, []);
    body.push(KILOBYTES_100);
    assert.deepEqual(asked, ['pause']);
    await body.next();
    assert.deepEqual(asked, ['pause'], 'still more than half of it waits');
    await body.next();
    assert.deepEqual(asked, ['pause', 'resume']);
  });

  it('gives nothing of a body that failed, also where parts of it had come', async () => {
    const { body } = makeBody();
    body.push(KILOBYTES_100);
    const fault = new Error('Lost');
    body.fail(fault);
    await assert.rejects(body.next(), fault);
  });

  it('ends the connection when its reader leaves, but not one that has brought all', async () => {
    const left = makeBody();
    await left.body.return();
    assert.deepEqual(left.asked, ['abort']);
    const whole = makeBody();
    whole.body.end();
    await whole.body.return();
    assert.deepEqual(whole.asked, []);
  });
});
