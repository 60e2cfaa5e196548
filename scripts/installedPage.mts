import { readFileSync } from 'node:fs';

/**
 * The page of the installed extension, made from docs/extension.md. The editor and the marketplaces show pictures from
 * https addresses only. `repository` in package.json is the one place for the repository's address: with it, vsce turns the
 * paths of pictures into addresses; without it, the page has no pictures.
 */
export function installedPage(
  page = readFileSync('docs/extension.md', 'utf8'),
  hasRepository = 'repository' in (JSON.parse(readFileSync('package.json', 'utf8')) as object),
): string {
  // Paths are given from the root of the repository, not from docs.
  return hasRepository
    ? page.replace(/\]\(\.\.\//g, '](').replace(/\]\((?=[\w-]+\.(?:gif|webp)\))/g, '](docs/')
    : page.replace(/^!\[.*\]\(.*\)\n\n/gm, '');
}
