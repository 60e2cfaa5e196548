import assert from 'node:assert/strict';
import { planAgain } from '../../../../src/requests/plan/resend';
import { environmentAt } from '../../../support/services';
import { exchange } from '../exchanges';

describe('a request that is to be sent again', () => {
  const sent = exchange({ url: 'https://a.test/v1/things?x=1', path: '/v1/things?x=1', identity: 'one' });
  const planAt = (url: string, identity: string) =>
    planAgain(sent, { ...environmentAt(url), identity, keyMark: '' });

  it('goes where it went', () => {
    assert.equal(planAt('https://a.test', 'one').target, '/things?x=1');
  });

  for (const [what, url, identity] of [
    ['address', 'https://b.test', 'one'],
    ['path', 'https://a.test/gateway', 'one'],
    ['account', 'https://a.test', 'other'],
  ] as const)
    it(`is not sent to another ${what} that its environment leads to by now`, () => {
      assert.throws(() => planAt(url, identity), { kind: 'configuration', environment: 'sandbox' });
    });
});
