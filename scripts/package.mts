// Makes the .vsix: `npm run package`, with the options of vsce. `-- --release` makes one to publish, and refuses to while a
// text is not translated.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeTexts } from './collectTexts.mts';
import { installedPage } from './installedPage.mts';
import { LANGUAGES, wordsToDo } from './words.mts';

const RELEASE = '--release';
const PAGE = 'out/page.md';

/** The time of the commit: with it, the same sources give the same bytes. `undefined` where there is no git. */
function commitTime(): string | undefined {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function make(given: readonly string[]): number {
  if (given.includes(RELEASE)) {
    writeTexts();
    const todo = LANGUAGES.flatMap(wordsToDo);
    if (todo.length > 0) {
      console.error(`${todo.join('\n')}\n${todo.length} texts are not translated. No package was made.`);
      return 1;
    }
  }
  mkdirSync('out', { recursive: true });
  writeFileSync(PAGE, installedPage());
  const options = ['--no-dependencies', '--allow-missing-repository', '--readme-path', PAGE];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@vscode/vsce/vsce', 'package', ...options, ...given.filter((each) => each !== RELEASE)],
    { stdio: 'inherit', env: { SOURCE_DATE_EPOCH: commitTime(), ...process.env } },
  );
  return status ?? 1;
}

process.exitCode = make(process.argv.slice(2));
