import * as vscode from 'vscode';
import { type Purpose, isPurpose, FILE_SIZE } from '../../api/rules/limits';
import { execute } from '../../commands/execute';
import type { UploadResult } from '../../commands/table/commandTypes';
import { look } from '../check/fileAccess';
import { droppedUris } from '../../ui/views/droppedUris';
import type { RowDrag } from '../../ui/views/views';
import type { FileNode } from './fileNodes';
import { readOnlyFiles } from '../../ui/documents/readOnlyFiles';
import { DROPPED_SCHEME } from '../check/droppedScheme';

/**
 * Drops files on the Files view: on a purpose, the drop answers the question. Drags file ids out of it.
 * @param isOnDesktop whether this host has the folders of the desktop, and not those of another machine
 */
export function filesDrop(dropped: DroppedFiles, isOnDesktop: boolean) {
  return {
    handleDrag(nodes, data) {
      const ids = nodes.flatMap((node) => (node.kind === 'file' ? (node.file.fileId ?? []) : []));
      if (ids.length > 0) data.set('text/plain', new vscode.DataTransferItem(ids.join('\n')));
    },

    async handleDrop(target, data) {
      const files = filesIn(data);
      const folders = isOnDesktop ? await foldersOf(files) : [];
      const lent = dropped.lend(files.filter(({ uri }) => uri === undefined || !folders.includes(uri)));
      const own = [...lent.uris, ...folders];
      const uris = own.length > 0 ? own : await droppedUris(data);
      if (uris.length === 0) return;
      try {
        // Awaited: what was dropped can be read only until this returns.
        const outcome = await execute('uploadFiles', undefined, uris, {
          ...purposeOf(target),
          interactive: true,
        });
        const unfinished = new Set(outcome.ok ? outcome.data.filter(isRepeatable).map(({ uri }) => uri) : []);
        await lent.keep(lent.uris.filter((uri) => unfinished.has(uri.toString())));
      } finally {
        lent.dispose();
      }
    },
  } satisfies RowDrag<FileNode>;
}

/** Whether the user is offered to send it again. */
function isRepeatable({ status }: UploadResult): boolean {
  return status !== 'uploaded' && status !== 'duplicate' && status !== 'rejected';
}

/** The dropped files themselves: the desktop hands them over under whatever MIME type they have. */
function filesIn(data: vscode.DataTransfer): vscode.DataTransferFile[] {
  return [...data].flatMap(([, item]) => item.asFile() ?? []);
}

/** The folders among what was dropped: they have no content to be lent, and are walked where they are. */
async function foldersOf(files: readonly vscode.DataTransferFile[]): Promise<vscode.Uri[]> {
  const uris = files.flatMap(({ uri }) => uri ?? []);
  const looks = await Promise.all(uris.map(look));
  return uris.filter((_, index) => looks[index]?.kind === 'directory');
}

function purposeOf(target: FileNode | undefined): { purpose: Purpose } | undefined {
  const group = target?.kind === 'file' ? target.group : target?.kind === 'group' ? target : undefined;
  return group?.by === 'purpose' && isPurpose(group.key) ? { purpose: group.key } : undefined;
}

/** URIs under which dropped files can be read, until they are given back. */
export interface LentFiles extends vscode.Disposable {
  readonly uris: readonly vscode.Uri[];
  /** Keeps the bytes of these beyond that, so that they can be sent once more. */
  keep(uris: readonly vscode.Uri[]): Promise<void>;
}

/** The file behind a URI: the one that the editor lends, or the bytes that were kept of it. */
type Source = Pick<vscode.DataTransferFile, 'data'> & { size?: number };

/** How many bytes are kept in all; what was dropped first goes first. */
const KEPT_BYTES = 4 * FILE_SIZE.rejected;

/**
 * Makes files dropped from the desktop readable like any other file, without writing them anywhere: they
 * may be identity documents. Their bytes are asked for when they are read. Of those that did not arrive some
 * are kept in memory, as long as the window is open, because they cannot be read again.
 */
export class DroppedFiles implements vscode.Disposable {
  readonly #lent = new Map<string, Source>();
  readonly #kept = new Map<string, Source & { readonly size: number }>();
  readonly #registration: vscode.Disposable;

  constructor() {
    const files = readOnlyFiles(async (uri) => ({ content: await this.#read(uri) }), {
      stat: (uri) => this.#stat(uri),
    });
    this.#registration = vscode.workspace.registerFileSystemProvider(DROPPED_SCHEME, files, {
      isReadonly: true,
    });
  }

  lend(files: readonly vscode.DataTransferFile[]): LentFiles {
    const uris = files.map((file) => {
      // Rows outlive the window: what is dropped in another must never be taken for what is meant here.
      const path = `/${crypto.randomUUID()}/${file.name.replaceAll('/', '_')}`;
      this.#lent.set(path, { data: () => file.data() });
      return vscode.Uri.from({ scheme: DROPPED_SCHEME, path });
    });
    const giveBack = new vscode.Disposable(() => {
      for (const { path } of uris) this.#lent.delete(path);
    });
    return Object.assign(giveBack, { uris, keep: (kept: readonly vscode.Uri[]) => this.#keep(kept) });
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const source = this.#source(uri);
    source.size ??= (await source.data()).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: source.size };
  }

  async #read(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#source(uri).data();
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #keep(uris: readonly vscode.Uri[]): Promise<void> {
    for (const uri of uris) {
      // One that cannot be read any more is no reason to lose the others.
      const content = await this.#read(uri).catch(() => undefined);
      if (content === undefined) continue;
      this.#kept.set(uri.path, { data: () => Promise.resolve(content), size: content.length });
      this.#letGo();
    }
  }

  #letGo(): void {
    let bytes = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [path, { size }] of this.#kept) {
      if (bytes <= KEPT_BYTES) return;
      this.#kept.delete(path);
      bytes -= size;
    }
  }

  #source(uri: vscode.Uri): Source {
    const source = this.#kept.get(uri.path) ?? this.#lent.get(uri.path);
    if (source === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return source;
  }
}
