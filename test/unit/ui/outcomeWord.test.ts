import assert from 'node:assert/strict';
import { outcomeWord } from '../../../src/ui/formats/outcomeWord';

describe('the word for an outcome', () => {
  it('is a lost connection where an answer had begun, and no connection before', () => {
    assert.equal(outcomeWord({ outcome: 'network' }), 'no connection');
    assert.equal(outcomeWord({ outcome: 'network', status: 200 }), 'connection lost');
  });

  it('is refused for an error, and failed where the service may have acted', () => {
    assert.equal(outcomeWord({ outcome: 'api', status: 400 }), 'refused');
    assert.equal(outcomeWord({ outcome: 'api', status: 500 }), 'failed');
  });
});
