import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rateLimit } from '../../../../src/agents/limits/rateLimit';
import { isPaymentsError } from '../../../../src/api/model/errors';
const take = (rate: ReturnType<typeof rateLimit>, limit: number) => () => rate(limit);
describe('How often agents may send', () => {
  it('is counted over any 60 seconds, and a refusal says how long to wait', () => {
    let now = 0;
    const rate = rateLimit(() => now);
    rate(2);
    now = 20_000;
    rate(2);
    now = 30_000;
    const tooSoon = (error: unknown) =>
      isPaymentsError(error) && error.kind === 'preflight' && error.facts.retryAfterSeconds === 30;
    assert.throws(take(rate, 2), tooSoon);
    now = 60_000;
    rate(2);
    now = 79_999;
    assert.throws(take(rate, 2), /Wait 1 s/);
  });

  it('is never with a limit of 0, and waits for a limit that was lowered', () => {
    let now = 0;
    const rate = rateLimit(() => now);
    const none = /Agents may send nothing: the user's setting paymentsApi.agents.maxPerMinute is 0/;
    assert.throws(take(rate, 0), none);
    for (now = 0; now < 5000; now += 1000) rate(10);
    assert.throws(take(rate, 1), /Wait 59 s/);
  });

  it('goes by the clock, unless a time is given', () => {
    const rate = rateLimit();
    rate(1);
    assert.throws(take(rate, 1), /Agents may send 1 times a minute .* Wait \d+ s, then call again/);
  });

  it('never lets more through than the limit, whatever the times of the calls', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        let now = 0;
        const rate = rateLimit(() => now);
        const passed: number[] = [];
        for (const step of steps) {
          now += step;
          try {
            rate(limit);
            passed.push(now);
          } catch {
            // Refused.
          }
          assert.ok(passed.filter((time) => now - time < 60_000).length <= limit);
        }
      }),
      { seed: 16, numRuns: 200 },
    );
  });
});
