// What a release needs beside the tests and the package:
//
//   npm run release:check -- --tag v1.2.3                       is everything named alike, and is anything missing?
//   npm run release:publish -- --to vscode --vsix FILE          to the Visual Studio Marketplace, with VSCE_PAT
//   npm run release:publish -- --to open-vsx --vsix FILE        to the Open VSX Registry, with OVSX_PAT
//
// `--dry-run` does all but the sending.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

interface Manifest {
  readonly version: string;
  readonly repository?: unknown;
}

interface Marketplace {
  /** Has a lock file of its own: only a release needs the tools, and nothing else is installed beside a token. */
  readonly tool: string;
  /** The variable from which the tool reads its token. */
  readonly token: string;
}

const marketplaces: Readonly<Record<string, Marketplace | undefined>> = {
  vscode: { tool: 'scripts/publish/node_modules/@vscode/vsce/vsce', token: 'VSCE_PAT' },
  'open-vsx': { tool: 'scripts/publish/node_modules/ovsx/bin/ovsx', token: 'OVSX_PAT' },
};

function problemsOf(tag: string): string[] {
  const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Manifest;
  const [, newest] = /^## (\S+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  return [
    tag === `v${version}` ? '' : `The tag is ${tag}, and package.json has version ${version}.`,
    lock.version === version ? '' : `package-lock.json has version ${lock.version}.`,
    newest === version ? '' : `The top section of CHANGELOG.md is ${newest ?? 'missing'}, not ${version}.`,
    repository === undefined
      ? 'package.json has no "repository": the pictures of the page need its address.'
      : '',
  ].filter((problem) => problem !== '');
}

function problemsToPublish(to: string, vsix: string): string[] {
  const marketplace = marketplaces[to];
  if (marketplace === undefined) return [`--to takes ${Object.keys(marketplaces).join(' or ')}.`];
  return [
    existsSync(vsix) ? '' : `There is no package ${vsix}.`,
    existsSync(marketplace.tool)
      ? ''
      : `${marketplace.tool} is missing: run npm ci --prefix scripts/publish.`,
    (process.env[marketplace.token] ?? '') === '' ? `${marketplace.token} is not set.` : '',
  ].filter((problem) => problem !== '');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tag: { type: 'string', default: '' },
    to: { type: 'string', default: '' },
    vsix: { type: 'string', default: '' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const isCheck = positionals[0] === 'check';
const problems = isCheck ? problemsOf(values.tag) : problemsToPublish(values.to, values.vsix);
const marketplace = marketplaces[values.to];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else if (isCheck || marketplace === undefined) {
  console.log(`${values.tag} can be released.`);
} else {
  const args = [marketplace.tool, 'publish', '--packagePath', values.vsix];
  console.log(`node ${args.join(' ')}`);
  if (!values['dry-run'])
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
