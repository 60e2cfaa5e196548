import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readOnlyFiles } from '../../../src/ui/documents/readOnlyFiles';
import { acceptUpload, startService } from '../support/contract';
import { fail, newPdf, setUserSetting, succeed } from '../support/extension';

const SCHEME = 'no-disk';
const ANSWERS = { purpose: 'payment_evidence', duplicates: 'upload' } as const;

/** A file system that is no disk, such as an archive or another machine. It counts what is read of it. */
class NoDisk {
  readonly reads = new Map<string, number>();
  private readonly files = new Map<string, (read: number) => Uint8Array | Promise<Uint8Array>>();
  readonly provider = readOnlyFiles(async (uri) => ({ content: await this.readFile(uri) }), {
    stat: (uri) => this.stat(uri),
    readDirectory: ({ path }) => this.entriesOf(path),
  });

  /** @param content what is read, by how often it was read before */
  add(path: string, content: Uint8Array | ((read: number) => Uint8Array | Promise<Uint8Array>)): vscode.Uri {
    this.files.set(path, typeof content === 'function' ? content : () => content);
    return vscode.Uri.from({ scheme: SCHEME, authority: 'somewhere', path });
  }

  private stat({ path }: vscode.Uri): vscode.FileStat {
    const times = { ctime: 0, mtime: 0 };
    if (this.entriesOf(path).length > 0) return { type: vscode.FileType.Directory, size: 0, ...times };
    const file = this.files.get(path);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound();
    return { type: vscode.FileType.File, size: 60, ...times };
  }

  private readFile({ path }: vscode.Uri): Uint8Array | Promise<Uint8Array> {
    const read = this.reads.get(path) ?? 0;
    this.reads.set(path, read + 1);
    const file = this.files.get(path);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound();
    return file(read);
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

  it('uploads its files and folders like all others, and reports one that cannot be read', async () => {
    await using service = await startService(acceptUpload);
    disk.add('/box/inner/deep.pdf', newPdf());
    disk.add('/box/locked.pdf', () => {
      throw vscode.FileSystemError.NoPermissions();
    });
    disk.add('/box/note.txt', newPdf());
    const odd = disk.add('/a “file” #1 100%.pdf', newPdf());
    const box = odd.with({ path: '/box' });
    const { environment } = service;
    const { data } = await succeed('uploadFiles', odd, [odd, box], { ...ANSWERS, environment });
    assert.deepEqual(
      data.map(({ uri, status, error }) => [vscode.Uri.parse(uri).path, status, error?.kind]),
      [
        ['/a “file” #1 100%.pdf', 'uploaded', undefined],
        ['/box/inner/deep.pdf', 'uploaded', undefined],
        ['/box/locked.pdf', 'rejected', 'preflight'],
      ],
    );
    assert.match(data[2]?.error?.message ?? '', /you have no permission to read it/);
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

  it('sends exactly the bytes that it checked, and nothing of a file that changed or cannot be read any more', async () => {
    await using service = await startService(acceptUpload);
    const content = newPdf();
    const later: (() => Uint8Array)[] = [
      () => content,
      () => newPdf(),
      () => new Uint8Array([...content, 10]),
      () => {
        throw vscode.FileSystemError.NoPermissions();
      },
      () => {
        throw vscode.FileSystemError.FileNotFound();
      },
    ];
    const uris = later.map((again, index) =>
      disk.add(`/later-${index}.pdf`, (read) => (read > 0 ? again() : index === 0 ? content : newPdf())),
    );
    const { environment } = service;
    const { data } = await succeed('uploadFiles', uris[0], uris, { ...ANSWERS, environment });
    assert.deepEqual(
      data.map(({ status, error }) => [status, error?.kind]),
      [['uploaded', undefined], ...Array.from({ length: 4 }, () => ['rejected', 'preflight'])],
    );
    const reasons = data.map(({ error }) => error?.message ?? '');
    for (const reason of reasons.slice(1, 3)) assert.match(reason, /changed since it was checked/);
    assert.match(reasons[3] ?? '', /you have no permission to read it/);
    assert.match(reasons[4] ?? '', /no longer exists/);
    assert.equal(service.seen.length, 1);
  });
});
