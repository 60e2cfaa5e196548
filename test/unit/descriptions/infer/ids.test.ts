import assert from 'node:assert/strict';
import { idsIn, looksLikeId } from '../../../../src/descriptions/infer/ids';

const UUID = '0189d2b4-6f3a-7c1e-9b0d-2f4a6c8e0a1b';
const WITHOUT_DIGITS = 'AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee';

describe('An id', () => {
  it('looks like one: a UUID, a number, a long text with a digit', () => {
    for (const text of [
      UUID,
      WITHOUT_DIGITS,
      '7',
      '1234',
      '-7',
      '1.5',
      '-12.34',
      'abcdefghijklmno1',
      '1bcdefghijklmnop',
    ])
      assert.ok(looksLikeId(text), text);
    for (const text of [
      '',
      'abc',
      'a7',
      '7a',
      '1.',
      '.5',
      '1.a',
      '--7',
      'abcdefghijklmn1',
      'abcdefghijklmnopq',
      'a-long-name-without-any',
      `${WITHOUT_DIGITS}f`,
      `x${WITHOUT_DIGITS}`,
    ])
      assert.ok(!looksLikeId(text), text);
  });

  it('is what is named as one, wherever it is', () => {
    const value = {
      id: 'a1',
      paymentId: 'a2',
      payment_id: 'a3',
      accountID: 'a4',
      list: [{ id: 'a5' }, [{ deep: { ID: 'a6' } }], null, 'a7'],
      // These are none: by their names, or by their values.
      GRID: 'x1',
      'x-id': 'x2',
      idea: 'x3',
      name: 'x4',
      paidId: 'none',
      numberId: 7,
      nothingId: null,
    };
    assert.deepEqual([...idsIn(value)].toSorted(), ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    for (const none of ['a1', 7, null, undefined]) assert.deepEqual([...idsIn(none)], []);
    assert.deepEqual([...idsIn({ id: { id: 'b1' } })], ['b1']);
  });
});
