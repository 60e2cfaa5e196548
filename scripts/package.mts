// Makes the .vsix: `npm run package`, here or where `-- --out PATH` says. `-- --release` makes one to publish, and refuses
// to while a text is not translated. `-- --as-built` packages what was built before.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeTexts } from './collectTexts.mts';
import { installedPage } from './installedPage.mts';
import { LANGUAGES, wordsToDo } from './words.mts';

/** The time of the commit: with it, the same sources give the same bytes. `undefined` where there is no git. */
function commitTime(): string | undefined {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Puts what is packaged into a folder: elsewhere vsce looks at every file, also of an editor that tests downloaded. */
function stageIn(folder: string): void {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: readonly string[] };
  for (const file of globSync(['package.json', ...files])) cpSync(file, join(folder, file));
  writeFileSync(join(folder, 'README.md'), installedPage());
}

/** Runs a script with this Node. @returns its exit code */
function run(script: string, args: readonly string[], options: { cwd?: string } = {}): number {
  const env = { SOURCE_DATE_EPOCH: commitTime(), ...process.env };
  return (
    spawnSync(process.execPath, [resolve(script), ...args], { stdio: 'inherit', env, ...options }).status ?? 1
  );
}

/** @returns the exit code */
function make(): number {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: '.' },
      release: { type: 'boolean' },
      'as-built': { type: 'boolean' },
    },
  });
  if (values.release === true) {
    writeTexts();
    const todo = LANGUAGES.flatMap(wordsToDo);
    if (todo.length > 0) {
      console.error(`${todo.join('\n')}\n${todo.length} texts are not translated. No package was made.`);
      return 1;
    }
  }
  const failed = values['as-built'] === true ? 0 : run('esbuild.js', ['--production']);
  if (failed !== 0) return failed;
  const folder = mkdtempSync(join(tmpdir(), 'payments-package-'));
  try {
    stageIn(folder);
    const options = ['--no-dependencies', '--allow-missing-repository', '--out', resolve(values.out)];
    return run('node_modules/@vscode/vsce/vsce', ['package', ...options], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.exitCode = make();
