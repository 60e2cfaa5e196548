import assert from 'node:assert/strict';
import { posix } from 'node:path';
import fc from 'fast-check';
import { findWorkspaceFile, type FileAccess } from '../../../../src/agents/limits/workspaceFiles';

describe('A file that an agent names', () => {
  const folder = '/work space/project';
  const links: Record<string, string> = {
    [`${folder}/out.pdf`]: '/home/me/passport.pdf',
    [`${folder}/hidden.pdf`]: `${folder}/.git/a.pdf`,
    [`${folder}/fine.pdf`]: `${folder}/docs/a.pdf`,
    [`${folder}/UPPER/a.pdf`]: `${folder}/docs/a.pdf`,
  };
  const there = new Set([
    folder,
    `${folder}/docs/a.pdf`,
    `${folder}/docs`,
    '/home/me/passport.pdf',
    `${folder}/.git/a.pdf`,
  ]);
  const files: FileAccess = {
    realpath: (path) => {
      const real = links[path] ?? path;
      return there.has(real) ? Promise.resolve(real) : Promise.reject(new Error('ENOENT'));
    },
    isFile: (path) => Promise.resolve(posix.extname(path) !== ''),
  };
  const find = (text: string, folders: readonly string[] = [folder]) =>
    findWorkspaceFile(text, folders, files);

  it('is the one that its links lead to, inside the workspace', async () => {
    for (const text of ['docs/a.pdf', './docs//a.pdf', `${folder}/docs/a.pdf`, 'fine.pdf', 'UPPER/a.pdf'])
      assert.deepEqual(await find(text), { ok: true, path: `${folder}/docs/a.pdf` }, text);
    assert.equal((await find('docs/a.pdf', ['/elsewhere', folder])).ok, true);
  });

  it('is refused outside, when hidden, and when it is no file', async () => {
    const refused = [
      '/home/me/passport.pdf',
      'out.pdf',
      'hidden.pdf',
      '.git/a.pdf',
      'docs',
      '.',
      'docs/../docs/a.pdf',
      'docs\\..\\..\\a.pdf',
      'file:///home/me/passport.pdf',
      'vscode-remote://x/a.pdf',
      '//server/share/a.pdf',
      '\\\\server\\share\\a.pdf',
      '~/a.pdf',
      'docs/a.pdf\0.png',
      'none.pdf',
      '',
    ];
    for (const text of refused) assert.equal((await find(text)).ok, false, text);
    assert.equal((await find('docs/a.pdf', [])).ok, false);
  });

  it('is never one outside, whatever is given', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'docs',
      'a.pdf',
      'out.pdf',
      '/home/me/passport.pdf',
      '.git',
      'file://',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await find(parts.join(''));
        assert.ok(!found.ok || found.path === `${folder}/docs/a.pdf`);
      }),
      { seed: 16, numRuns: 500 },
    );
  });
});
