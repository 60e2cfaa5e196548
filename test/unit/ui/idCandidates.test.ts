import assert from 'node:assert/strict';
import fc from 'fast-check';
import { idCandidates } from '../../../src/ui/documents/idCandidates';

const texts = (line: string, mark = /\d/): string[] => idCandidates(line, mark).map(({ text }) => text);

/** Milliseconds of processor time. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('what may be an id in a line', () => {
  it('is a word with a mark, without the marks of the sentence around it', () => {
    const line = 'see req_4711-a, (req_4712). "req_4713": __req_4714... and nothing else';
    assert.deepEqual(texts(line), ['req_4711-a', 'req_4712', 'req_4713', 'req_4714']);
    assert.deepEqual(texts('short 12345, longer 123456, wordless'), ['123456']);
    assert.deepEqual(texts('file_a.pdf some_name word', /[\d_.]/), ['file_a.pdf', 'some_name']);
  });

  it('is a word with colons and each of its parts, since either may be one', () => {
    assert.deepEqual(texts('id:req_4711'), ['id:req_4711', 'req_4711']);
    assert.deepEqual(texts('arn:1:abc-4711'), ['arn:1:abc-4711', 'abc-4711']);
  });

  it('says where it begins', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab1:._ "-]{0,60}$/), (line) => {
        for (const { text, start } of idCandidates(line, /\d/)) {
          assert.equal(line.slice(start, start + text.length), text);
          assert.match(text, /^[a-b1].*[a-b1_]$/);
        }
      }),
      { seed: 20261, numRuns: 500 },
    );
  });

  it('is found in no longer time than the line asks for, whatever the line is made of', () => {
    for (const part of ['a:', 'a', '1', '.', ':', '-', '_', 'a.', '1:', 'ab1-:', '_-.:', ' a1']) {
      const many = part.repeat(Math.ceil(1_000_000 / part.length));
      // A pattern that begins again at every colon took 21 seconds for 120,000 characters.
      assert.ok(cost(() => idCandidates(many, /\d/)) < 1000, part);
      const lines = Array.from({ length: 12 }, () => many.slice(0, 10_000));
      assert.ok(cost(() => lines.map((line) => idCandidates(line, /[\d_.]/))) < 1000, part);
    }
  });

  it('is looked for in the first characters of an endless line only', () => {
    const filler = 'x '.repeat(9_990);
    assert.deepEqual(texts(`${filler}req_4711 ${filler}req_4712`), ['req_4711']);
  });
});
