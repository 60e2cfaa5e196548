// Shows that the same sources give the same package: `npm run package:twice`, with the options of `npm run package`. Makes
// it here and in a fresh clone of the commit, compares both byte by byte, and leaves payments-api-explorer.vsix.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'payments-api-explorer.vsix';
const shell = process.platform === 'win32';

function run(cwd: string, command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}.`);
}

function packageIn(folder: string): string {
  run(folder, 'npm', 'run', 'package', '--', ...process.argv.slice(2), '--out', NAME);
  return createHash('sha256')
    .update(readFileSync(join(folder, NAME)))
    .digest('hex');
}

/** The built files that are not the same. */
function differences(folder: string): string[] {
  return readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join('dist', name);
    return statSync(path).isFile() && !readFileSync(path).equals(readFileSync(join(folder, path)));
  });
}

const clone = mkdtempSync(join(tmpdir(), 'payments-package-'));
try {
  run('.', 'git', 'diff', '--quiet', 'HEAD');
  run('.', 'git', 'clone', '--quiet', '--no-hardlinks', '.', clone);
  run(clone, 'npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline');
  const [here, there] = [packageIn('.'), packageIn(clone)];
  console.log(`here          ${here}\nfresh clone   ${there}\n${(statSync(NAME).size / 1e6).toFixed(2)} MB`);
  if (here !== there) {
    copyFileSync(join(clone, NAME), 'fresh-clone.vsix');
    throw new Error(`They differ: ${differences(clone).join(', ') || 'not in dist'}. See fresh-clone.vsix.`);
  }
} finally {
  rmSync(clone, { recursive: true, force: true });
}
