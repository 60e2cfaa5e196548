import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Runs the project's runner with arguments that it refuses before it builds anything. */
function refused(script: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  assert.equal(status, 2, stdout + stderr);
  assert.equal(stdout, '');
  return stderr.replace(/^\(node:\d+\) .*\n.*\n/gm, '');
}

describe('the runner of tests', () => {
  const [run, fuzz] = ['test/run.mts', 'test/host/fuzz.mts'];
  const options = /^Unknown option '--fiel'\.\nThe options are: --grep, --file, .*--vscode\.\n$/;
  for (const [what, script, args, says] of [
    ['an option that there is not, and names those that there are', run, 'unit --fiel retries', options],
    ['an option of another of its programs', fuzz, '--minute 1', /^Unknown option '--minute'\./],
    ['a tier that there is not', run, 'unti', /^There are no tests "unti"\. There are: all, unit, /],
    ['a word too many', run, 'unit retries', /^"retries" is not expected here\./],
    [
      'a part of no path, also beside one that is of some',
      ...[run, 'unit --file retries --file no-such-file'],
      /^No test file has "no-such-file" in its path\.\n$/,
    ],
    ['what is no number', run, 'unit --lanes two', /^--lanes takes a number, not "two"\.\n$/],
  ] as const)
    it(`refuses ${what}`, () => {
      assert.match(refused(script, ...args.split(' ')), says);
    });
});
