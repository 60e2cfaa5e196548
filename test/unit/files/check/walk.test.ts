import assert from 'node:assert/strict';
import { MAX_WALKED_FILES, isCandidateName, walkFolder } from '../../../../src/files/check/walk';
import type { EntryKind } from '../../../../src/files/check/walk';

type Tree = Record<string, readonly (readonly [string, EntryKind])[]>;
const join = (folder: string, name: string) => `${folder}/${name}`;
const { signal } = new AbortController();
const walk = (tree: Tree, stopped = signal) =>
  walkFolder('/a', {
    join,
    signal: stopped,
    readDirectory: (folder) => {
      const entries = tree[folder];
      return entries === undefined ? Promise.reject(new Error('no access')) : Promise.resolve(entries);
    },
  });

describe('Walking a folder', () => {
  it('takes the supported extensions in any letter case', () => {
    for (const name of ['a.png', 'a.JPG', 'a.Jpeg', 'a.b.pdf', 'ü.DOCX'])
      assert.ok(isCandidateName(name), name);
    for (const name of ['a.gif', 'pdf', '.pdf', 'a.pdf.txt', 'a.docm', ''])
      assert.ok(!isCandidateName(name), name);
  });

  it('gives candidates in natural order and says why the rest was left out', async () => {
    const files = ['p10.pdf', 'p2.pdf', 'sub.pdf', 'x10.txt', 'x.txt', 'x2.txt'].map(
      (name) => [name, 'file'] as const,
    );
    const names = ['.git', 'node_modules', 'locked', 'sub'];
    const folders = names.map((name) => [name, 'directory'] as const);
    const sub = [['b.png', 'file']] as const;
    const result = await walk({ '/a': [...files, ['link.pdf', 'other'], ...folders], '/a/sub': sub });
    assert.deepEqual(result.files, ['/a/p2.pdf', '/a/p10.pdf', '/a/sub/b.png', '/a/sub.pdf']);
    const left = result.leftOut.map(({ path }) => path.slice(3)).join(' ');
    assert.equal(left, '.git link.pdf locked node_modules x.txt x2.txt x10.txt');
    const reasons = Object.fromEntries(result.leftOut.map(({ path, reason }) => [path, reason]));
    assert.match(reasons['/a/x.txt'] ?? '', /does not end in/);
    assert.match(reasons['/a/.git'] ?? '', /hidden/);
    assert.match(reasons['/a/node_modules'] ?? '', /packages/);
    assert.match(reasons['/a/link.pdf'] ?? '', /link/);
    assert.match(reasons['/a/locked'] ?? '', /could not be read/);
    assert.equal(result.cut, false);
  });

  it('sorts by the names of files, and not by how an address writes them', async () => {
    const entries = ['page 3.pdf', 'page 02.pdf', 'Zoll.pdf', 'Ärzte.pdf'].map(
      (name) => [name, 'file'] as const,
    );
    const { files } = await walkFolder('file:///a', {
      join: (folder, name) => `${folder}/${encodeURIComponent(name)}`,
      signal,
      readDirectory: () => Promise.resolve(entries),
    });
    const names = files.map((file) => decodeURIComponent(file.slice('file:///a/'.length)));
    assert.deepEqual(names, ['Ärzte.pdf', 'page 02.pdf', 'page 3.pdf', 'Zoll.pdf']);
  });

  it('ends in a file system without an end', async () => {
    const readDirectory = () => Promise.resolve([['d', 'directory'] as const]);
    const deep = await walkFolder('/a', { readDirectory, join, signal });
    assert.match(deep.leftOut[0]?.reason ?? '', /32 folders deep/);
    assert.equal(deep.leftOut[0]?.path, `/a${'/d'.repeat(33)}`);
    const loop = await walkFolder('/a', {
      readDirectory: () => Promise.resolve([['.b', 'file'] as const, ['a', 'directory'] as const]),
      join: (folder) => folder,
      signal,
    });
    assert.equal(loop.leftOut.length, 1);
  });

  it('says when there is more than it takes', async () => {
    const entries = Array.from({ length: MAX_WALKED_FILES + 1 }, (_, i) => [`${i}.pdf`, 'file'] as const);
    const cut = await walk({ '/a': entries });
    assert.equal(cut.files.length, MAX_WALKED_FILES);
    assert.equal(cut.cut, true);
    assert.equal((await walk({ '/a': entries.slice(1) })).cut, false);
    const hidden = Array.from({ length: 100_001 }, (_, i) => [`.${i}`, 'file'] as const);
    const found = [await walk({ '/a': hidden }), await walk({ '/a': hidden.slice(1) })];
    assert.deepEqual(
      found.map(({ cut, leftOut }) => [cut, leftOut.length]),
      [
        [true, 100_000],
        [false, 100_000],
      ],
    );
  });

  it('ends at once when it is called off, also while a folder is being listed', async () => {
    const stop = new AbortController();
    const abortLater = () => {
      setImmediate(stop.abort.bind(stop), new Error('called off'));
      return new Promise<never>(() => undefined);
    };
    const walking = walkFolder('/a', { readDirectory: abortLater, join, signal: stop.signal });
    await assert.rejects(walking, /called off/);
    await assert.rejects(walk({ '/a': [] }, AbortSignal.abort(new Error('before'))), /before/);
  });
});
