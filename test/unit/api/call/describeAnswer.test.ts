import assert from 'node:assert/strict';
import { describeApiError, describeStatus } from '../../../../src/api/call/describeAnswer';

const SUBJECT = {
  operation: 'uploadFile',
  method: 'POST',
  host: 'files.example',
  environment: 'sandbox',
  isRead: false,
  timeoutMs: 30_000,
  maxBytes: 1000,
} as const;
const END = { startedAt: 0, durationMs: 1, waitedMs: 0 };

function messageFor(message: string, data: unknown = {}): string {
  return describeApiError(400, { success: false, code: 'odd', message, data }, SUBJECT, END).message;
}

describe('what the service says when it refuses', () => {
  it('ends as one sentence, whatever it ended in', () => {
    assert.equal(messageFor('No.'), 'The service refused the request: No.');
    assert.equal(messageFor('No'), 'The service refused the request: No.');
    assert.equal(messageFor('Wait... '), 'The service refused the request: Wait.');
    assert.equal(messageFor('Who are you?'), 'The service refused the request: Who are you?');
    assert.equal(messageFor('Stop!'), 'The service refused the request: Stop!');
    assert.equal(messageFor('...'), 'The service refused the request: status 400, odd.');
  });

  it('is followed by the first fields', () => {
    const fields = [{ code: 'x', fieldName: 'purpose', message: 'Unknown?' }];
    assert.equal(messageFor('Who?', fields), 'The service refused the request: Who? (purpose: Unknown?).');
  });

  it('does not repeat what the message says of a field already', () => {
    const fields = [{ code: 'x', fieldName: 'purpose', message: 'purpose is required.' }];
    assert.equal(
      messageFor('purpose is required.', fields),
      'The service refused the request: purpose is required.',
    );
  });
});

describe('a download that is refused', () => {
  it('names the link, not the key', () => {
    const subject = { ...SUBJECT, operation: 'content', isRead: true } as const;
    const response = { status: 403, statusText: 'Forbidden', headers: [], headersMs: 1 };
    const { message } = describeStatus(response, subject, { ...END, response });
    assert.match(message, /The link may have expired: fetch the details of the file again/);
    assert.doesNotMatch(message, /key/);
  });

  it('says that the key was withheld, where a link on another host wants one', () => {
    const subject = { ...SUBJECT, operation: 'content', isRead: true, keyWithheld: true } as const;
    const response = { status: 401, statusText: 'Unauthorized', headers: [], headersMs: 1 };
    const { message } = describeStatus(response, subject, { ...END, response });
    assert.match(message, /The API key was not sent, because the link leads to another host/);
  });
});
