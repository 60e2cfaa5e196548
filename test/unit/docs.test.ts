import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

const files = globSync('{src,test,docs,.}/**/*.{ts,mts,js,mjs}', {
  exclude: (name) => ['node_modules', 'out', 'dist', '.vscode-test', 'artifacts'].includes(name),
}).map((file) => `/${file.replaceAll('\\', '/')}`);

/** Such as `"Lists" in docs/api.md`, also where a line of a comment ends in it. */
const CITATION = /"([^"\n]{1,60})" in[ \n*]{1,9}docs\/api\.md/g;

describe('The documents for contributors', () => {
  for (const page of ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/decisions.md', 'docs/platforms.md']) {
    it(`name only files that exist: ${page}`, () => {
      const named = readFileSync(page, 'utf8').matchAll(/`([\w./]+\.(?:ts|mts|js|mjs))`/g);
      const missing = Array.from(named, ([, path = '']) => path).filter(
        (path) => !path.startsWith('dist/') && !files.some((file) => file.endsWith(`/${path}`)),
      );
      assert.deepEqual(missing, []);
    });
  }

  it('have the headings of docs/api.md that comments cite', () => {
    const headings =
      readFileSync('docs/api.md', 'utf8')
        .replaceAll('’', "'")
        .match(/^#+ .*$/gm) ?? [];
    const cited = globSync('src/**/*.ts').flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(CITATION), ([, heading = '']) => `${file}: ${heading}`),
    );
    assert.ok(cited.length > 10);
    const missing = cited.filter(
      (each) => !headings.some((heading) => heading.includes(each.split(': ').slice(1).join(': '))),
    );
    assert.deepEqual(missing, []);
  });
});
