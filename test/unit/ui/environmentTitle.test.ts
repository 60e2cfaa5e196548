import assert from 'node:assert/strict';
import { environmentTitle } from '../../../src/ui/environmentTitle';

describe('the title of an environment', () => {
  it('names production once, however its own name is written', () => {
    const titles = ['Production', 'PRODUCTION', 'Live'].map((name) =>
      environmentTitle({ name, type: 'production' }),
    );
    assert.deepEqual(titles, ['PRODUCTION', 'PRODUCTION', 'PRODUCTION (Live)']);
  });
});
