import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeFiles } from '../../../../src/descriptions/read/files';

describe('The files of this machine', () => {
  let folder = '';
  const uri = (...names: readonly string[]) => pathToFileURL(join(folder, ...names)).href;
  const read = async (name: string, limit = 100) =>
    new TextDecoder().decode(await nodeFiles(uri('api', 'api.json')).read(uri('api', name), limit));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    await mkdir(join(folder, 'api', 'sub'), { recursive: true });
    await writeFile(join(folder, 'real.json'), 'document');
    await symlink(join(folder, 'real.json'), join(folder, 'api', 'api.json'));
    await symlink(join(folder, 'real.json'), join(folder, 'api', 'link.json'));
    await symlink(folder, join(folder, 'api', 'up'), 'junction');
    await writeFile(join(folder, 'api', '..other.json'), 'other');
    await writeFile(join(folder, 'api', 'sub', 'b.json'), 'below');
  });
  after(() => rm(folder, { recursive: true }));

  it('are read in the folder of the document and below', async () => {
    assert.equal(await read('..other.json'), 'other');
    assert.equal(await read('sub/b.json'), 'below');
  });

  it('are not read through links that lead out of it, but for the document itself', async () => {
    assert.equal(await read('api.json'), 'document');
    for (const name of ['link.json', 'up/real.json', 'up/api/../real.json'])
      await assert.rejects(read(name), { message: 'It is not in the folder of the description or below.' });
  });

  it('are no folders, whatever links lead to them', async () => {
    const isFolder = process.platform === 'win32' ? /./ : /^(?:sub|up) is not a file\.$/;
    for (const name of ['sub', 'up']) await assert.rejects(read(name), { message: isFolder });
  });

  it('are no pipes, which nobody waits for', async () => {
    // Windows has no such pipes.
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [join(folder, 'api', 'pipe.json')]);
    await assert.rejects(read('pipe.json'), { message: 'pipe.json is not a file.' });
  });

  it('are as large as they may be, and not larger', async () => {
    assert.equal(await read('sub/b.json', 5), 'below');
    await assert.rejects(read('sub/b.json', 4), {
      name: 'DescriptionError',
      message: 'The description is larger than 20 MB with all its files.',
    });
  });
});
