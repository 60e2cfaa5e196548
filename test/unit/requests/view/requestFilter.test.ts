import assert from 'node:assert/strict';
import { isNarrowed, leavesSaved, readFilter } from '../../../../src/requests/view/requestFilter';

const read = (value: unknown) => readFilter(value, (id) => id === 'sandbox');

describe('the filter of the Requests view', () => {
  it('is taken from a caller with what it says, tidied', () => {
    assert.deepEqual(read({}), {});
    assert.deepEqual(read({ text: '  ', other: 1, day: undefined }), {});
    const filter = {
      ...{ text: 'a b', outcome: 'failed', method: 'GET', path: '/files/{fileId}', day: '2026-02-28' },
      ...{ origin: 'view', environment: 'sandbox', differs: true },
    };
    assert.deepEqual(read({ ...filter, text: ' a b ', method: ' get ' }), filter);
    assert.deepEqual(read({ outcome: 'ok' }), { outcome: 'ok' });
    for (const origin of ['user', 'file', 'agent']) assert.deepEqual(read({ origin }), { origin });
  });

  const refused: Readonly<Record<string, readonly unknown[]>> = {
    filter: [undefined, null, 'text', []],
    text: [1],
    outcome: ['OK', 1],
    method: [null],
    path: [{}],
    day: ['2026-2-3', '2026-13-01', '2026-02-31', '2026-02-28T00:00', 20260228],
    origin: ['somebody'],
    environment: ['unknown', 1],
    differs: [false, 1],
  };
  for (const [name, values] of Object.entries(refused)) {
    it(`is refused for a wrong ${name}, by that name`, () => {
      for (const value of values) {
        const given = name === 'filter' ? value : { [name]: value };
        const expected = { kind: 'preflight', message: new RegExp(`\\b${name}\\b`) };
        assert.throws(() => read(given), expected, String(value));
      }
    });
  }

  it('narrows where it says anything', () => {
    assert.equal(isNarrowed({}), false);
    assert.equal(isNarrowed({ text: '' }), true);
  });

  it('leaves a saved request by its name, method and path, and none that asks for what only a sent one has', () => {
    const saved = { name: 'Übung', method: 'GET', path: '{{filesUrl}}/files/{{fileId}}?x=1' };
    const leaves = (filter: unknown) => leavesSaved(read(filter), saved);
    const these = [
      {},
      { text: 'ubung get' },
      { text: 'files' },
      { method: 'get' },
      { path: '/files/{fileId}' },
    ];
    for (const filter of these) assert.equal(leaves(filter), true, JSON.stringify(filter));
    const day = '2026-02-28';
    const others = [{ text: 'other' }, { method: 'POST' }, { path: '/files' }, { day }, { origin: 'user' }];
    for (const filter of [...others, { outcome: 'ok' }, { differs: true }])
      assert.equal(leaves(filter), false, JSON.stringify(filter));
  });
});
