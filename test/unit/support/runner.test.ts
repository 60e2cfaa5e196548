import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mock } from 'node:test';
import { numberOf, readOptions } from '../../host/options.mts';

/** Runs the project's runner with arguments that it refuses before it builds anything. */
function refused(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.mts', ...args], {
    encoding: 'utf8',
  });
  assert.equal(status, 2, stdout + stderr);
  assert.equal(stdout, '');
  return stderr.replace(/^\(node:\d+\) .*\n.*\n/gm, '');
}

describe('the runner of tests', () => {
  for (const [what, args, says] of [
    ['a tier that there is not', 'unti', /^There are no tests "unti"\. There are: all, unit, /],
    [
      'a part of no path, also beside one that is of some',
      'unit --file cooldown --file no-such-file',
      /^No test file has "no-such-file" in its path\.\n$/,
    ],
  ] as const)
    it(`refuses ${what}`, () => assert.match(refused(...args.split(' ')), says));
});

describe('the options of a script', () => {
  for (const [what, read, says] of [
    [
      'an option that there is not',
      () => readOptions({ grep: { type: 'string' } }, ['--fiel', 'cooldown']),
      /^Unknown option '--fiel'\.\nThe options are: --grep/,
    ],
    ['a word too many', () => readOptions({}, ['unit', 'retries']), /^"retries" is not expected here\./],
    ['what is no number', () => numberOf('minutes', 'two'), /^--minutes takes a number, not "two"\.$/],
  ] as const)
    it(`are refused with a message: ${what}`, () => {
      const exit = mock.method(process, 'exit', () => {
        throw new Error('It ends');
      });
      const said = mock.method(console, 'error', () => undefined);
      assert.throws(read, /It ends/);
      assert.deepEqual(exit.mock.calls[0]?.arguments, [2]);
      assert.match(String(said.mock.calls[0]?.arguments[0]), says);
    });
});
