// Collects all texts of the sources, for translators. The build writes them to l10n/bundle.l10n.json.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { getL10nJson } from '@vscode/l10n-dev';

/** Parts without the editor import `t` from util/text; to the collector it looks like the editor's own. */
const OWN = /^import \{[^}]*\bt\b[^}]*\} from '[./]*\/(?:util\/)?text';$/m;
/** The collector reads no more than this of a source, in characters. */
const LONGEST = 30_000;
const IMPORTS = /^import\b[^;]*;$/gm;

function asEditorCode(source: string): string {
  const code = OWN.test(source) ? source.replace(/(?<![\w.$])t\(/g, 'l10n.t(') : source;
  return code.replace(IMPORTS, '');
}

/** Every text of the sources, by its English words, in the order of the files. */
async function collectTexts(): Promise<Record<string, unknown>> {
  const files = globSync('src/**/*.ts', { exclude: ['src/**/webview/**'] }).sort();
  const sources = files.map((file) => asEditorCode(readFileSync(file, 'utf8')));
  // The collector searches once for each import. These two imports are enough.
  const head = "import * as vscode from 'vscode';\nimport { l10n } from 'vscode';\n";
  const groups: string[] = [];
  let group = '';
  for (const source of sources.filter((each) => each.includes('l10n.t('))) {
    if (group.length + source.length > LONGEST) {
      groups.push(group);
      group = '';
    }
    group += source;
  }
  return getL10nJson([...groups, group].map((part) => ({ extension: '.ts', contents: head + part })));
}

/** Writes the texts to where the editor and translators look for them. */
export async function writeTexts(): Promise<void> {
  writeFileSync('l10n/bundle.l10n.json', `${JSON.stringify(await collectTexts(), undefined, 2)}\n`);
}
