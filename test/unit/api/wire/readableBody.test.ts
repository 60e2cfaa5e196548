import assert from 'node:assert/strict';
import { ReadableBody } from '../../../../src/api/wire/readableBody';

const KILOBYTES_100 = Buffer.alloc(100 * 1024);

/** An inbox with a list of what it asked of its connection. */
function makeInbox(): { inbox: ReadableBody; asked: string[] } {
  const asked: string[] = [];
  const source = {
    pause: () => void asked.push('pause'),
    resume: () => void asked.push('resume'),
    abort: () => void asked.push('abort'),
  };
  return { inbox: new ReadableBody(source), asked };
}

describe('The inbox of a response', () => {
  it('holds the connection back while much waits to be read, and lets it go on when little does', async () => {
    const { inbox, asked } = makeInbox();
    inbox.push(KILOBYTES_100);
    assert.deepEqual(asked, []);
    inbox.push(KILOBYTES_100);
    assert.deepEqual(asked, ['pause']);
    await inbox.next();
    assert.deepEqual(asked, ['pause'], 'still more than half of it waits');
    await inbox.next();
    assert.deepEqual(asked, ['pause', 'resume']);
  });

  it('gives nothing of a body that failed, also where parts of it had come', async () => {
    const { inbox } = makeInbox();
    inbox.push(KILOBYTES_100);
    const fault = new Error('Lost');
    inbox.fail(fault);
    await assert.rejects(inbox.next(), fault);
  });

  it('ends the connection when its reader leaves, but not one that has brought all', async () => {
    const left = makeInbox();
    await left.inbox.return();
    assert.deepEqual(left.asked, ['abort']);
    const whole = makeInbox();
    whole.inbox.end();
    await whole.inbox.return();
    assert.deepEqual(whole.asked, []);
  });
});
