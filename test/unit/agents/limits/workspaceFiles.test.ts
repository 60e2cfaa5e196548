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
    [`${folder}/.cache/fine.pdf`]: `${folder}/docs/a.pdf`,
    [`${folder}/..cache/fine.pdf`]: `${folder}/docs/a.pdf`,
    '/hidden/docs/a.pdf': '/hidden/.git/a.pdf',
    '/linked': '/home/me/.cache/project',
    '/linked/a.pdf': '/home/me/.cache/project/a.pdf',
  };
  const there = new Set([
    folder,
    '/other',
    '/other/docs/a.pdf',
    '/hidden',
    '/hidden/.git/a.pdf',
    '/home/me/.cache/project',
    '/home/me/.cache/project/a.pdf',
    `${folder}/docs/a.pdf`,
    `${folder}/docs/b:c.pdf`,
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
    const found = (shown: string, real = `${folder}/docs/a.pdf`, path = real) => ({
      ...{ ok: true, path, real, shown },
    });
    for (const text of ['docs/a.pdf', './docs//a.pdf', `${folder}/docs/a.pdf`])
      assert.deepEqual(await find(text), found(text), text);
    for (const text of ['fine.pdf', 'UPPER/a.pdf'])
      assert.deepEqual(await find(text), found(`${text} → ${folder}/docs/a.pdf`), 'both are shown');
    assert.deepEqual(await find('docs/b:c.pdf'), found('docs/b:c.pdf', `${folder}/docs/b:c.pdf`));
    // The first folder that has it, and may show it, decides.
    const a = found('docs/a.pdf');
    assert.deepEqual(await find('docs/a.pdf', ['/elsewhere', folder]), a);
    assert.deepEqual(await find('docs/a.pdf', [folder, '/other']), a);
    assert.deepEqual(await find('docs/a.pdf', ['/hidden', folder]), a);
    // A folder that was opened by a link, below one that is hidden; the file is named by where it is.
    const real = '/home/me/.cache/project/a.pdf';
    assert.deepEqual(await find(real, ['/linked']), found(real, real, '/linked/a.pdf'));
    assert.deepEqual(await find('a.pdf', ['/linked']), found('a.pdf', real, '/linked/a.pdf'));
  });

  for (const [reason, ...texts] of [
    ['it is outside the folders of the workspace', '/home/me/passport.pdf', 'out.pdf'],
    [
      'it is hidden, or in a hidden folder',
      ...'hidden.pdf .git/a.pdf .cache/fine.pdf ..cache/fine.pdf'.split(' '),
    ],
    ['it is not a file', 'docs', '.', ''],
    ['a path holds no ".."', 'docs/../docs/a.pdf', 'docs\\..\\..\\a.pdf'],
    ['give a path, not an address', 'file:///home/me/a.pdf', 'vscode-remote://x/a.pdf', 's3://x/a.pdf'],
    ['give a path of this disk, not of another machine', '//server/share/a.pdf', '\\\\server\\share\\a.pdf'],
    ['give a path in the workspace', '~/a.pdf'],
    ['a path holds no control characters', 'docs/a.pdf\0.png'],
    ['there is no such file in the workspace', 'none.pdf', 'a.pdf~', '1file:a', 'c:none.pdf'],
  ] as const) {
    it(`is refused: ${reason}`, async () => {
      for (const text of texts) assert.deepEqual(await find(text), { ok: false, reason }, text);
    });
  }

  it('is refused where no folder is open', async () => {
    const reason = 'no folder of a workspace is open on this disk';
    assert.deepEqual(await find('docs/a.pdf', []), { ok: false, reason });
  });

  it('is never one outside, whatever is given', async () => {
    const words = '.. . / \\ docs a.pdf out.pdf /home/me/passport.pdf .git file://'.split(' ');
    const part = fc.constantFrom(...words, ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await find(parts.join(''));
        assert.ok(!found.ok || found.path === `${folder}/docs/a.pdf`);
      }),
      { seed: 16, numRuns: 500 },
    );
  });
});
