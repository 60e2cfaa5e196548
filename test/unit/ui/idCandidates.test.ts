import assert from 'node:assert/strict';
import fc from 'fast-check';
import { idCandidates } from '../../../src/ui/documents/idCandidates';

const texts = (line: string, mark = /\d/): string[] => idCandidates(line, mark).map(({ text }) => text);

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

  it('is looked for in the first characters of an endless line only', () => {
    const filler = 'x '.repeat(9_990);
    assert.deepEqual(texts(`${filler}req_4711 ${filler}req_4712`), ['req_4711']);
  });
});
