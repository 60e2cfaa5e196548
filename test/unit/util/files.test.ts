import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutEdges } from '../../../src/util/edges';
import {
  fileNumber,
  isRenameOfHeld,
  moveAside,
  readText,
  renameFile,
  renameTogether,
  safeFileName,
} from '../../../src/util/files';

/** A file system in which another program holds files for as many tries, as Windows has it. */
function held<R>(renameOnce: (from: string, to: string) => R, code: string, tries: number) {
  let left = tries;
  return (from: unknown, to: unknown): R => {
    if (left-- > 0) throw Object.assign(new Error(code), { code });
    return renameOnce(String(from), String(to));
  };
}

describe('Files on other systems', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'files-'));
    file = join(folder, 'data.db');
    writeFileSync(file, 'rows');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    it(`are renamed once another program lets go of them: ${code}`, async () => {
      await renameFile(file, `${file}.new`, held(rename, code, 2));
      renameTogether(`${file}.new`, file, [''], held(renameSync, code, 2));
      assert.equal(readFileSync(file, 'utf8'), 'rows');
    });
  }

  it('are held by another program where Windows refuses to rename them', () => {
    const isHeld = (syscall: string, platform: string, code = 'EPERM') =>
      isRenameOfHeld(Object.assign(new Error(code), { code, syscall }), platform);
    const found = [isHeld('rename', 'win32'), isHeld('rename', 'linux'), isHeld('open', 'win32')];
    assert.deepEqual([...found, isHeld('rename', 'win32', 'ENOSPC')], [true, false, false, false]);
  });

  it('are read without a byte order mark', async () => {
    writeFileSync(file, '\ufeff### ü\n\ufeff');
    assert.equal(await readText(file), '### ü\n\ufeff');
  });

  it('are files: nothing is read from a folder, and nobody waits for a pipe', async () => {
    await assert.rejects(readText(folder));
    // Windows has no such pipes.
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [`${file}.pipe`]);
    await assert.rejects(readText(`${file}.pipe`), { message: 'Not a file' });
  });

  it('are not tried again for another reason', async () => {
    const once = held(rename, 'ENOSPC', 1);
    await assert.rejects(renameFile(file, `${file}.new`, once), { code: 'ENOSPC' });
    assert.throws(() => renameTogether(file, `${file}.new`, [''], held(renameSync, 'ENOSPC', 1)), {
      code: 'ENOSPC',
    });
    assert.equal(readFileSync(file, 'utf8'), 'rows');
  });

  it('stay together: a database keeps its log where it cannot be renamed itself', () => {
    writeFileSync(`${file}-wal`, 'last rows');
    const holdsDatabase: typeof renameSync = (from, to) => {
      if (from === file) throw Object.assign(new Error('held'), { code: 'EBUSY' });
      renameSync(from, to);
    };
    assert.throws(() => renameTogether(file, `${file}.aside`, ['-wal', '-shm', ''], holdsDatabase), {
      code: 'EBUSY',
    });
    assert.equal(readFileSync(`${file}-wal`, 'utf8'), 'last rows');
    assert.equal(readFileSync(file, 'utf8'), 'rows');
  });

  it('are set aside once no other window is at it, which counts for ten seconds', () => {
    const lock = `${file}.repair`;
    writeFileSync(lock, '');
    const end = Date.now() + 100;
    utimesSync(lock, (end - 10_000) / 1000, (end - 10_000) / 1000);
    assert.equal(moveAside(file, fileNumber(file), `${file}.aside`), true);
    assert.ok(Date.now() >= end);
    assert.deepEqual([file, `${file}.aside`, lock].map(existsSync), [false, true, false]);
    assert.deepEqual([moveAside(file, undefined, file), fileNumber(file)], [false, undefined]);
  });

  it('stay where no lock can be made', () => {
    // A file system that makes no files, for every user.
    if (process.platform !== 'linux') return;
    const fixed = '/proc/version';
    assert.throws(() => moveAside(fixed, fileNumber(fixed), `${file}.aside`), { code: 'ENOENT' });
  });

  it('have names that every system takes', () => {
    for (const [name, expected] of [
      ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
      ['../../etc/passwd', '__.._etc_passwd'],
      ['con', '_con'],
      ['LPT1.pdf', '_LPT1.pdf'],
      ['console.pdf', 'console.pdf'],
      ['report.pdf. .', 'report.pdf'],
      ['...', '_'],
      [' ', 'file'],
    ] as const)
      assert.equal(safeFileName(name), expected);
    assert.deepEqual(
      ['--a-b-', '--'].map((name) => withoutEdges(name, /-/)),
      ['a-b', ''],
    );
  });
});
