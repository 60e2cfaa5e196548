import assert from 'node:assert/strict';
import { outcomeWord } from '../../../src/ui/formats/outcomeWord';

describe('the word for an outcome', () => {
  it('names each of them', () => {
    const outcomes = ['ok', 'http', 'tls', 'timeout', 'decode', 'unknown-outcome', 'preflight'] as const;
    const more = ['configuration', 'not-found', 'cancelled'] as const;
    assert.equal(
      [...outcomes, ...more].map((outcome) => outcomeWord({ outcome })).join(', '),
      'succeeded, HTTP error, no secure connection, timed out, unreadable answer, outcome unknown, ' +
        'refused before sending, not set up, not found, cancelled',
    );
  });

  it('is a lost connection where an answer had begun, and no connection before', () => {
    assert.equal(outcomeWord({ outcome: 'network' }), 'no connection');
    assert.equal(outcomeWord({ outcome: 'network', status: 200 }), 'connection lost');
  });

  it('is refused for an error, and failed where the service may have acted', () => {
    assert.equal(outcomeWord({ outcome: 'api', status: 400 }), 'refused');
    assert.equal(outcomeWord({ outcome: 'api', status: 500 }), 'failed');
  });
});
