import assert from 'node:assert/strict';
import { openLog } from '../../../src/ui/openLog';
import { outcomeWord } from '../../../src/ui/formats/outcomeWord';

describe('the log', () => {
  it('is quiet once it is closed, so that a command that ends after its window does not fail', () => {
    // Of another name: channels of one name are one.
    const log = openLog('Payments API closed');
    log.info('Open');
    log.dispose();
    log.info('Closed');
    log.error(new Error('Closed'));
    assert.doesNotThrow(() => {
      log.show();
    });
  });
});

describe('an outcome', () => {
  it('is a lost connection where an answer had begun, and no connection before', () => {
    assert.equal(outcomeWord({ outcome: 'network' }), 'no connection');
    assert.equal(outcomeWord({ outcome: 'network', status: 200 }), 'connection lost');
  });
});
