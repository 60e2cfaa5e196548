import assert from 'node:assert/strict';
import { endOf } from '../../../../src/requests/view/shownPath';

describe('the end of a path, as a row of 200 pixels shows it', () => {
  for (const [path, end, before] of [
    ['/v1/files/file_1?expand=1', 'files/file_1', undefined],
    ['/v1/local-sandbox/samples?limit=5', 'samples', 'local-sandbox'],
    ['/v1/local-sandbox/balances', 'balances', 'local-sandbox'],
    ['/v1/payments/pay_0123456789/refunds', 'refunds', 'pay_0123456789'],
    ['/v1/a%20b/', 'a b', undefined],
    [`/v1/files/file_${'0'.repeat(30)}7`, 'file_0000000…00000000007', 'files'],
    ['/', '/', undefined],
  ] as const)
    it(`is ${end} of ${path}`, () =>
      assert.deepEqual({ before: undefined, ...endOf(path) }, { end, before }));
});
