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
  it('refuses an option that there is not, and names those that there are', () => {
    assert.match(
      refused('test/run.mts', 'unit', '--fiel', 'retries'),
      /^Unknown option '--fiel'\.\nThe options are: --grep, --file, .*--vscode\.\n$/,
    );
    assert.match(refused('test/host/fuzz.mts', '--minute', '1'), /^Unknown option '--minute'\./);
  });

  it('refuses a tier that there is not, and a word too many', () => {
    assert.match(refused('test/run.mts', 'unti'), /^There are no tests "unti"\. There are: all, unit, /);
    assert.match(refused('test/run.mts', 'unit', 'retries'), /^"retries" is not expected here\./);
  });

  it('says that no test file is meant, also beside one that is', () => {
    assert.equal(
      refused('test/run.mts', 'unit', '--file', 'retries', '--file', 'no-such-file'),
      'No test file has "no-such-file" in its path.\n',
    );
  });

  it('refuses what is no number', () => {
    assert.equal(refused('test/run.mts', 'unit', '--lanes', 'two'), '--lanes takes a number, not "two".\n');
  });
});
