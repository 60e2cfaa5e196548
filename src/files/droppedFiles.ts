import * as vscode from 'vscode';

/** Where dropped files are read from, as long as the drop lasts. */
export const DROPPED_SCHEME = 'payments-api-drop';

/** URIs under which dropped files can be read, until they are given back. */
export interface LentFiles extends vscode.Disposable {
  readonly uris: readonly vscode.Uri[];
}

/**
 * Makes files dropped from the desktop readable like any other file, without writing them anywhere: they
 * may be identity documents. Their bytes are asked for when they are read.
 */
export class DroppedFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #files = new Map<string, { readonly file: vscode.DataTransferFile; size?: number }>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registration: vscode.Disposable;
  #count = 0;

  readonly onDidChangeFile = this.#changed.event;

  constructor() {
    this.#registration = vscode.workspace.registerFileSystemProvider(DROPPED_SCHEME, this, {
      isReadonly: true,
    });
  }

  lend(files: readonly vscode.DataTransferFile[]): LentFiles {
    const uris = files.map((file) => {
      const uri = vscode.Uri.from({
        scheme: DROPPED_SCHEME,
        path: `/${++this.#count}/${file.name.replaceAll('/', '_')}`,
      });
      this.#files.set(uri.path, { file });
      return uri;
    });
    return new Lent(uris, () => {
      for (const uri of uris) this.#files.delete(uri.path);
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const entry = this.#entry(uri);
    entry.size ??= (await entry.file.data()).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: entry.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#entry(uri).file.data();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.FileNotADirectory();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  writeFile(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  #entry(uri: vscode.Uri): { readonly file: vscode.DataTransferFile; size?: number } {
    const entry = this.#files.get(uri.path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }
}

class Lent extends vscode.Disposable implements LentFiles {
  readonly uris: readonly vscode.Uri[];

  constructor(uris: readonly vscode.Uri[], giveBack: () => void) {
    super(giveBack);
    this.uris = uris;
  }
}
