import assert from 'node:assert/strict';
import { openLog } from '../../../src/ui/openLog';

describe('the log', () => {
  it('is quiet once it is closed, so that a command that ends after its window does not fail', () => {
    // Of another name: channels of one name are one.
    const log = openLog('Payments API closed');
    log.info('Open');
    log.dispose();
    log.info('Closed');
    log.error(new Error('Closed'));
    assert.doesNotThrow(() => log.show());
  });
});
