import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Candidate } from '../../../../src/files/check/gather';
import { planBatch } from '../../../../src/files/upload/batchPlan';
import type { KnownFile } from '../../../../src/storage/types/storageTypes';

const earlier = { key: 1, fileId: 'file_1', name: 'earlier.pdf' } as KnownFile;

/** As far as a plan looks at a file. */
function candidate(sha256: string, refused = false): Candidate {
  const rejection = { kind: 'preflight', message: 'No' } as const;
  return { name: sha256, sha256, warnings: [], ...(refused && { rejection }) } as unknown as Candidate;
}

describe('Sorting a batch', () => {
  it('sends the same bytes once, and not what was uploaded before', () => {
    const files = [
      candidate('new'),
      candidate('known'),
      candidate('new'),
      candidate('bad', true),
      candidate('unknown'),
    ];
    const plan = planBatch(files, (sha256, kind) =>
      (sha256 === 'known' && kind === 'uploaded') || (sha256 === 'unknown' && kind === 'may-have-acted')
        ? earlier
        : undefined,
    );
    assert.deepEqual(
      [plan.ready, plan.known, plan.unconfirmed, plan.twins, plan.refused].map((part) =>
        part.map(({ name }) => name),
      ),
      [['new'], ['known'], ['unknown'], ['new'], ['bad']],
    );
    assert.equal(plan.known[0]?.earlier, earlier);
  });

  it('has each file in exactly one part, whatever the batch', () => {
    const files = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()));
    fc.assert(
      fc.property(files, fc.subarray(['a', 'b', 'c', 'd']), (batch, known) => {
        const candidates = batch.map(([sha256, refused]) => candidate(sha256, refused));
        const {
          ready,
          known: found,
          twins,
          refused,
        } = planBatch(candidates, (sha256) => (known.includes(sha256) ? earlier : undefined));
        assert.equal(ready.length + found.length + twins.length + refused.length, batch.length);
        const sent = ready.map(({ sha256 }) => sha256);
        assert.equal(new Set(sent).size, sent.length);
        assert.ok(twins.every(({ sha256 }) => sent.includes(sha256)));
      }),
    );
  });
});
