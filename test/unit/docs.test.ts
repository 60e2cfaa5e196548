import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

const files = globSync('{src,test,docs,.}/**/*.{ts,mts,js,mjs}', {
  exclude: (name) => ['node_modules', 'out', 'dist', '.vscode-test', 'artifacts'].includes(name),
}).map((file) => `/${file.replaceAll('\\', '/')}`);

describe('The documents for contributors', () => {
  for (const page of ['CONTRIBUTING.md', 'docs/architecture.md']) {
    it(`name only files that exist: ${page}`, () => {
      const named = readFileSync(page, 'utf8').matchAll(/`([\w./]+\.(?:ts|mts|js|mjs))`/g);
      const missing = Array.from(named, ([, path = '']) => path).filter(
        (path) => !path.startsWith('dist/') && !files.some((file) => file.endsWith(`/${path}`)),
      );
      assert.deepEqual(missing, []);
    });
  }
});
