import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { HttpRefusal } from '../../../src/httpFiles/format/parse/model';
import { PreflightError } from '../../../src/api/model/errors';
import { checkHttpFile } from '../../../src/httpFiles/format/check';
import { parseHttpFile } from '../../../src/httpFiles/format/parse/parse';
import { ENTRIES, HOSTS, IN_NAMES } from './entries';
import { OWN, SIMPLE, SIMPLE_TOKENS, WITHIN } from './functions';

const READERS = [
  'src/{util,bodies,api/model,httpFiles/format,requests/{compare,document,export,records,exchange}}/**/*.ts',
  'src/ui/documents/idCandidates.ts',
];

/** Characters of a text, and the seconds that only quadratic work needs for them, on any computer. */
const LENGTH = 25_000;
const LIMIT = 0.5;

/** Does the work for a text of that many characters, which must not take longer than that. */
function timed(work: (length: number) => unknown, what: unknown): void {
  const usageOf = (length: number) => {
    const start = process.threadCpuUsage();
    work(length);
    return process.threadCpuUsage(start);
  };
  const secondsOf = (length: number) => usageOf(length).user / 1e6;
  for (const parts of [8, 3]) {
    const { user, system } = usageOf(LENGTH / parts);
    // What is quick with a part of the text cannot be slow with all of it, unless it grows faster than the square.
    if ((user + system) / 1e6 < LIMIT / parts ** 2) return;
  }
  const first = secondsOf(LENGTH);
  // Twice where it does, as the collector may have run meanwhile.
  const spent = first < LIMIT ? first : Math.min(first, secondsOf(LENGTH));
  assert.ok(spent < LIMIT, `${spent} s for ${JSON.stringify(what)}`);
}

describe('text of others', () => {
  for (const [name, { run, tokens, around = [['', '']] as const }] of Object.entries(ENTRIES)) {
    it(`takes time in proportion to its length: ${name}`, () => {
      const check = (unit: string, [before, after]: readonly [string, string]) => {
        timed(
          (length) => run(before + unit.repeat(Math.ceil(length / unit.length)) + after),
          [before, unit, after],
        );
      };
      for (const token of tokens) for (const each of around) check(token, each);
      if (tokens.length === 1 || tokens === IN_NAMES) return;
      const units = fc.array(fc.constantFrom(...tokens), { minLength: 2, maxLength: 3 });
      fc.assert(
        fc.property(units, fc.constantFrom(...around), (unit, each) => check(unit.join(''), each)),
        { numRuns: 6 },
      );
    });
  }

  it('takes time in proportion to its length: everything that takes one text', () => {
    for (const [name, run] of Object.entries(SIMPLE)) {
      for (const token of SIMPLE_TOKENS) {
        for (const after of ['', 'x\u2028']) {
          const work = (length: number) => {
            try {
              run(token.repeat(length / token.length) + after);
            } catch (error) {
              // Refused, or nested too deeply: it is the time that counts here.
              if (![HttpRefusal, PreflightError, RangeError].some((kind) => error instanceof kind))
                throw error;
            }
          };
          timed(work, [name, token, after]);
        }
      }
    }
  });

  it('has every function that takes a text in this table', () => {
    const known = new Set([...Object.keys(SIMPLE), ...WITHIN, ...OWN]);
    const taking = /^export (?:async )?function (\w+)\(\s*\w+: string\b/gm;
    const found = globSync(READERS).flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(taking), ([, name = '']) => name),
    );
    assert.ok(found.length > 40);
    assert.deepEqual(new Set(found).difference(known), new Set());
  });

  it('refers to variables through many levels at no more than their length', () => {
    const levels = Array.from({ length: 18 }, (_, level) => `@v${level} = ${`{{v${level + 1}}}`.repeat(4)}`);
    const file = parseHttpFile(`${levels.join('\n')}\n@v18 =\nGET /a{{v0}}\n`);
    timed(() => assert.deepEqual(checkHttpFile(file, HOSTS), []), 'levels');
  });
});
