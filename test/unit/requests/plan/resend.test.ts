import assert from 'node:assert/strict';
import { planAgain, planAnywhere } from '../../../../src/requests/plan/resend';
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

  it('goes below the address that its environment has by now, where somebody sees that first', () => {
    const moved = { ...environmentAt('https://b.test/gateway'), identity: 'other', keyMark: '' };
    for (const url of [sent.url, 'https://a.test/gateway/v1/things?x=1'])
      assert.equal(planAnywhere({ ...sent, url }, moved).target, '/things?x=1');
  });

  const request = { headers: [], body: { kind: 'json', text: '{}' } } as const;
  const file = { fieldName: 'file', name: 'a.pdf', mimeType: 'application/pdf', size: 1 };
  for (const [what, more] of [
    ['a download', { operation: 'content' }],
    ['an upload', { request: { ...request, body: { kind: 'multipart', fields: {}, file } } }],
    ['one with the content of files', { request: { ...request, altered: 'files' } }],
  ] as const)
    it(`is not ${what}, which is not kept as it was sent`, () => {
      const whole = { ...sent, method: 'POST', ...more };
      for (const plan of [planAgain, planAnywhere])
        assert.throws(
          () => plan(whole, { ...environmentAt('https://a.test'), identity: 'one', keyMark: '' }),
          {
            kind: 'preflight',
          },
        );
    });
});
