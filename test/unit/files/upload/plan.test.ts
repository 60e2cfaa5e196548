import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CheckedFile } from '../../../../src/files/check/gather';
import { permitFor, planUploads, shownRows } from '../../../../src/files/upload/plan';
import type { KnownFile } from '../../../../src/storage/types/storageTypes';

const uploaded = { key: 1, state: 'uploaded', fileId: 'file_1' } as KnownFile;
const doubtful = { key: 2, state: 'unknown' } as KnownFile;

/** As far as a plan looks at a file. */
function checked(sha256: string, refused = false): CheckedFile {
  const rejection = { kind: 'preflight', message: 'No' } as const;
  return { name: sha256, sha256, warnings: [], ...(refused && { rejection }) } as unknown as CheckedFile;
}

describe('Sorting a batch', () => {
  it('sends the same bytes once, and not what was uploaded before', () => {
    const files = ['new', 'known', 'new', 'bad', 'unknown'].map((name) => checked(name, name === 'bad'));
    const known: Record<string, KnownFile[]> = { known: [uploaded, doubtful], unknown: [doubtful] };
    const plan = planUploads(files, (sha256) => known[sha256] ?? []);
    const parts = [plan.ready, plan.known, plan.unconfirmed, plan.copies, plan.refused];
    const names = parts.map((part) => part.map(({ name }) => name).join());
    assert.deepEqual(names, ['new', 'known', 'unknown', 'new', 'bad']);
    assert.deepEqual(shownRows(plan), [uploaded, doubtful, doubtful]);
    assert.equal(permitFor(shownRows(plan)).get(1), 'uploaded');
    assert.equal(permitFor([uploaded]).get(2), undefined);
  });

  it('has each file in exactly one part, whatever the batch', () => {
    const files = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()));
    fc.assert(
      fc.property(files, fc.subarray(['a', 'b', 'c', 'd']), (batch, known) => {
        const candidates = batch.map(([sha256, refused]) => checked(sha256, refused));
        const findKnown = (sha256: string) => (known.includes(sha256) ? [uploaded] : []);
        const { ready, known: found, copies, refused } = planUploads(candidates, findKnown);
        assert.equal(ready.length + found.length + copies.length + refused.length, batch.length);
        const sent = ready.map(({ sha256 }) => sha256);
        assert.equal(new Set(sent).size, sent.length);
        assert.ok(copies.every(({ sha256 }) => sent.includes(sha256)));
      }),
    );
  });
});
