import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readOnlyFiles } from '../../../src/ui/documents/readOnlyFiles';
import { acceptUpload, startService } from '../support/contract';
import { fail, newPdf, setUserSetting, succeed } from '../support/extension';

const SCHEME = 'no-disk';
const ANSWERS = { purpose: 'payment_evidence', duplicates: 'upload' } as const;

/** A file system that is no disk, such as an archive or another machine. */
class NoDisk {
  private readonly files = new Map<string, () => Uint8Array | Promise<Uint8Array>>();
  readonly provider = readOnlyFiles(async (uri) => ({ content: await this.find(uri)() }), {
    stat: (uri) => this.stat(uri),
    readDirectory: ({ path }) => this.entriesOf(path),
  });

  add(path: string, content: Uint8Array | (() => Uint8Array | Promise<Uint8Array>)): vscode.Uri {
    this.files.set(path, typeof content === 'function' ? content : () => content);
    return vscode.Uri.from({ scheme: SCHEME, authority: 'somewhere', path });
  }

  private find({ path }: vscode.Uri): () => Uint8Array | Promise<Uint8Array> {
    const file = this.files.get(path);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound();
    return file;
  }

  private stat(uri: vscode.Uri): vscode.FileStat {
    const times = { ctime: 0, mtime: 0 };
    if (this.entriesOf(uri.path).length > 0) return { type: vscode.FileType.Directory, size: 0, ...times };
    this.find(uri);
    return { type: vscode.FileType.File, size: 60, ...times };
  }

  private entriesOf(folder: string): [string, vscode.FileType][] {
    const below = [...this.files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/'));
    const entries = below.map(([name = '', ...rest]): [string, vscode.FileType] => [
      name,
      rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File,
    ]);
    return [...new Map(entries)];
  }
}

describe('uploading from a file system that is no disk', () => {
  let disk: NoDisk;
  let registration: vscode.Disposable;

  beforeEach(() => {
    disk = new NoDisk();
    registration = vscode.workspace.registerFileSystemProvider(SCHEME, disk.provider, { isReadonly: true });
  });

  afterEach(() => {
    registration.dispose();
  });

  it('uploads its files and folders like all others, and reports those that cannot be read, or changed since they were checked', async () => {
    await using service = await startService(acceptUpload);
    disk.add('/box/inner/deep.pdf', newPdf());
    disk.add('/box/locked.pdf', () => {
      throw vscode.FileSystemError.NoPermissions();
    });
    disk.add('/box/note.txt', newPdf());
    const odd = disk.add('/a “file” #1 100%.pdf', newPdf());
    const [box, gone] = [odd.with({ path: '/box' }), odd.with({ path: '/gone.pdf' })];
    // It is read once to be checked, and once more in its turn.
    const changed = disk.add('/changed.pdf', () => newPdf());
    const { environment } = service;
    const given = [odd, box, gone, changed];
    const { data } = await succeed('uploadFiles', odd, given, { ...ANSWERS, environment });
    assert.deepEqual(
      data.map(({ uri, status, error }) => [vscode.Uri.parse(uri).path, status, error?.kind]),
      [
        ['/a “file” #1 100%.pdf', 'uploaded', undefined],
        ['/box/inner/deep.pdf', 'uploaded', undefined],
        ['/box/locked.pdf', 'rejected', 'preflight'],
        ['/gone.pdf', 'rejected', 'preflight'],
        ['/changed.pdf', 'rejected', 'preflight'],
      ],
    );
    for (const [index, reason] of [
      [2, /you have no permission to read it/],
      [3, /no longer exists/],
      [4, /changed since it was checked/],
    ] as const)
      assert.match(data[index]?.error?.message ?? '', reason);
    assert.equal(service.seen.length, 2);
  });

  it('goes by what the settings say of the environment once all questions are answered', async () => {
    await using service = await startService(acceptUpload, 'mine');
    const { environment, seen, url } = service;
    const options = { ...ANSWERS, environment };
    const says = (entry: object) => setUserSetting('environments', { mine: entry });
    const readingWhile = (path: string, change: object) =>
      disk.add(path, async () => {
        await says(change);
        return newPdf();
      });

    const live = readingWhile('/live.pdf', { apiUrl: url, type: 'production' });
    const { error } = await fail('uploadFiles', live, undefined, options);
    assert.equal(error.kind, 'cancelled', 'nobody agreed to that');

    await says({ apiUrl: url, type: 'sandbox' });
    const moved = readingWhile('/moved.pdf', { apiUrl: 'http://127.0.0.1:9/elsewhere', type: 'sandbox' });
    const refused = await fail('uploadFiles', moved, undefined, options);
    assert.match(refused.error.message, /address of .* has changed since its API key was entered/);
    assert.equal(seen.length, 0);
  });
});
