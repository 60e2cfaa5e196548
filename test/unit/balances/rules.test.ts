import assert from 'node:assert/strict';
import { RecentTopUps } from '../../../src/balances/topUpRules';

describe('the same top-up again', () => {
  const first = { environment: 'local', amount: 10, currency: 'EUR' };

  it('is a repeat for a minute after it ended, and only with the same amount, currency and place', () => {
    const recent = new RecentTopUps();
    recent.begin(first);
    recent.end(first, true, 1000);
    assert.equal(recent.has({ ...first }, 60_999), true);
    assert.equal(recent.has({ ...first }, 61_000), false);
    for (const other of [{ amount: 10.5 }, { currency: 'USD' }, { environment: 'sandbox' }]) {
      assert.equal(recent.has({ ...first, ...other }, 2000), false);
    }
  });

  it('is a repeat although another was sent in between', () => {
    const recent = new RecentTopUps();
    for (const topUp of [first, { ...first, amount: 20 }]) {
      recent.begin(topUp);
      recent.end(topUp, true, 1000);
    }
    assert.equal(recent.has({ ...first }, 2000), true);
  });

  it('is none when nothing was added, also with an earlier one still under way', () => {
    const recent = new RecentTopUps();
    recent.begin(first);
    recent.end(first, false, 1000);
    assert.equal(recent.has({ ...first }, 1000), false);
    const [slow, refused] = [{ ...first }, { ...first }];
    recent.begin(slow);
    recent.begin(refused);
    recent.end(refused, false, 1000);
    assert.equal(recent.has({ ...first }, 1000), true);
  });
});
